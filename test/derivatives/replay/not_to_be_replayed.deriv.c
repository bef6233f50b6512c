// Each loop differs in one detail from one whose iterations can run again.
#include "check.h"

enum { N = 5, D = 5 };
#define EACH for (int k = 0; k < D; k++)

/// Scratch that an iteration reads before it writes it: it holds the one before.
double readBeforeWritten(const double *x, int n) {
  double work[D] = {0.1, 0.2, 0.3}, sum = 0;
  for (int i = 0; i < n; i++) {
    EACH work[k] = sin(work[k] + x[i]) * x[i];
    EACH sum += work[k] * work[(k + 1) % D];
  }
  return sum;
}
/// The last element is written in one iteration and read in the next.
double oneElementStays(const double *x, int n) {
  double *work = calloc(D + 1, sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    EACH work[k] = x[i] * (k + 1) * x[i];
    for (int k = 0; k <= D; k++)
      sum += exp(work[k]) * work[k];
    work[D] = work[0] * 0.5;
  }
  free(work);
  return sum;
}
/// Written only where a condition holds.
double writtenSometimes(const double *x, int n) {
  double *work = calloc(D, sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    EACH if (x[i] > 0.1 * k) work[k] = x[i] * (k + 1);
    EACH sum += exp(-work[k]) * work[k];
  }
  free(work);
  return sum;
}
double writtenInSomeIterations(const double *x, int n) {
  double work[D] = {1, 2, 3}, sum = 0;
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0)
      EACH work[k] = x[i] * (k + 1);
    EACH sum += exp(-work[k] * x[i]) * work[k];
  }
  return sum;
}
/// The inner loop may end before it has filled the scratch.
double leftEarly(const double *x, int n) {
  double *work = calloc(D, sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    EACH {
      work[k] = x[i] * (k + 1);
      if (work[k] > 0.8)
        break;
    }
    EACH sum += exp(-work[k]) * work[k];
  }
  free(work);
  return sum;
}
/// Every other element.
double withGaps(const double *x, int n) {
  double *work = calloc(2 * D, sizeof *work), sum = 0;
  for (int i = 0; i < n; i++) {
    EACH work[2 * k] = x[i] * (k + 1);
    for (int k = 0; k < 2 * D; k++)
      sum += exp(-work[k]) * work[k];
    work[2 * (i % D) + 1] = x[i];
  }
  free(work);
  return sum;
}
/// What an iteration read is changed later.
void changedLater(double *x) {
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + 1) % N];
    x[i] = t;
  }
}
void changedBehindTheLoop(double *x) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + 1) % N];
    sum += t;
  }
  for (int i = 0; i < N; i++)
    x[i] = sum * x[i];
}
/// Sums in memory of others: a second run would add twice.
void summedInMemory(const double *restrict x, double *restrict y) {
  y[0] = y[1] = 0;
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + 1) % N];
    y[i % 2] += t * t;
  }
}
/// Memory of the caller as scratch: it must look afterwards as the primal leaves it.
void scratchOfTheCaller(const double *restrict x, double *restrict y) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    EACH y[1 + k] = sin(x[i] * (k + 1));
    EACH sum += y[1 + k] * y[1 + (k + 1) % D] * x[i];
  }
  y[0] = sum;
}
/// Input and output may be the same memory.
void mayAlias(const double *x, double *y) {
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[N - 1 - i];
    y[i] = t;
  }
}
/// Behind the loop the scratch is read.
double readBehindTheLoop(const double *x, int n) {
  double work[D] = {0}, sum = 0;
  for (int i = 0; i < n; i++) {
    EACH work[k] = sin(x[i] * (k + 1));
    EACH sum += exp(-work[k]) * work[k];
  }
  EACH sum += work[k] * work[k];
  return sum;
}
/// A loop in a loop, over scratch that the outer one carries on.
double nested(const double *x, int n) {
  double state[D] = {0.1, 0.2, 0.3}, next[D], sum = 0;
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < 3; l++) {
      EACH next[k] = state[k] + 0.1 * sin(state[(k + 1) % D] * x[i]);
      EACH state[k] = next[k];
    }
    sum += state[0] * state[1];
  }
  return sum + state[2];
}
/// Allocated in the iteration; left early; counted by what it finds.
double allocates(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double *work = malloc((i + 1) * sizeof *work);
    for (int k = 0; k <= i; k++)
      work[k] = sin(x[k] * x[i]);
    for (int k = 0; k <= i; k++)
      sum += work[k] * work[i - k];
    free(work);
  }
  return sum;
}
double searches(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    EACH t = exp(-t * t) + x[i] * t;
    sum += t;
    if (sum > 2.5)
      break;
  }
  return sum;
}

CHECK_FUNCTION_N(readBeforeWritten, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(oneElementStays, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(writtenSometimes, N, 0.33, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(writtenInSomeIterations, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(leftEarly, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(withGaps, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_INPLACE(changedLater, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_INPLACE(changedBehindTheLoop, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_VECTOR(summedInMemory, N, 2, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_VECTOR(scratchOfTheCaller, N, D + 1, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_VECTOR(mayAlias, N, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(readBehindTheLoop, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(nested, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(allocates, N, 0.3, -0.2, 0.5, 0.15, -0.4);
CHECK_FUNCTION_N(searches, N, 0.3, -0.2, 0.5, 0.15, 0.4);
