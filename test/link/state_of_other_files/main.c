// Functions of other files change globals and memory of their own without being handed either.
#include "check.h"

extern double state;
double seen;
void advance(void), advanceSeen(void), run(void), choose(int cubes);
void put(double value);
double get(void);
void record(double value), tick(void);
extern double *current;
void addToCurrent(double value);

double advanced(double x) {
  state = x;
  advance();
  return state;
}
CHECK_SCALAR(advanced, 3, -0.5);

double advancedHere(double x) {
  seen = x * x;
  advanceSeen();
  return seen;
}
CHECK_SCALAR(advancedHere, 3, -0.5);

__attribute__((noinline)) static void advanceTwice(void) {
  advance();
  advanceSeen();
}
double belowACallee(double x) {
  state = x;
  seen = x;
  advanceTwice();
  return state * seen;
}
CHECK_SCALAR(belowACallee, 3, -0.5);

double throughAPointer(double x) {
  state = x;
  choose(1);
  run();
  choose(0);
  run();
  return state;
}
CHECK_SCALAR(throughAPointer, 3, -0.5);

double putAndGot(double x) {
  put(x * x);
  return get() * x;
}
CHECK_SCALAR(putAndGot, 3, -0.5);

double recorded(double x) {
  record(x);
  tick();
  return x * x;
}
CHECK_SCALAR(recorded, 3, -0.5);

double pointedTo(double x) {
  double s = x;
  current = &s;
  addToCurrent(x * x);
  return s;
}
CHECK_SCALAR(pointedTo, 3, -0.5);
