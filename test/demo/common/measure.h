/* measure.h - is a gradient right, and what does it cost?
 *
 * Every demo program hands over one scalar function of n variables three times:
 * the primal, its gradient in reverse mode, its directional derivative in
 * forward mode. demo_check
 *   - compares both with central differences of fourth order
 *       f'(x) = (8 (f(x+h) - f(x-h)) - (f(x+2h) - f(x-2h))) / 12h + O(h^4),
 *     over all variables when there are few, over a random sample and random
 *     directions through all of them when there are many;
 *   - compares the two modes with each other, <gradient, v> = f'(x; v);
 *   - times derivative and primal in turn (processor time) until the shortest of each
 *     settles.
 *
 * Compiled with -DDEMO_PRIMAL_ONLY (any C compiler) the programs contain no
 * request; then only the differences are checked, at two step lengths. */
#ifndef DEMO_MEASURE_H
#define DEMO_MEASURE_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef DEMO_PRIMAL_ONLY
#define DEMO_DERIVATIVES 0
#else
#define DEMO_DERIVATIVES 1
#endif

struct demo_case {
  const char *program;
  int variables;
  double *x;                                        /* where primal reads the variables */
  double (*primal)(void *context);                  /* value at x */
  void (*reverse)(void *context, double *gradient); /* gradient at x, assigned */
  double (*forward)(void *context, const double *direction);
  void *context;
  double tolerance; /* largest difference that counts as right, relative */
  double step;      /* of the differences, relative to max(1, |x|); 0: 1e-3 */
};

/* Prints one result line per mode; 0 if both gradients are right, else 1. */
int demo_check(const struct demo_case *c);

/* Shortest seconds of one call of run(context). */
double demo_time(void (*run)(void *context), void *context);

/* One line for test/demo/run: how far off, and the two times. */
int demo_report(const struct demo_case *c, const char *mode, double error, double primal_seconds,
                double derivative_seconds);

/* Uniform in [0, 1), the same sequence in every run. */
double demo_uniform(unsigned long *state);

/* Normal with mean 0 and variance 1. */
double demo_normal(unsigned long *state);

#ifdef __cplusplus
}
#endif
#endif
