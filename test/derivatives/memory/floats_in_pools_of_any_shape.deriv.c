// Floats in the blocks of pools whose heads are in registers, structures by value and globals: two
// floats lie where a link was, whose halves are no adjoints.
#include "check.h"
typedef struct block {
  struct block *next;
} block;
enum { Blocks = 8, BlockBytes = 16, FarBytes = 1 << 18 };

/// Half of the blocks of memory that is found elsewhere: their links look otherwise.
NOINLINE static block *fill(char *near, char *far) {
  block *list = 0;
  for (int i = 0; i < Blocks; i++) {
    block *one = (block *)((i % 2 ? near : far) + BlockBytes * i);
    one->next = list;
    list = one;
  }
  return list;
}
NOINLINE static void put(float *at, const double *x, int i) {
  at[0] = (float)(x[i % 2] * x[0]);
  at[1] = (float)(x[i % 2] * x[1]);
  at[2] = at[0];
  at[3] = 2;
}
NOINLINE static double sumOf(const float *at) { return (double)at[1] * at[0] + at[2] * at[3]; }

double inRegister(const double *x) {
  char *near = malloc(BlockBytes * Blocks), *far = malloc(FarBytes);
  block *head = fill(near, far);
  double sum = 0;
  for (int i = 0; i < 9; i++) {
    block *one = head, *two = one->next;
    head = two->next;
    put((float *)one, x, i);
    put((float *)two, x, i + 1);
    sum += sumOf((float *)one) * x[0] + sumOf((float *)two);
    one->next = head;
    two->next = one;
    head = two;
  }
  free(near);
  free(far);
  return sum;
}

typedef struct {
  block *free;
  char *near, *far;
} pool;
NOINLINE static double used(pool p, const double *x) {
  double sum = 0;
  for (int i = 0; i < 9; i++) {
    float *one = (float *)p.free;
    p.free = p.free->next;
    put(one, x, i);
    sum += sumOf(one);
    ((block *)one)->next = p.free;
    p.free = (block *)one;
  }
  return sum;
}
double byValue(const double *x) {
  pool p = {0, malloc(BlockBytes * Blocks), malloc(FarBytes)};
  p.free = fill(p.near, p.far);
  double sum = used(p, x) + used(p, x) * x[1];
  free(p.near);
  free(p.far);
  return sum;
}

static block *head;
NOINLINE static void *take(void) {
  block *one = head;
  head = one->next;
  return one;
}
NOINLINE static void give(void *memory) {
  block *one = memory;
  one->next = head;
  head = one;
}
double inGlobal(const double *x) {
  char *near = malloc(BlockBytes * Blocks), *far = malloc(FarBytes);
  head = fill(near, far);
  double sum = 0;
  for (int i = 0; i < 9; i++) {
    float *one = take(), *two = take(), *unread = take();
    put(unread, x, i);
    give(unread);
    put(one, x, i);
    put(two, x, i + 1);
    sum += sumOf(two) + sumOf(one) * x[0];
    give(one);
    give(two);
  }
  head = 0;
  free(near);
  free(far);
  return sum;
}

static void compare(double (*f)(const double *), const double *gradient, const double *tangents,
                    const double *x) {
  for (int i = 0; i < 2; i++) {
    double up[2] = {x[0], x[1]}, down[2] = {x[0], x[1]};
    up[i] += 1e-2, down[i] -= 1e-2;
    EXPECT_CLOSE(gradient[i], tangents[i], 1e-5);
    EXPECT_CLOSE(tangents[i], (f(up) - f(down)) / 2e-2, 2e-3);
  }
}
#define CHECK_POOL(f)                                                                              \
  CHECK_VALUES(f) {                                                                                \
    double x[2] = {0.5, -1.25}, gradient[2] = {0, 0}, tangents[2];                                 \
    __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, gradient);                                  \
    for (int i = 0; i < 2; i++) {                                                                  \
      double direction[2] = {i == 0, i == 1};                                                      \
      tangents[i] =                                                                                \
          __enzyme_fwddiff_checks((void *)f, enzyme_primal_return, enzyme_dup, x, direction)       \
              .tangent;                                                                            \
    }                                                                                              \
    compare(f, gradient, tangents, x);                                                             \
  }
CHECK_POOL(inRegister)
CHECK_POOL(byValue)
CHECK_POOL(inGlobal)
