// A gradient of a root costs one evaluation of the solver, n products and one system, however many
// steps the solver takes; work is counted by what is called.
// alone: off, the header asks for derivatives
#include "check.h"
#include <enzyme/implicit.h>

static int evaluations, solves, systems, products;
static int steps = 10;

static void chain(int n, const double *x, int np, const double *p, double *r) {
  evaluations++;
  for (int i = 0; i < n; i++)
    r[i] = 3 * x[i] + 0.5 * sin(x[(i + 1) % n]) - p[0] * i - p[1];
}
/// An iteration that calls the residual in each of its steps.
static void iterate(int n, double *x, int np, const double *p) {
  double r[4];
  solves++;
  for (int step = 0; step < steps; step++) {
    chain(n, x, np, p, r);
    for (int i = 0; i < n; i++)
      x[i] -= r[i] / 3;
  }
}
/// A solver of linear systems by the same iteration: A = 3 + a small part.
static void byIteration(const enzyme_operator *a, const double *b, double *t) {
  double product[4];
  systems++;
  for (int step = 0; step < 40; step++) {
    enzyme_apply(a, t, product);
    products++;
    for (int i = 0; i < a->n; i++)
      t[i] += (b[i] - product[i]) / 3;
  }
}
static double direct(const double *p) {
  double x[4] = {0, 0, 0, 0};
  enzyme_root(chain, iterate, 4, x, 2, p);
  return x[0] * x[1] + x[2] * p[0] - x[3];
}
static double given(const double *p) {
  double x[4] = {0, 0, 0, 0};
  enzyme_root_by(byIteration, chain, iterate, 4, x, 2, p);
  return x[0] * x[1] + x[2] * p[0] - x[3];
}

/// Evaluations of the residual in a gradient, without those of the solver.
static int costOfGradient(double (*f)(const double *), int count, double *g) {
  const double p[2] = {0.3, 1.1};
  steps = count;
  evaluations = solves = systems = products = 0;
  g[0] = g[1] = 0;
  if (f == direct)
    __enzyme_autodiff_checkv((void *)direct, p, g);
  else
    __enzyme_autodiff_checkv((void *)given, p, g);
  return evaluations - count * solves;
}

CHECK_VALUES(costs) {
  double few[2], many[2], by[2];
  EXPECT_EXACT(costOfGradient(direct, 40, few), 4 + 1); // the rows of the Jacobian, and d residual / dp
  EXPECT_EXACT(solves, 1);
  EXPECT_EXACT(costOfGradient(direct, 4000, many), 4 + 1);
  EXPECT_EXACT(solves, 1);
  EXPECT_CLOSE(few[0], many[0], 1e-12);
  EXPECT_EXACT(costOfGradient(given, 4000, by), 40 + 1);
  EXPECT_EXACT(solves, 1);
  EXPECT_EXACT(systems, 1);
  EXPECT_EXACT(products, 40);
  EXPECT_CLOSE(by[0], many[0], 1e-12);
  EXPECT_CLOSE(by[1], many[1], 1e-12);
  steps = 60;
}
CHECK_FUNCTION(direct, 2, 0.3, 1.1);
CHECK_FUNCTION(given, 2, 0.3, 1.1);
