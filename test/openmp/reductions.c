// Reductions that are no sums of single numbers.
//! teams: all
#ifndef REPEATS
#define REPEATS 60
#endif
#include "check.h"

static double product(double *x) {
  double result = 1;
#pragma omp parallel for reduction(* : result)
  for (int i = 0; i < N; i++)
    result *= 1 + 0.03 * x[i];
  return result;
}
static double zeros(double *x) { // a product without its only zero
  double result = 1;
#pragma omp parallel for reduction(* : result)
  for (int i = 0; i < N; i++)
    result *= i == 7 ? x[7] - (0.4 + 0.3 * sin(1.7 * 7) + 1e-3 * 7) : 1 + 0.03 * x[i];
  return result;
}
static double extremes(double *x) {
  double low = 3, high = 0, sum = 0;
#pragma omp parallel for reduction(min : low) reduction(max : high) reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    low = low < x[i] ? low : x[i];
    high = high > x[i] * x[i] ? high : x[i] * x[i];
    sum += x[i];
  }
  return low * high + sum;
}
static double array(double *x) {
  double bins[5] = {1, 2, 3, 4, 5};
#pragma omp parallel for reduction(+ : bins)
  for (int i = 0; i < N; i++)
    bins[i % 5] += x[i] * x[i];
  return bins[0] * bins[1] + bins[2] * bins[3] * bins[4];
}
static double slice(double *x) {
  double *bins = calloc(9, sizeof *bins), sum = 0;
  int first = 2, count = 6;
#pragma omp parallel for reduction(+ : bins[first : count]) schedule(dynamic, 3)
  for (int i = 0; i < N; i++)
    bins[first + i % count] += x[i] * sin(x[i]);
  for (int i = 0; i < 9; i++)
    sum += bins[i] * bins[(i + 1) % 9];
  free(bins);
  return sum;
}
static double logical(double *x) { // which decides what is done with the numbers
  int all = 1, any = 0, bits = 0;
  double sum = 0;
#pragma omp parallel for reduction(&& : all) reduction(|| : any) reduction(^ : bits) reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    all = all && x[i] > 0;
    any = any || x[i] > 0.8;
    bits ^= i;
    sum += x[i] * x[i];
  }
  return all ? sum : any ? 2 * sum : bits * sum;
}
struct pair {
  double sum, product;
};
static void join(struct pair *to, const struct pair *from) {
  to->sum += from->sum;
  to->product *= from->product;
}
#pragma omp declare reduction(join : struct pair : join(&omp_out, &omp_in)) \
    initializer(omp_priv = (struct pair){0, 1})
static double ofTheProgram(double *x) {
  struct pair all = {x[0], x[1]};
#pragma omp parallel for reduction(join : all) schedule(guided)
  for (int i = 0; i < N; i++) {
    struct pair one = {x[i] * x[i], 1 + 0.01 * x[i]};
    join(&all, &one);
  }
  return all.sum * all.product;
}
static double inARegion(double *x) { // and what comes behind it sees the result
  double scale = 1, sum = 0, high = 0;
#pragma omp parallel
  {
#pragma omp for reduction(* : scale)
    for (int i = 0; i < N; i++)
      scale *= 1 + 0.01 * x[i];
#pragma omp for reduction(+ : sum) reduction(max : high)
    for (int i = 0; i < N; i++) {
      sum += scale * x[i];
      high = high > scale * x[i] ? high : scale * x[i];
    }
#pragma omp for reduction(* : scale) nowait
    for (int i = 0; i < N; i++)
      scale *= 1 + 1e-5 * sum * x[i];
  }
  return scale * sum + high;
}
#define ALL(X) \
  X(product) X(zeros) X(extremes) X(array) X(slice) X(logical) X(ofTheProgram) X(inARegion)
ALL(DERIVATIVES)

int main(void) {
  ALL(CHECK)
  return failures != 0;
}
