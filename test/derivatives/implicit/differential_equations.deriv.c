// Ordinary differential equations: fixed and chosen steps, their ends, snapshots, several in turn,
// and steps that are differentiated themselves.
// alone: off, the header asks for derivatives
#include "check.h"
#include <enzyme/implicit.h>

/// A predator, its prey, and a season.
static void populations(int n, double t, const double *y, int np, const double *p, double *dy) {
  dy[0] = p[0] * y[0] - p[1] * y[0] * y[1] + 0.1 * sin(t);
  dy[1] = p[2] * y[0] * y[1] - y[1];
}
static void fixedSteps(const double *x, double *y) {
  const enzyme_ode_settings settings = {.steps = 50};
  const double t[2] = {x[3], x[4]}, from[2] = {x[5], 0.8};
  enzyme_ode(populations, 2, from, t, 3, x, y, &settings);
}
CHECK_VECTOR(fixedSteps, 6, 2, 1.1, 0.9, 0.7, 0.2, 2.5, 1.2);

static void snapshots(const double *x, double *y) {
  const enzyme_ode_settings settings = {.steps = 50, .snapshots = 7};
  const double t[2] = {0, x[0]}, from[2] = {x[1], x[1]};
  enzyme_ode(populations, 2, from, t, 3, x, y, &settings);
}
CHECK_VECTOR(snapshots, 3, 2, 1.1, 0.9, 0.7);

/// So exact that the differences do not see the choice of steps.
static double chosenSteps(const double *x) {
  const enzyme_ode_settings settings = {.relative = 1e-12, .absolute = 1e-13, .snapshots = 3};
  const double t[2] = {0, 3};
  double y[2] = {x[0], 1};
  enzyme_ode(populations, 2, y, t, 3, x, y, &settings);
  return y[0] * y[1];
}
CHECK_FUNCTION(chosenSteps, 3, 1.1, 0.9, 0.7);

/// Coarse steps: differences see that their sizes change, and so does the derivative.
static double differentiatedSteps(const double *x) {
  const enzyme_ode_settings settings = {.relative = 1e-3, .absolute = 1e-4, .differentiate_steps = 1};
  const double t[2] = {0, x[1]};
  double y[2] = {x[0], 1};
  enzyme_ode(populations, 2, y, t, 3, x, y, &settings);
  return y[0] + y[1];
}
CHECK_FUNCTION(differentiatedSteps, 3, 1.1, 0.9, 0.7);

static void decay(int n, double t, const double *y, int np, const double *p, double *dy) {
  for (int i = 0; i < n; i++)
    dy[i] = -p[0] * (i + 1) * y[i] + p[1] * y[(i + 1) % n];
}
/// Two in a row, in a loop.
static double inTurn(const double *x) {
  const enzyme_ode_settings settings = {.steps = 8};
  const double t[2] = {0, 0.5};
  double y[3] = {x[0], x[1], 1}, z[3];
  for (int i = 0; i < 3; i++) {
    const double rates[2] = {x[1] * (i + 1), x[0]};
    enzyme_ode(decay, 3, y, t, 2, rates, z, &settings);
    const double p[3] = {y[0], y[1], y[2]};
    enzyme_ode(populations, 2, z, t, 3, p, y, &settings);
    y[2] += z[2];
  }
  return y[0] * y[2] - y[1];
}
CHECK_FUNCTION(inTurn, 2, 0.7, 0.9);

/// To the closed form; y' = -r y, backwards from t = 2.
static double usual(double r) {
  const double t[2] = {2, 0}, from = 3, p[2] = {r, 0};
  double y;
  enzyme_ode(decay, 1, &from, t, 2, p, &y, 0);
  return y;
}
CHECK_VALUES(usualSettings) {
  EXPECT_CLOSE(usual(0.5), 3 * exp(1.0), 1e-5);
  EXPECT_CLOSE(__enzyme_autodiff((void *)usual, 0.5), 6 * exp(1.0), 1e-4);
  EXPECT_CLOSE(__enzyme_fwddiff((void *)usual, 0.5, 1.0), 6 * exp(1.0), 1e-4);
}
