// Functions behind pointers change globals that they are not handed.
#include "check.h"

static double inner;
double outer;
static void square(void) { outer *= outer; }
static void cube(void) { inner *= inner * inner; }
static void (*step)(void) = cube;
struct machine {
  void (*steps[2])(void);
};
static const struct machine machine = {{square, cube}};

__attribute__((noinline)) static void wrapped(void) { step(); }

double ofThisFile(double x) {
  inner = x;
  wrapped();
  return inner * x;
}
CHECK_SCALAR(ofThisFile, 3, -0.5);

double ofAllFiles(double x) {
  step = square;
  outer = x;
  step();
  step = cube;
  return outer;
}
CHECK_SCALAR(ofAllFiles, 3, -0.5);

double fromATable(double x) {
  inner = outer = x;
  for (int i = 0; i < 4; i++)
    machine.steps[i % 2]();
  return inner + outer;
}
CHECK_SCALAR(fromATable, 1.25, -0.5);
