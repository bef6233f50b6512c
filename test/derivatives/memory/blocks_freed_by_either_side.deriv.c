// Blocks that the program allocates are freed in derivatives, and the other way round, also from one step to
// the next; sizes vary, and some blocks are aligned.
#include "check.h"

typedef struct {
  double *data;
  int count;
} Box;

void __enzyme_fwddiff_box(void *, ...);

// y = x / 2 + 1, in a new block that is one number longer.
NOINLINE void renew(Box *box) {
  double *fresh = (double *)malloc(sizeof(double) * (size_t)(box->count + 1));
  for (int i = 0; i < box->count; i++)
    fresh[i] = box->data[i] / 2 + 1;
  fresh[box->count++] = 0;
  free(box->data);
  box->data = fresh;
}

static Box boxOf(double value, int isAligned) {
  Box box = {(double *)(isAligned ? aligned_alloc(64, 64) : malloc(3 * sizeof(double))), 3};
  for (int i = 0; i < 3; i++)
    box.data[i] = value * (i + 1);
  return box;
}

CHECK_VALUES(blocks) {
  for (int round = 0; round < 40; round++) {
    Box box = boxOf(2, round % 2), first = boxOf(1, round % 3), second = boxOf(-3, 0);
    double scale = 1;
    for (int step = 0; step < 20; step++, scale /= 2) {
      for (int i = 0; i < 3; i++) {
        EXPECT_CLOSE(box.data[i], (2.0 * (i + 1) - 2) * scale + 2, 1e-14);
        EXPECT_CLOSE(first.data[i], (i + 1) * scale, 1e-14);
        EXPECT_CLOSE(second.data[i], -3.0 * (i + 1) * scale, 1e-14);
      }
      if (step % 5 == 4) { // the program's own block
        box.data = (double *)realloc(box.data, 40 * sizeof(double));
        double *own = (double *)malloc(40 * sizeof(double));
        memcpy(own, first.data, sizeof(double) * (size_t)first.count);
        free(first.data);
        first.data = own;
      }
      first.count = second.count = box.count;
      __enzyme_fwddiff_box((void *)renew, enzyme_width, 2, enzyme_dup, &box, &first, &second);
    }
    free(box.data);
    free(first.data);
    free(second.data);
  }
}

// Freed before the sweep back, which reads it: other blocks must not come to lie there.
double f(const double *x, int n) {
  double sum = 1;
  for (int k = 0; k < 60; k++) {
    size_t count = (size_t)(n + k % 7);
    double *held = (double *)malloc(sizeof(double) * count), *other = (double *)malloc(sizeof(double) * count);
    for (size_t i = 0; i < count; i++)
      held[i] = x[i % (size_t)n] * sum, other[i] = held[i] * held[i];
    free(held);
    double *last = (double *)malloc(sizeof(double) * count);
    last[0] = 0;
    for (size_t i = 0; i < count; i++)
      last[0] += other[i] * 0.01;
    sum = 1 / (1 + last[0]);
    free(other);
    free(last);
  }
  return sum;
}

CHECK_FUNCTION_N(f, 3, 1.5, -0.5, 2);
