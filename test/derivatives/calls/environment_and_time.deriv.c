// getenv, time, clock, errno: library calls without derivatives.
// env: FACTOR=3
#include "check.h"
#include <errno.h>
#include <time.h>

double f(double x) {
  const char *factor = getenv("FACTOR");
  const time_t now = time(0);
  const clock_t used = clock();
  errno = 0;
  const double r = log(x);
  if (errno || now < 0 || used < 0)
    return 0;
  return r * x * (factor ? atoi(factor) : 3);
}

CHECK_SCALAR(f, 3, 1.5);
