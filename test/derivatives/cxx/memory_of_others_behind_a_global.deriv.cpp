// A global vector that got its memory before the derivative ran has no shadow: constant when read, refused when written.
// prints: was allocated outside differentiated code: it has no shadow
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static std::vector<double> weights, scratch;

double reads(const double *x, int n) {
  double r = 0;
  for (int i = 0; i < n; i++)
    r += weights[i] * x[i] * x[i];
  return r;
}

double writes(const double *x, int n) {
  scratch.clear();
  for (int i = 0; i < n; i++)
    scratch.push_back(x[i] * x[i]);
  return scratch[0] * scratch[1];
}

CHECK_VALUES(older) {
  double x[3] = {0.5, -1.5, 0.75}, g[3] = {0};
  weights = {1, 2, 3};
  __enzyme_autodiff_checkv((void *)reads, enzyme_dup, x, g, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    EXPECT_CLOSE(g[i], 2 * weights[i] * x[i], 1e-14);
  scratch.reserve(10);
  fflush(stdout);
  dup2(1, 2);
  const pid_t child = fork();
  if (child == 0) {
    __enzyme_autodiff_checkv((void *)writes, enzyme_dup, x, g, enzyme_const, 3);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}
