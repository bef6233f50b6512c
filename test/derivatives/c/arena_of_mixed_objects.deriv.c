// One block of memory holds integers, doubles, structures and pointers side by side.
#include "check.h"

struct arena {
  char *base;
  size_t used;
};
static void *take(struct arena *a, size_t size) {
  void *p = a->base + a->used;
  a->used += (size + 7) & ~(size_t)7;
  return p;
}
struct pair {
  double *left, *right;
  int n;
};

double f(const double *x, int n) {
  struct arena a = {malloc(4096), 0};
  double *copy = take(&a, sizeof(double) * (size_t)n);
  int *index = take(&a, sizeof(int) * (size_t)n);
  struct pair *pair = take(&a, sizeof *pair);
  float *singles = take(&a, sizeof(float) * 3);
  for (int i = 0; i < n; i++) {
    copy[i] = x[i] * x[i];
    index[i] = n - 1 - i;
  }
  *pair = (struct pair){copy, take(&a, sizeof(double) * (size_t)n), n};
  for (int i = 0; i < pair->n; i++)
    pair->right[i] = pair->left[index[i]] * x[0];
  singles[1] = 0.5f;
  double r = 0;
  for (int i = 0; i < n; i++)
    r += pair->right[i] * copy[i] * singles[1];
  free(a.base);
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
