// With the option that asks for it, derivatives that teams run have the same bits in every run.
//! flags: -fenzyme-openmp-deterministic
//! teams: all
#include "samebits.h"

static double blocks(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += sin(x[i] * i) * weight(i);
  return sum * sum;
}
static double dynamic(double *x) { // and what a region is handed by value
  double sum = 0, scale = x[0] * x[1];
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 3) firstprivate(scale)
  for (int i = 0; i < N; i++)
    sum += sin(x[i] * i) * weight(i) * scale;
  return sum * sum;
}
static double others(double *x) {
  double sum = 0, y[N];
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(guided)
    for (int i = 0; i < N; i++)
      y[i] = x[i] * x[i] * weight(i);
#pragma omp for schedule(runtime)
    for (int i = 0; i < N; i++)
      sum += y[i] * weight(i + 1);
#pragma omp for schedule(nonmonotonic : dynamic) nowait
    for (int i = 0; i < N; i++)
      sum += y[i] * y[i] * weight(i + 2);
  }
  return sum * sum;
}
static double oneOf(double *x) { // what one thread does counts among what it adds
  double sum = 0, y[N];
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      y[i] = sin(x[i]);
      sum += y[i] * weight(i);
    }
#pragma omp single
    sum += 1e-3;
  }
  for (int i = 0; i < N; i++)
    sum += y[i];
  return sum * sum;
}
#define ALL(X) X(blocks) X(dynamic) X(others) X(oneOf)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  ALL(REPEAT)
  return failures != 0;
}
