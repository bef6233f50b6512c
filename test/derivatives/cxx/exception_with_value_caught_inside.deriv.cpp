// An active value carried by an exception that is caught inside: refused when it runs, never wrong.
// prints: an exception that carries active values is caught inside differentiated code
#include "check.h"
#include <unistd.h>
#include <sys/wait.h>

struct Failure {
  double value;
};

static double carried(double x) {
  try {
    if (x > 1)
      throw Failure{x * x};
    return x;
  } catch (const Failure &failure) {
    return 3 * failure.value;
  }
}

CHECK_SCALAR(carried, 0.5, -1.25);
CHECK_VALUES(thrown) {
  fflush(stdout);
  dup2(1, 2);
  const pid_t child = fork();
  if (child == 0) {
    printf("%g\n", __enzyme_autodiff_check((void *)carried, 2.0));
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}
