/* lbfgs.h - minimise a smooth function by the limited-memory BFGS method. */
#ifndef DEMO_LBFGS_H
#define DEMO_LBFGS_H

struct lbfgs_problem {
  int n;
  /* The value at x; writes the gradient. */
  double (*evaluate)(void *context, const double *x, double *gradient);
  void *context;
  double tolerance; /* stop when the largest gradient component is smaller */
  int most_steps;
};

struct lbfgs_result {
  int steps, evaluations, converged;
  double value, gradient; /* at the end; largest component */
};

/* Improves x in place. */
struct lbfgs_result lbfgs_minimise(const struct lbfgs_problem *p, double *x);

#endif
