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

// Thrown by a function that does nothing else with it.
__attribute__((noinline)) static double limited(double x) {
  if (x > 1)
    throw Failure{x * x};
  return x;
}
static double carriedFromCall(double x) {
  try {
    return limited(x) * 2;
  } catch (const Failure &failure) {
    return 3 * failure.value;
  }
}
static double memory[2];
__attribute__((noinline)) static void checked() {
  if (memory[0] > 1)
    throw Failure{memory[0]};
}
static double carriedFromMemory(double x) {
  memory[0] = x * x;
  try {
    checked();
  } catch (const Failure &failure) {
    return 3 * failure.value;
  }
  return x;
}

CHECK_SCALAR(carried, 0.5, -1.25);
CHECK_SCALAR(carriedFromCall, 0.5, -1.25);
CHECK_SCALAR(carriedFromMemory, 0.5, -0.25);

template <class Derivative> static int stops(Derivative derivative) {
  fflush(stdout);
  dup2(1, 2);
  const pid_t child = fork();
  if (child == 0) {
    printf("%g\n", derivative());
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}
CHECK_VALUES(thrown) {
  EXPECT_TRUE(stops([] { return __enzyme_autodiff_check((void *)carried, 2.0); }));
  EXPECT_TRUE(stops([] { return __enzyme_autodiff_check((void *)carriedFromCall, 2.0); }));
  EXPECT_TRUE(stops([] { return __enzyme_autodiff_check((void *)carriedFromMemory, 2.0); }));
}
