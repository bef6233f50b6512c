//! teams: all
// Sums that regions return: what threads add runs together with its reverse where its adjoint is
// known, and is kept where it is not.
#ifndef REPEATS
#define REPEATS 30
#endif
#include "check.h"

static double blocks(double *x) { // eight numbers an iteration, of one thread alone
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (int b = 0; b < N / 8; b++) {
    double own[8];
    for (int l = 0; l < 8; l++)
      own[l] = 0;
    for (int a = 0; a < 5; a++)
      for (int l = 0; l < 8; l++)
        own[l] += sin(x[8 * b + l] * (a + 1)) * cos(x[8 * b + l]);
    for (int l = 0; l < 8; l++)
      sum += own[l] * own[l] * (1 + 0.01 * l);
  }
  return sum;
}
static double overlapping(double *x) { // nine of a step of eight: neighbours meet
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 1)
  for (int b = 0; b < N / 8 - 1; b++) {
    double own = 0;
    for (int l = 0; l < 9; l++)
      own += exp(-x[8 * b + l]) * x[8 * b + l];
    sum += own * sin(own);
  }
  return sum;
}
static double besideAnother(double *x) { // all threads read x[0 … 3] in the same phase
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < N; i++)
      sum += exp(sin(x[i])) * x[i];
#pragma omp for schedule(dynamic, 1) nowait
    for (int i = 0; i < 100; i++)
      sum += exp(cos(x[i % 4])) * x[i % 4];
  }
  return sum;
}
static double dynamicLookups(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 3)
  for (int i = 0; i < 150; i++) {
    double total = 0.1, absorbed = 0.1;
    for (int k = i % 7; k < 20 + i % 5; k++) {
      double wide = exp(-x[(3 * k + i) % N]) * x[k];
      total += wide * cos(wide);
      absorbed += wide > 0.3 ? wide * wide : sin(wide);
    }
    sum += total + 0.3 * absorbed * absorbed;
  }
  return sum;
}
static double ofThreads(double *x) { // as often as there are threads
  double sum = 0, scale = x[0] * x[1];
#pragma omp parallel reduction(+ : sum)
  sum += scale;
  return sum * x[2];
}
static double ofThreadsAlone(double *x) { // what each adds is the region's argument
  double sum = 0, scale = x[0] * x[1];
#pragma omp parallel reduction(+ : sum)
  sum += scale;
  return sum;
}
static double ofConstants(double *x) { // a sum over threads of one number
  double many = 0;
#pragma omp parallel reduction(+ : many)
  many += 1;
  return many * x[0] * x[1];
}
static double two(double *x) { // with different adjoints
  double sum = 0, squares = 1;
#pragma omp parallel for reduction(+ : sum, squares)
  for (int i = 0; i < N; i++) {
    sum += exp(-x[i]) * sin(x[i]);
    squares += x[i] * x[i] * cos(x[i]);
  }
  return 3 * sum - 2 * squares;
}
static double twoInvolved(double *x) { // whose adjoints are not known ahead
  double sum = 0, squares = 1;
#pragma omp parallel for reduction(+ : sum, squares)
  for (int i = 0; i < N; i++) {
    sum += exp(-x[i]) * sin(x[i]);
    squares += x[i] * x[i];
  }
  return sum * squares + sin(sum);
}
static double minus(double *x) {
  double sum = x[3] * x[4];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
#pragma omp atomic
    sum -= exp(x[i]) * sin(x[i]);
  return sum;
}
static double again(double *x) { // one variable, several regions that add and one that reads
  double sum = x[5];
  for (int k = 0; k < 3; k++) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += sin(x[i] * (k + 1)) * exp(x[i]);
  }
  double other = 0;
