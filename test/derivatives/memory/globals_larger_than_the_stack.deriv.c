// asan: off, the sanitizer's own frames need more stack
// The shadows of large globals are not put on the stack: also a small one is enough.
#include "check.h"
#include <pthread.h>

enum { size = 400 * 1000 };
static double big[size], other[size];

double f(double x) {
  for (int i = 0; i < 3; i++) {
    big[i * 1000] = x * i;
    other[size - 1 - i] = big[i * 1000] * x;
  }
  double s = 0;
  for (int i = 0; i < 3; i++)
    s += other[size - 1 - i] * big[i * 1000];
  return s;
}
CHECK_SCALAR(f, 3, -0.5);

static void *ask(void *result) {
  *(double *)result = __enzyme_autodiff_check((void *)f, 2.0);
  return result;
}
CHECK_VALUES(inAThread) {
  double result = 0;
  pthread_attr_t small;
  pthread_t thread;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 256 * 1024);
  EXPECT_TRUE(pthread_create(&thread, &small, ask, &result) == 0);
  pthread_join(thread, 0);
  EXPECT_CLOSE(result, 60, 1e-12);
}
