// Of a call through a member of a structure only those functions come into question that the program
// stores there. Here are the ways by which a function comes from the member where it is written
// to another one, or out of members altogether.
#include "check.h"
#include "members.h"
#include <stddef.h>

static double logarithm(double x) { return log(1 + x * x); }
static double inverse(double x) { return 1 / (2 + x * x); }
static double hyperbolic(double x) { return tanh(x); }
static double linear(double x) { return 7 * x; }
static double sum(double x) { return x + x * x; }
static double shifted(double x) { return (x - 1) * (x - 2); }
static double late(double x) { return x * cos(x); }
static double half(double x) { return x * x / 2; }
static double third(double x) { return x * x / 3; }
static double early(double x) { return x * sin(x); }
static double only(double x) { return x * x / 3; }

static double methods(double x) {
  double result = 0;
  for (int kind = 0; kind < 2; kind++) {
    struct Object *object = make(kind, x);
    result += callValue(object) + callSlope(object) * x;
    free(object);
  }
  return result;
}
CHECK_SCALAR(methods, 2, -3);

static const struct Options options = {1, logarithm, 0};
static double copied(double x) {
  struct Solver solver;
  take(&solver, &options);
  return callChosen(&solver, x) + callFirst(&solver.operations, x) * callSecond(&solver.operations, x) +
         callLast(&solver, x) + callListed(&solver, 1, x);
}
CHECK_SCALAR(copied, 2, -3);

static double throughVoid(double x) {
  struct Solver solver;
  take(&solver, &options);
  return callAnything(&solver, x) + apply(&solver, x);
}
CHECK_SCALAR(throughVoid, 2, -3);

static double byPointer(double x) {
  struct Solver solver = {.chosen = inverse};
  set(&solver.last, hyperbolic);
  exchange(&solver.operations.second, &solver.chosen);
  return callSecond(&solver.operations, x) * callLast(&solver, x);
}
CHECK_SCALAR(byPointer, 2, -3);

static double byValue(double x) {
  struct Operations some = chosen(0);
  Operation kept = some.second;
  Operation *place = &some.first;
  return kept(x) + (*place)(x) + chosen(1).first(x);
}
CHECK_SCALAR(byValue, 2, -3);

static double withoutName(double x) {
  Task task = {3, linear, 0};
  Task other = {4, 0, sum};
  task.stop = other.stop;
  return run(task, x);
}
CHECK_SCALAR(withoutName, 2, -3);

static double alike(double x) {
  struct Derived derived = {.step = shifted, .factor = x};
  return step((struct Base *)&derived, x);
}
CHECK_SCALAR(alike, 2, -3);

static double ofUnion(double x) {
  union Either either;
  fill(&either.timed);
  return callDated(&either.dated, x);
}
CHECK_SCALAR(ofUnion, 2, -3);

static const struct Source toCopy = {.chosen = late};
static double onlyCopied(double x) {
  struct Copy here;
  copy(&here, &toCopy);
  return callCopied(&here, x);
}
CHECK_SCALAR(onlyCopied, 2, -3);

static double ofVariable(double x) {
  Operation operation = half;
  if (x > 0)
    operation = third;
  return given(operation, x);
}
CHECK_SCALAR(ofVariable, 2, -3);

static double ofOthers(double x) {
  struct Options mine = {0, early, &mine};
  struct Options *found = mine.data;
  Operation operation = x > 0 ? found->chosen : shared.operations.first;
  return given(operation, x) + callSecond(&shared.operations, x);
}
CHECK_SCALAR(ofOthers, 2, -3);

static struct Operations variable[2];
static double listed(double x) {
  variable[1] = (struct Operations){.second = only};
  struct Operations copy[2];
  memcpy(copy, variable, sizeof copy);
  struct Operations *last = copy + 1;
  return callSecond(last, x) * x;
}
CHECK_SCALAR(listed, 2, -3);

static double sixth(double x) { return 6 * x * x; }
static double seventh(double x) { return 7 * x * x * x; }
static double partly(double x) {
  struct Wide from;
  from.first = sixth;
  from.second = seventh;
  struct Solver solver;
  memcpy(&solver.operations.first, &from.first, 2 * sizeof(Operation));
  return callSecond(&solver.operations, x);
}
CHECK_SCALAR(partly, 2, -3);

static double eighth(double x) { return 8 * x * x; }
struct Long {
  long state[50];
  Operation kept;
};
static double byBytes(double x) {
  struct Long from;
  from.kept = eighth;
  struct Solver solver;
  memcpy(&solver.chosen, (char *)&from + offsetof(struct Long, kept), sizeof(Operation));
  return callChosen(&solver, x);
}
CHECK_SCALAR(byBytes, 2, -3);