#pragma omp parallel for reduction(+ : other) firstprivate(sum)
  for (int i = 0; i < N; i++)
    other += sin(x[i]) * sum;
  return other + sum;
}
static double weighted(double *x) { // the weight is an input, too, and known before the region
  double all = 0;
  for (int k = 0; k < 4; k++) {
    double sum = 0, weight = 1 + 0.5 * k;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += exp(x[i] * x[k]) * x[i];
    all += weight * sum;
  }
  return all;
}
static double overwritten(double *x) { // what the region read is written behind it
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += exp(-x[i]) * x[i];
  for (int i = 0; i < N; i++)
    x[i] = x[i] * sum;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += exp(-0.001 * x[i]) * x[i];
  return sum;
}
static double writes(double *x) { // sums beside an array
  double sum = 0, y[N];
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    y[i] = exp(-x[i]);
    sum += y[i] * sin(x[i]);
  }
  return sum * y[3] + y[5];
}
static double inOneRegion(double *x) { // the loop ends with a barrier, and so does the region
  double sum = 0, squares = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += exp(-x[i]) * x[i];
#pragma omp for reduction(+ : squares)
    for (int i = 0; i < N - 1; i++)
      squares += exp(sin(x[i] * x[i + 1])) * x[i];
  }
  return sum - squares;
}
static double inPhases(double *x) { // the second loop reads what the first one wrote
  double sum = 0, y[N];
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = exp(-x[i]) * x[i];
#pragma omp for reduction(+ : sum) schedule(dynamic, 1)
    for (int i = 0; i < N; i++)
      sum += y[N - 1 - i] * sin(y[(7 * i) % N]);
  }
  return sum;
}
static double lastWord(double *x) { // behind the barrier the first thread reads what all wrote
  double sum = 0, y[N];
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = exp(-x[i]) * x[i];
#pragma omp master
    for (int i = 0; i < N; i++)
      sum += y[i] * y[N - 1 - i];
  }
  return sum;
}
static double readsItself(double *x) { // the sum is read in the region, behind a barrier
  double sum = 0, other = 0;
#pragma omp parallel reduction(+ : other)
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += exp(-x[i]);
#pragma omp for
    for (int i = 0; i < N; i++)
      other += sum * x[i];
  }
  return sum + other;
}
static double byAnotherName(double *x) { // the region reads the sum through an array of addresses
  double sum = 0, old = x[7], *places[2] = {&sum, &old}, other = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += exp(-x[i]);
#pragma omp parallel for reduction(+ : other)
  for (int i = 0; i < N; i++)
    other += *places[i % 2] * x[i];
  return other;
}
static double chosen(double *x) { // known only behind the region
  double sum = 0, rest = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += exp(-x[i]) * x[i];
  if (sum > 1)
    rest = x[2] * x[2];
  return rest > 0 ? sum * rest : sum;
}
static double conditional(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2) if (x[0] > 0)
  for (int i = 0; i < N; i++)
    sum += exp(-x[i]) * sin(x[i]) * x[0];
  return sum;
}

static double special(double *x) { // whose derivatives are functions of our runtime
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += lgamma(x[i] + 1) * tgamma(x[(i + 1) % N] + 1);
  return sum;
}

#define ALL(X) \
  X(blocks) X(overlapping) X(besideAnother) X(dynamicLookups) X(ofThreads) X(ofThreadsAlone) \
  X(ofConstants) X(two) X(twoInvolved) X(minus) X(again) X(weighted) X(overwritten) \
  X(writes) X(inOneRegion) X(inPhases) X(lastWord) X(readsItself) X(byAnotherName) X(chosen) X(conditional) X(special)
ALL(DERIVATIVES)

static float narrow(float *x) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (int i = 0; i < N; i++)
    sum += (i % 2 ? 0.5f : -0.25f) * x[i];
  return sum;
}

static void checkNarrow(void) {
  float x[N], gradient[N] = {0};
  for (int i = 0; i < N; i++)
    x[i] = (float)(i % 8);
  __enzyme_autodiff((void *)narrow, enzyme_dup, x, gradient);
  for (int i = 0; i < N; i++)
    if (gradient[i] != (i % 2 ? 0.5f : -0.25f)) {
      printf("narrow: [%d] is %g\n", i, (double)gradient[i]);
      failures++;
    }
}

int main(void) {
  ALL(CHECK)
  checkNarrow();
  return failures != 0;
}
