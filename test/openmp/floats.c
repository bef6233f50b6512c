// Numbers of other lengths than eight bytes.
//! teams: all
#include "check.h"

static double extremes(double *x) {
  float most = 0;
  double least = 5;
#pragma omp parallel for reduction(max : most) reduction(min : least)
  for (int i = 0; i < N; i++) {
    most = fmaxf(most, 4.0f);
    least = fmin(least, x[i] * x[i] + most);
  }
  return least;
}
static double product(double *x) {
  float values[N], result = 1;
  for (int i = 0; i < N; i++)
    values[i] = 1;
#pragma omp parallel for reduction(* : result)
  for (int i = 0; i < N; i++)
    result *= values[i];
  return result * x[0] * x[1];
}
static double longs(double *x) { // no processor adds these atomically
  long double values[10];
  double y[N], sum = 0;
  for (int i = 0; i < 10; i++)
    values[i] = (long double)x[i] * x[i + 1];
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < N; i++)
    y[i] = (double)(values[i * 7 % 10] * x[i]);
  for (int i = 0; i < N; i++)
    sum += y[i];
  return sum;
}

#define ALL(X) X(extremes) X(product) X(longs)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
