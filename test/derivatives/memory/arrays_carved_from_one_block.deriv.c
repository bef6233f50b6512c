// Doubles, floats, integers and pointers carved from one block, which is filled, copied and moved
// as a whole by code that does not know what lies where.
#define CHECK_TOLERANCE 2e-3
#define CHECK_EXACTNESS 1e-5
#define CHECK_STEP 1e-1
#include "check.h"
#include <stdint.h>
typedef struct {
  double *position, *mass, **row;
  float *charge;
  int *next;
  char *block;
  size_t bytes;
} particles;

static size_t aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }
NOINLINE static void carve(particles *p, size_t n) {
  size_t mass = aligned(n * sizeof(double)), charge = mass + aligned(n * sizeof(double));
  size_t next = charge + aligned(n * sizeof(float)), row = next + aligned(n * sizeof(int));
  p->bytes = row + n * sizeof(double *);
  p->block = malloc(p->bytes);
  p->position = (double *)p->block;
  p->mass = (double *)(p->block + mass);
  p->charge = (float *)(p->block + charge);
  p->next = (int *)(p->block + next);
  p->row = (double **)(p->block + row);
}
NOINLINE static particles make(int n, const double *x, const float *q) {
  particles p;
  carve(&p, (size_t)n);
  memcpy(p.position, x, (size_t)n * sizeof(double));
  memcpy(p.mass, x, (size_t)n * sizeof(double));
  memcpy(p.charge, q, (size_t)n * sizeof(float));
  for (int i = 0; i < n; i++) {
    p.next[i] = (i + 1) % n;
    p.row[i] = p.position + i;
  }
  return p;
}
static double energy(const particles *p, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum +=
        *p->row[i] * p->mass[p->next[i]] * (double)p->charge[i] + p->position[i] * p->position[i];
  for (int i = 0; i < n; i++)
    sum += (double)(p->charge[i] * p->charge[p->next[i]]);
  return sum;
}
static void chargesOf(const double *x, float *q, int n) {
  for (int i = 0; i < n; i++)
    q[i] = (float)(x[i] * x[0]);
}
double filled(const double *x, int n) {
  float q[8];
  chargesOf(x, q, n);
  particles p = make(n, x, q);
  double sum = energy(&p, n);
  free(p.block);
  return sum;
}

/// A snapshot, taken by who knows only how many bytes there are; both are read after that.
double copied(const double *x, int n) {
  float q[8];
  chargesOf(x, q, n);
  particles p = make(n, x, q), saved;
  carve(&saved, (size_t)n);
  memcpy(saved.block, p.block, p.bytes);
  for (int i = 0; i < n; i++) {
    p.position[i] *= 0.5;
    p.charge[i] *= 2;
  }
  double sum = energy(&p, n);
  for (int i = 0; i < n; i++)
    sum += saved.position[i] * saved.mass[n - 1 - i] + (double)(saved.charge[i] * p.charge[i]);
  memcpy(p.block, saved.block, (size_t)((char *)p.row - p.block));
  sum += energy(&p, n);
  free(saved.block);
  free(p.block);
  return sum;
}

static char *arena, *start, *end;
NOINLINE static void *grab(size_t bytes, size_t alignment) {
  uintptr_t at = ((uintptr_t)arena + alignment - 1) & ~(uintptr_t)(alignment - 1);
  arena = (char *)at + bytes;
  return arena <= end ? (void *)at : NULL;
}
typedef struct node {
  struct node *next;
  double value;
  float weight;
} node;

/// Used twice, for other types the second time.
double inArena(const double *x, int n) {
  float q[8];
  chargesOf(x, q, n);
  size_t count = (size_t)n;
  start = arena = malloc(4096);
  end = arena + 4096;
  float *w = grab(count * sizeof(float), 4);
  double *v = grab(count * sizeof(double), 8);
  memcpy(v, x, count * sizeof(double));
  memcpy(w, q, count * sizeof(float));
  node *list = 0;
  for (int i = 0; i < n; i++) {
    node *one = grab(sizeof *one, 8);
    one->next = list;
    one->value = x[i] * x[i];
    one->weight = (float)x[i];
    list = one;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += v[i] * w[i] + v[i] * v[i] + (double)(w[n - 1 - i] * w[i]);
  for (; list; list = list->next)
    sum += list->value * list->weight;
  arena = start;
  float *z = grab(count * sizeof(float), 64);
  double *y = grab(count * sizeof(double), 64);
  memcpy(z, q, count * sizeof(float));
  memcpy(y, x, count * sizeof(double));
  for (int i = 0; i < n; i++)
    sum += z[i] * y[i] + (double)(z[i] * z[n - 1 - i]) + y[i] * y[n - 1 - i];
  free(start);
  return sum;
}

CHECK_FUNCTION_N(filled, 4, 1, -2, 3, 0.5);
CHECK_FUNCTION_N(copied, 4, 1, -2, 3, 0.5);
CHECK_FUNCTION_N(inArena, 4, 1, -2, 3, 0.5);
