// Checked derivatives of inputs that lie in constant memory, which nobody can move; several threads that check at once,
// by one function of the same inputs.
// RUN: enzyme-clang -O1 -pthread %s -fenzyme-check -o %t -lm
// RUN: env ENZYME_CHECK_TELL=1 %t 2>&1 | FileCheck %s
// RUN: enzyme-clang -O1 -pthread %s -fenzyme-check=exact -DTHREADS=6 -o %t -lm
// RUN: env ENZYME_CHECK_TELL=1 %t 2>&1 | FileCheck %s --check-prefix=EXACT
#include <math.h>
#include <pthread.h>
#include <stdio.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static const double constant[3] = {2, 1.5, 0.3};

static double product(const double *x, double scale) { return scale * sin(x[0]) * x[1] * x[2]; }

static void *work(void *gradient) {
  for (int i = 0; i < 20; i++) {
    double *g = gradient;
    g[0] = g[1] = g[2] = 0;
    __enzyme_autodiff((void *)product, enzyme_dup, constant, g, enzyme_const, 3.0);
  }
  return NULL;
}

// CHECK-NOT: wrong
// EXACT-NOT: {{wrong|differences}}
// EXACT: is right by the exact oracle
int main(void) {
  double g[8][3];
#ifdef THREADS
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, g[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
#endif
  work(g[7]);
  // CHECK: -0.5618 0.8184 4.0918
  // EXACT: -0.5618 0.8184 4.0918
  printf("%.4f %.4f %.4f\n", g[7][0], g[7][1], g[7][2]);
}
