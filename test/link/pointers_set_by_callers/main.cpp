// Pointers to functions, and objects with virtual tables, that are set before the derivative is
// asked for: nothing that the differentiated function reaches names what they lead to.
// link: not line, it is the same as objects and takes long
#include "check.h"
#include "problem.h"

static double parabola(double x, const double *p) { return p[0] * x * x + p[1]; }
static double (*integrand)(double, const double *);
struct Choice {
  Choice() { integrand = parabola; }
};
static Choice made;

static double area(const double *x) {
  Problem problem = {integrand, x};
  return integral(&problem, x[2]);
}
static double energy(double x) { return chosen->energy(x); }
static double registered(double x) { return apply(x); }

CHECK_FUNCTION(area, 3, 1, 2, 3);
CHECK_SCALAR(energy, 2, -1);
CHECK_SCALAR(registered, 2, -1);
