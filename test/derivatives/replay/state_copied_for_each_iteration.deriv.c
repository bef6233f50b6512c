// Time steps that run again from a copy of what they change, and steps that differ in one detail
// from those that can.
// flags: -mllvm -enzyme-copied-state=0
#include "check.h"

enum { N = 6, Steps = 4 };

__attribute__((always_inline)) static inline void slope(int n, const double *x, double *k) {
  k[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0];
  k[1] = (x[2] - x[n - 1]) * x[0] - x[1];
  for (int i = 2; i < n - 1; i++)
    k[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i];
  k[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1];
}
struct stages {
  double *x, *k1, *k2, *k3, *at;
};
__attribute__((always_inline)) static inline struct stages begin(const double *start, int n) {
  struct stages s = {malloc(n * sizeof(double)), malloc(n * sizeof(double)), malloc(n * sizeof(double)),
                     malloc(n * sizeof(double)), malloc(n * sizeof(double))};
  for (int i = 0; i < n; i++)
    s.x[i] = start[i];
  return s;
}
__attribute__((always_inline)) static inline double end(struct stages s, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += s.x[i] * s.x[i] * (i + 1);
  free(s.x), free(s.k1), free(s.k2), free(s.k3), free(s.at);
  return sum;
}
__attribute__((always_inline)) static inline void step(struct stages s, int n, double h) {
  slope(n, s.x, s.k1);
  for (int i = 0; i < n; i++)
    s.at[i] = s.x[i] + h * s.k1[i];
  slope(n, s.at, s.k2);
  for (int i = 0; i < n; i++)
    s.at[i] = s.x[i] + h * s.k2[i];
  slope(n, s.at, s.k3);
  for (int i = 0; i < n; i++)
    s.at[i] = s.x[i] + h * s.k3[i];
  slope(n, s.at, s.k1);
  for (int i = 0; i < n; i++)
    s.x[i] += h * (s.k1[i] + s.k2[i] + s.k3[i]);
}

double rungeKutta(const double *start, int n) {
  struct stages s = begin(start, n);
  for (int t = 0; t < Steps; t++)
    step(s, n, 0.05);
  return end(s, n);
}
/// Each outer iteration changes the state in front of the steps, and looks at it behind them.
double inALoop(const double *start, int n) {
  struct stages s = begin(start, n);
  double sum = 0;
  for (int o = 0; o < 3; o++) {
    for (int i = 0; i < n; i++)
      s.x[i] *= 1 + 0.1 * o * s.x[(i + 1) % n];
    for (int t = 0; t <= o; t++)
      step(s, n, 0.05);
    for (int i = 0; i < n; i++)
      sum += s.x[i] * s.x[i];
  }
  return sum + end(s, n);
}
/// What a stage left in the iteration before is read: a state of its own.
double stageOfTheStepBefore(const double *start, int n) {
  struct stages s = begin(start, n);
  for (int i = 0; i < n; i++)
    s.k3[i] = start[i] * start[i];
  for (int t = 0; t < Steps; t++) {
    for (int i = 0; i < n; i++)
      s.x[i] += 0.1 * s.k3[i] * s.x[i];
    step(s, n, 0.05);
  }
  return end(s, n);
}
/// Writes in front of its beginning are no part of a range that an inner loop may not reach.
double lastOfAShorterLoop(const double *start, int n) {
  struct stages s = begin(start, n);
  for (int i = 0; i < n; i++)
    s.k1[i] = start[i];
  for (int t = 0; t < Steps; t++) {
    for (int i = 2; i < n - 1; i++)
      s.k2[i] = s.x[i] * s.x[i - 1];
    s.k2[0] = s.x[1] * s.x[2];
    for (int i = 0; i < n; i++)
      s.k1[i] = s.k2[0] * s.x[i] + (i > 1 && i < n - 1 ? s.k2[i] : 0) * s.k1[i];
    for (int i = 0; i < n; i++)
      s.at[i] = s.k1[i] * s.x[i] * s.x[n - 1 - i];
    for (int i = 0; i < n; i++)
      s.x[i] += 0.1 * s.at[i] * s.x[i] * s.k1[i];
  }
  return end(s, n);
}
/// The scratch's middle is filled for some lengths only: then it holds what the step before left.
double middleThatIsSkipped(const double *start, int n) {
  struct stages s = begin(start, n);
  for (int i = 0; i < n; i++)
    s.k1[i] = start[i] * start[i];
  for (int t = 0; t < Steps; t++) {
    s.k1[0] = s.x[0] * s.x[1];
    s.k1[1] = s.x[1] * s.x[1];
    for (int i = 2; i < n - 3; i++)
      s.k1[i] = s.x[i] * s.x[i - 1];
    s.k1[n - 1] = s.x[n - 1] * s.x[0];
    for (int i = 0; i < n; i++)
      s.at[i] = s.x[i] * s.k1[i] * s.k1[n - 1 - i];
    for (int i = 0; i < n; i++)
      s.k2[i] = s.at[i] * s.at[i] * s.x[i];
    for (int i = 0; i < n; i++)
      s.k1[i] = s.k1[i] + s.k2[i] * s.at[i];
    for (int i = 0; i < n; i++)
      s.x[i] += 0.1 * s.k1[i] * s.k2[i];
  }
  return end(s, n);
}
/// Another pointer into the state.
double byAnotherPointer(const double *start, int n) {
  struct stages s = begin(start, n);
  double *second = start[0] > 0 ? s.x : s.k3;
  for (int t = 0; t < Steps; t++) {
    step(s, n, 0.05);
    for (int i = 0; i < n; i++)
      second[i] *= 1 + 0.1 * second[i];
  }
  return end(s, n);
}
/// An iteration asks which array it has.
double comparesAddresses(const double *start, int n) {
  struct stages s = begin(start, n);
  double *chosen = start[0] > 0 ? s.x : s.k1;
  for (int t = 0; t < Steps; t++) {
    double h = chosen == s.x ? 0.05 : 0.1;
    step(s, n, h);
  }
  return end(s, n);
}
/// The state changes places with scratch.
double exchanged(const double *start, int n) {
  struct stages s = begin(start, n);
  for (int t = 0; t < Steps; t++) {
    step(s, n, 0.05);
    for (int i = 0; i < n; i++)
      s.at[i] = s.x[i] * (1 + 0.1 * s.x[n - 1 - i]);
    double *other = s.x;
    s.x = s.at;
    s.at = other;
  }
  return end(s, n);
}
/// The number of steps is not known before, and results are left for each.
double untilItIsLarge(const double *start, int n) {
  struct stages s = begin(start, n);
  double sum = 0;
  int t = 0;
  do {
    step(s, n, 0.05);
    sum += s.x[0] * s.x[1];
  } while (++t < 2 * Steps && sum < 0.3);
  return sum + end(s, n);
}

