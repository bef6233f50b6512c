#include "members.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// What is inlined is no call through a member any more.
#define KEEP __attribute__((noinline))

// Each of them is in one place only.
static double square(double x) { return x * x; }
static double twice(double x) { return 2 * x; }
static double cube(double x) { return x * x * x; }
static double three(double x) { return 3 * x * x; }
static double root(double x) { return sqrt(1 + x * x); }
static double quarter(double x) { return x * x * x * x; }
static double sine(double x) { return sin(x); }
static double cosine(double x) { return cos(x); }
static double growth(double x) { return exp(x / 2); }
static double fifth(double x) { return 5 * x * x; }

static const struct Class squares = {1, square, twice, "squares"};
static const struct Class cubes = {.name = "cubes", .slope = three, .value = cube};
static const struct Operations all[2] = {{root, quarter}, {sine, cosine}};
struct Solver shared = {.operations = {growth, fifth}};

KEEP struct Object *make(int kind, double x) {
  struct Object *object = malloc(sizeof *object);
  object->class = kind ? &cubes : &squares;
  object->x = x;
  return object;
}
KEEP void take(struct Solver *solver, const struct Options *options) {
  memset(solver, 0, sizeof *solver);
  solver->operations = all[options->size];
  solver->chosen = options->chosen;        // from a member to a member of another
  solver->last = solver->operations.first; // of one structure
  solver->several[1] = options->chosen;
  solver->anything = (void *)options->chosen;
}
KEEP void set(Operation *place, Operation operation) { *place = operation; }
KEEP struct Operations chosen(int which) { return all[which]; }
KEEP void exchange(Operation *a, Operation *b) {
  Operation kept = *a;
  *a = *b;
  *b = kept;
}
KEEP double run(Task task, double x) { return task.run(x) + task.stop(x); }
KEEP double step(struct Base *base, double x) { return base->step(x); }
static double waited(double x) { return x * cos(x); }
KEEP void fill(struct Timed *timed) { timed->late = waited; }
KEEP void copy(struct Copy *copy, const struct Source *source) { copy->chosen = source->chosen; }
KEEP double callCopied(struct Copy *copy, double x) { return copy->chosen(x); }
KEEP double callDated(struct Dated *dated, double x) { return dated->late(x); }
KEEP double callChosen(struct Solver *solver, double x) { return solver->chosen(x); }
KEEP double callFirst(struct Operations *some, double x) { return some->first(x); }
KEEP double callSecond(struct Operations *some, double x) { return some->second(x); }
KEEP double callLast(struct Solver *solver, double x) { return solver->last(x); }
KEEP double callAnything(struct Solver *solver, double x) { return ((Operation)solver->anything)(x); }
KEEP double callListed(struct Solver *solver, int which, double x) { return solver->several[which](x); }
KEEP double callValue(struct Object *object) { return object->class->value(object->x); }
KEEP double callSlope(struct Object *object) { return object->class->slope(object->x); }
KEEP double given(Operation operation, double x) { return operation(x); }
KEEP double apply(void *solver, double x) {
  unsigned char bytes[sizeof(struct Solver)];
  memcpy(bytes, solver, sizeof bytes);
  struct Solver copy;
  memcpy(&copy, bytes, sizeof copy);
  return copy.chosen(x) * copy.last(x);
}
