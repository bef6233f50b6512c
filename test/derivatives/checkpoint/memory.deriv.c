// The tape of a loop that keeps snapshots grows with their number, and not with the loop's length; what runs
// again is what the best schedule says. The runtime counts both.
// alone: off, asks the runtime
#include "check.h"
#include <enzyme/runtime.h>

void __enzyme_checkpoint(int);
void __enzyme_autodiff_memory(void *, ...);
enum { N = 1000 };

static void heat(double *u, double *v, int steps, int budget) {
#pragma enzyme checkpoint(budget)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i + 1 < N; i++)
      v[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) - 0.05 * u[i] * u[i] * u[i];
    double *other = u;
    u = v;
    v = other;
  }
}
static void heatAll(double *u, double *v, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i + 1 < N; i++)
      v[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) - 0.05 * u[i] * u[i] * u[i];
    double *other = u;
    u = v;
    v = other;
  }
}
/// The same with a length that only the run knows.
static void relax(double *u, int budget, double until) {
  while (u[0] < until) {
    __enzyme_checkpoint(budget);
    for (int i = 1; i < N; i++)
      u[i] += 0.1 * u[i - 1] * u[i];
    u[0] += 1;
  }
}

/// v is filled before it is read: snapshots hold u alone.
static void flow(double *restrict u, double *restrict v, int steps, int budget) {
#pragma enzyme checkpoint(budget)
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < N; i++)
      v[i] = u[i] * u[i];
    for (int i = 1; i < N; i++)
      u[i] -= 0.1 * (v[i] - v[i - 1]);
  }
}

static double u[N], v[N], du[N], dv[N];
static void start(void) {
  for (int i = 0; i < N; i++) {
    u[i] = v[i] = sin(0.1 * i);
    du[i] = dv[i] = 1;
  }
}
static double peak(int steps, int budget) {
  start();
  enzyme_rt_tape_forget_peak();
  if (budget)
    __enzyme_autodiff_memory((void *)heat, u, du, v, dv, steps, budget);
  else
    __enzyme_autodiff_memory((void *)heatAll, u, du, v, dv, steps);
  return enzyme_rt_tape_peak();
}
static double again(int steps, int budget) {
  uint64_t before = enzyme_rt_checkpoint_again();
  peak(steps, budget);
  return enzyme_rt_checkpoint_again() - before;
}
static double peakOfUnknown(double length, int budget) {
  start();
  u[0] = 0;
  enzyme_rt_tape_forget_peak();
  __enzyme_autodiff_memory((void *)relax, u, du, budget, length);
  return enzyme_rt_tape_peak();
}
static double peakOfFlow(int budget) {
  start();
  enzyme_rt_tape_forget_peak();
  __enzyme_autodiff_memory((void *)flow, u, du, v, dv, 1000, budget);
  return enzyme_rt_tape_peak();
}
#define EXPECT_BETWEEN(low, value, high) EXPECT_TRUE((low) <= (value) && (value) <= (high))

CHECK_VALUES(memory) {
  const double state = 2 * 8 * N;
  // As many snapshots as asked for, the state at the end, and as much as the snapshots for what iterations keep.
  EXPECT_BETWEEN(10 * 0.99 * state, peak(100, 5), 12 * state);
  EXPECT_EXACT(peak(1000, 5), peak(100, 5));
  EXPECT_BETWEEN(20 * 0.99 * state, peak(1000, 15) - peak(1000, 5), 20 * 1.01 * state);
  EXPECT_BETWEEN(9 * peak(100, 0), peak(1000, 0), 11 * peak(100, 0));
  // An iteration keeps half of a state: stretches of nine. One by one, 100 steps and 5 snapshots need 220.
  EXPECT_EXACT(again(100, 5), 75);
  EXPECT_EXACT(again(5, 9), 1); // to the last step: its state lay before it when it ran first
  EXPECT_EXACT(again(1, 1), 0);
  EXPECT_EXACT(again(0, 1), 0);
  EXPECT_EXACT(again(10, 1), 45);
  // Where nobody knows the length in advance.
  EXPECT_BETWEEN(9 * 8 * N, peakOfUnknown(100, 5), 12 * 8 * N);
  EXPECT_EXACT(peakOfUnknown(400, 5), peakOfUnknown(100, 5));
  EXPECT_BETWEEN(20 * 0.99 * 8 * N, peakOfFlow(15) - peakOfFlow(5), 20 * 1.01 * 8 * N);
}
CHECK_VALUES(sameDerivative) {
  double expected[N];
  peak(50, 0);
  memcpy(expected, du, sizeof expected);
  for (int budget = 1; budget < 60; budget += 7) {
    peak(50, budget);
    for (int i = 0; i < N; i += 37)
      EXPECT_CLOSE(du[i], expected[i], 1e-12);
  }
}