/// Places whose alignment the optimiser relies on.
double moreAligned(const double *start, int n) {
  struct stages s = begin(start, n);
  double *x = aligned_alloc(64, n * sizeof(double));
  for (int i = 0; i < n; i++)
    x[i] = start[i];
  free(s.x);
  s.x = x;
  for (int t = 0; t < Steps; t++)
    step(s, n, 0.05);
  return end(s, n);
}
/// Slopes that only the last sum reads; the last step's are results, too.
double lastSlopeIsAResult(const double *start, int n) {
  struct stages s = begin(start, n);
  double *last = malloc(n * sizeof(double));
  for (int t = 0; t < Steps; t++) {
    step(s, n, 0.05);
    slope(n, s.at, last);
    for (int i = 0; i < n; i++)
      s.x[i] += 0.1 * last[i];
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += last[i] * last[i] * s.x[i];
  free(last);
  return sum + end(s, n);
}
/// The same slopes are read between loops, before the next one writes there again.
double lastSlopeBetweenLoops(const double *start, int n) {
  struct stages s = begin(start, n);
  double *last = malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; i++)
    last[i] = start[i];
  for (int o = 0; o < 3; o++) {
    for (int i = 0; i < n; i++)
      s.x[i] += 0.1 * last[i] * last[n - 1 - i] * s.x[i];
    for (int t = 0; t < o; t++) {
      step(s, n, 0.05);
      slope(n, s.at, last);
      for (int i = 0; i < n; i++)
        s.x[i] += 0.1 * last[i];
    }
    for (int i = 0; i < n; i++)
      sum += last[i] * last[i];
  }
  free(last);
  return sum + end(s, n);
}
/// Two states in one loop, and one loop behind another.
double twoLoops(const double *start, int n) {
  struct stages s = begin(start, n), r = begin(start, n);
  for (int t = 0; t < Steps; t++) {
    step(s, n, 0.05);
    step(r, n, 0.1);
    for (int i = 0; i < n; i++) {
      double old = s.x[i];
      s.x[i] += 0.1 * r.x[i] * r.x[n - 1 - i];
      r.x[i] -= 0.1 * old;
    }
  }
  for (int t = 0; t < Steps; t++)
    step(r, n, 0.05);
  return end(s, n) + end(r, n);
}
/// Lengths with which inner loops do not run.
double ofThree(const double *start, int n) { return rungeKutta(start, n); }
double middleOfFour(const double *start, int n) { return middleThatIsSkipped(start, n); }
double middleOfFive(const double *start, int n) { return middleThatIsSkipped(start, n); }
double shortOfThree(const double *start, int n) { return lastOfAShorterLoop(start, n); }

CHECK_FUNCTION_N(lastSlopeIsAResult, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(lastSlopeBetweenLoops, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(twoLoops, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(moreAligned, 8, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7, 0.25, -0.3);
CHECK_FUNCTION_N(ofThree, 3, 0.3, -0.2, 0.5);
CHECK_FUNCTION_N(middleOfFour, 4, 0.3, -0.2, 0.5, 0.4);
CHECK_FUNCTION_N(middleOfFive, 5, 0.3, -0.2, 0.5, 0.4, 0.6);
CHECK_FUNCTION_N(shortOfThree, 3, 0.3, -0.2, 0.5);
CHECK_FUNCTION_N(rungeKutta, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(inALoop, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(stageOfTheStepBefore, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(lastOfAShorterLoop, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(middleThatIsSkipped, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(byAnotherPointer, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(comparesAddresses, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(exchanged, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
CHECK_FUNCTION_N(untilItIsLarge, N, 0.3, -0.2, 0.5, 0.15, -0.4, 0.7);
