// A path that seems to end the program and calls by a pointer that only leads to functions of other files: one of them
// throws, and what the path wrote before lasts. No function here whose address is taken throws.
// only: -O2 asan
#include "check.h"
#include <cstdlib>
#include <stdexcept>

static void (*const reports[])(const char *) = {std::__throw_runtime_error, std::__throw_logic_error};
static int volatile which = 0;
NOINLINE static void report(double x, double *out) {
  if (x > 1) {
    out[0] = x * x; // lasts
    reports[which]("too large");
    std::abort();
  }
}
double f(const double *x) {
  double out[1] = {x[0]};
  try {
    report(x[0], out);
  } catch (const std::exception &) {
    out[0] *= 3 * x[1];
  }
  return out[0] * x[1];
}
CHECK_FUNCTION(f, 2, 0.5, 0.7, 1.5, 0.5);
