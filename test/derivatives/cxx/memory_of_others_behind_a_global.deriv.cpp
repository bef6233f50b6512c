// Memory that a global led to before the derivative ran, and that others know: it might be an argument, too. Where
// it is known how far the arguments reach, it has a shadow; where not, it is refused when written, at the line.
// prints: was allocated outside differentiated code: it has no shadow (
// prints: memory_of_others_behind_a_global.deriv.cpp:23)
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

std::vector<double> weights;
static double *scratch;
void lend(double *memory) { scratch = memory; }

double reads(const double *x, int n) {
  double r = 0;
  for (int i = 0; i < n; i++)
    r += weights[i] * x[i] * x[i];
  return r;
}

double writes(const double *x, int n) {
  for (int i = 0; i < n; i++)
    scratch[i] = x[i] * x[i];
  return scratch[0] * scratch[1];
}

CHECK_VALUES(older) {
  double x[3] = {0.5, -1.5, 0.75}, g[3] = {0};
  weights = {1, 2, 3};
  __enzyme_autodiff_checkv((void *)reads, enzyme_dup, x, g, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    EXPECT_CLOSE(g[i], 2 * weights[i] * x[i], 1e-14);
  std::vector<double> lent(10), shadow(10);
  lend(lent.data());
  for (double &each : g)
    each = 0;
  __enzyme_autodiff_checkv((void *)writes, enzyme_dup, x, g, enzyme_const, 3);
  EXPECT_CLOSE(g[0], 2 * x[0] * x[1] * x[1], 1e-14);
  lent = {0.5, -1.5, 0.75}; // over itself: 2 x0 (x0 x0 x1 x1) at the old numbers
  __enzyme_autodiff_checkv((void *)writes, enzyme_dup, lent.data(), shadow.data(), enzyme_const, 3);
  EXPECT_CLOSE(shadow[0], 2 * 0.5 * 1.5 * 1.5, 1e-14);
  std::vector<double> many{0, 0, 0.5, -1.5, 0.75};
  fflush(stdout);
  dup2(1, 2);
  const pid_t child = fork();
  if (child == 0) { // in the middle of a block: where it ends is not known
    __enzyme_autodiff_checkv((void *)writes, enzyme_dup, many.data() + 2, shadow.data(), enzyme_const, 3);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}
