// A call that writes active values, throws, and is caught inside: forward mode is right, reverse mode refuses when it runs.
// prints: an exception left a call that may have written active values
#include "check.h"
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

NOINLINE static void half(double x, double *out) {
  out[0] = x * x;
  if (x > 1)
    throw std::runtime_error("too large");
  out[1] = x * x * x;
}

static double caught(double x) {
  double out[2] = {0, 0};
  try {
    half(x, out);
  } catch (const std::runtime_error &) {
    return 2 * out[0];
  }
  return out[0] + out[1];
}

CHECK_SCALAR(caught, 0.5, -1.25);
CHECK_VALUES(thrown) {
  const checkPair forward = __enzyme_fwddiff_check((void *)caught, enzyme_primal_return, 2.0, 1.0);
  EXPECT_CLOSE(forward.tangent, 8, 1e-12);
  fflush(stdout);
  dup2(1, 2);
  const pid_t child = fork();
  if (child == 0) {
    printf("%g\n", __enzyme_autodiff_check((void *)caught, 2.0));
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}
