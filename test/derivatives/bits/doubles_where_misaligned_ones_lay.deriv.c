// Memory that held doubles at no multiple of their size holds aligned ones later, and the other way round: what is copied without
// its type is found where it lies.
#include "check.h"
#include <stdlib.h>
#include <string.h>
enum { words = 4, bytes = 8 * words };

__attribute__((noinline)) static void move(void *to, const void *from) { memcpy(to, from, bytes); }

__attribute__((noinline)) static double through(const double *x, unsigned char *first, unsigned char *second, int offset) {
  double sum = 0;
  for (int i = 0; i + 1 < words; i++) {
    double number = x[i] * x[i + 1];
    memcpy(first + 8 * i + offset, &number, sizeof number);
  }
  move(second, first);
  for (int i = 0; i + 1 < words; i++) {
    double number, before;
    memcpy(&number, second + 8 * i + offset, sizeof number);
    memcpy(&before, first + 8 * i + offset, sizeof before);
    sum += (i + 2) * number * number * before + 3 * before; // adjoints of both meet in the first
  }
  return sum;
}

__attribute__((noinline)) static double inArrays(const double *x) {
  double *first = calloc(1, bytes), *second = calloc(1, bytes), sum = 0;
  for (int i = 0; i < words; i++)
    first[i] = x[i] * x[(i + 1) % words];
  move(second, first);
  for (int i = 0; i < words; i++)
    sum += (i + 3) * second[i] * second[i] * second[i];
  free(first);
  free(second);
  return sum;
}

static double all(const double *x) {
  static const int offsets[8] = {0, 4, 0, 2, 4, 8, 7, 0};
  double sum = 0;
  for (int again = 0; again < 2; again++) {
    unsigned char *first = calloc(1, bytes), *second = calloc(1, bytes);
    for (int i = 0; i < 8; i++)
      sum += (i + 1) * through(x, first, second, offsets[i]);
    free(first);
    free(second);
    sum += inArrays(x);
  }
  return sum;
}
CHECK_FUNCTION(all, words, 0.5, 1.25, -0.75, 2.0);
