// Memory aligned by the program: an address further on in a block of malloc's, with a note in front of it of where the
// block begins. Rows are swapped, and one block grows by its note.
#include "check.h"
#include <stdint.h>

static void *whole(size_t size, size_t alignment) {
  void *block = malloc(size + alignment);
  if (block == 0)
    return 0;
  void *aligned = (void *)(((size_t)block & ~(alignment - 1)) + alignment);
  *((void **)aligned - 1) = block;
  return aligned;
}
static void drop(void *p) {
  if (p)
    free(*((void **)p - 1));
}
static void *byDistance(size_t size) {
  char *block = malloc(size + 64);
  uint8_t distance = (uint8_t)(64 - ((size_t)block & 63));
  char *aligned = block + distance;
  aligned[-1] = (char)distance;
  return aligned;
}
static void dropByDistance(void *p) {
  uint8_t *at = (uint8_t *)p - 1;
  free((char *)p - *at);
}
static void *roundedUp(size_t size, size_t alignment) {
  void *block = malloc(size + sizeof(void *) + alignment - 1);
  if (!block)
    return 0;
  void **aligned = (void **)(((size_t)block + sizeof(void *) + alignment - 1) & ~(alignment - 1));
  aligned[-2] = aligned[-1] = block;
  return aligned;
}
static void dropRounded(void *p) { free(((void **)p)[-1]); }

static double swapped(double *a, double *b, const double *x, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = x[i] * x[i];
    b[i] = sin(x[i]);
  }
  for (int i = 0; i < n; i++) {
    double kept = a[i];
    a[i] = b[n - 1 - i];
    b[n - 1 - i] = kept;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i] * (i + 1);
  return sum;
}
double pointers(const double *x, int n) {
  double *a = whole(n * sizeof *a, 64), *b = whole(n * sizeof *b, 32);
  double sum = swapped(a, b, x, n);
  drop(a);
  drop(b);
  drop(0);
  return sum;
}
double distances(const double *x, int n) {
  double *a = byDistance(n * sizeof *a), *b = byDistance(n * sizeof *b);
  double sum = swapped(a, b, x, n);
  dropByDistance(a);
  dropByDistance(b);
  return sum;
}
double rounded(const double *x, int n) {
  double *a = roundedUp(n * sizeof *a, 64), *b = roundedUp(n * sizeof *b, 16), sum = 0;
  for (int k = 0; k < 3; k++)
    sum += (k + 1) * swapped(a, b, x, n);
  dropRounded(a);
  dropRounded(b);
  return sum;
}
CHECK_FUNCTION_N(pointers, 5, 1, -2, 3, 0.5, 0.25);
CHECK_FUNCTION_N(distances, 5, 1, -2, 3, 0.5, 0.25);
CHECK_FUNCTION_N(rounded, 5, 1, -2, 3, 0.5, 0.25);
