// Containers that each iteration fills, whose pointers may be null, and iterations that are left by an
// exception (places_read_for_the_last_time).
#include "check.h"
#include <vector>

static double steps(const double *x, int n) {
  std::vector<double> state(x, x + n), slope(n), middle(n);
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < n; i++)
      slope[i] = state[(i + 1) % n] * state[i];
    for (int i = 0; i < n; i++)
      middle[i] = state[i] + 0.1 * slope[i];
    for (int i = 0; i < n; i++)
      state[i] += 0.2 * middle[i] * slope[i];
  }
  double sum = 0;
  for (double number : state)
    sum += number * number;
  return sum;
}
CHECK_FUNCTION_N(steps, 4, 0.3, 0.2, 0.5, -0.7);
static double stepsOfOne(const double *x, int n) { return steps(x, n); }
CHECK_FUNCTION_N(stepsOfOne, 1, 0.3);

__attribute__((noinline)) static void stopAt(double value) {
  if (value > 1.9)
    throw 1;
}
static double thrown(const double *x, int n) {
  std::vector<double> work(n);
  double sum = 0;
  for (int round = 0; round < 2; round++)
    try {
      for (int s = 0; s < 5; s++) {
        for (int i = 0; i < n; i++)
          work[i] = x[i] * (1 + s);
        for (int i = 0; i < n; i++) {
          sum += 0.1 * work[i] * work[i];
          stopAt(sum - round);
        }
        stopAt(sum - 0.1);
        for (int i = 0; i < n; i++)
          sum += 0.01 * work[i];
      }
    } catch (int) {
      sum *= 0.7 + work[0];
    }
  return sum;
}
CHECK_FUNCTION_N(thrown, 3, 0.3, 0.8, 0.5);

// Where there are two numbers, one place is written twice in a step.
static double ring(const double *x, int n) {
  std::vector<double> state(x, x + n), slope(n);
  for (int s = 0; s < 3; s++) {
    slope[0] = state[1] * state[n - 1] - state[0];
    slope[1] = state[0] * state[n - 1] * 2.0;
    for (int i = 2; i < n - 1; i++)
      slope[i] = (state[i + 1] - state[i - 2]) * state[i - 1] - state[i];
    slope[n - 1] = state[0] * state[n - 2] + state[1];
    for (int i = 0; i < n; i++)
      state[i] += 0.1 * slope[i];
  }
  double sum = 0;
  for (double number : state)
    sum += number * number;
  return sum;
}
CHECK_FUNCTION_N(ring, 2, 0.3, 0.8);
static double longerRing(const double *x, int n) { return ring(x, n); }
CHECK_FUNCTION_N(longerRing, 6, 0.3, 0.8, 0.5, -0.2, 0.6, 0.1);
