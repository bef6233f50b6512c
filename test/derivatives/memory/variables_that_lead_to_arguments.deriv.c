// Pointers that an ordinary call made: to what an argument leads to, to a variable that the function uses by its name, to
// both by way of older records; read and written through either, in the middle and in blocks of any size.
// alone: off, some functions ask for derivatives themselves
#include "check.h"

static double own[4];
double known[4];
double *toOwn, *toKnown = known + 1, *toArgument;
static double *hidden;
extern double __enzyme_autodiff_checks(void *, ...);
struct record {
  double *number;
  int n;
};
static struct record *records;
struct list {
  struct list *next;
  double value;
} *list;

double throughOwn(double k) {
  own[1] = k * k;
  return toOwn[1] * 3 + own[1];
}
double throughKnown(double k) {
  known[2] = k * k;
  toKnown[1] *= k;
  return known[2];
}
NOINLINE static double *argumentsMemory(void) { return hidden; }
double throughArgument(double *x, double k) {
  x[0] = k * k;
  return toArgument[0] * k + argumentsMemory()[0];
}
double readsArgument(const double *x) { return *toArgument * *toArgument + *argumentsMemory() * x[1]; }
double writesArgument(double *x) {
  toArgument[1] = x[0] * x[0];
  return x[1] * x[1];
}
double byRecords(const double *x) { return records[1].number[0] * records[1].number[0] * x[1]; }
/// The list's memory is older, and nothing else leads there.
double byList(double k) {
  double last = 1, sum = 0;
  for (struct list *at = list; at; at = at->next)
    last = at->value = k * (last + 1);
  for (struct list *at = list; at; at = at->next)
    sum += at->value * at->value;
  return sum;
}

/// A new node, behind older ones.
double appended(double k) {
  struct list *made = malloc(sizeof *made), *last = list;
  made->value = k * k;
  made->next = NULL;
  while (last->next)
    last = last->next;
  last->next = made;
  double sum = 0;
  for (struct list *at = list; at; at = at->next)
    sum += at == made ? at->value * k : 1;
  last->next = NULL;
  free(made);
  return sum;
}

/// Everything that the pointers lead to, in ordinary code.
__attribute__((constructor)) static void point(void) {
  toOwn = own;
  records = malloc(2 * sizeof *records);
  for (int i = 0; i < 3; i++) {
    struct list *made = malloc(sizeof *made);
    *made = (struct list){list, i};
    list = made;
  }
}
CHECK_SCALAR(throughOwn, 0.8, -1.5);
CHECK_SCALAR(throughKnown, 0.8, -1.5);
CHECK_SCALAR(byList, 0.8, -1.5);
CHECK_SCALAR(appended, 0.8, -1.5);

static void checkAt(double *x, double *dx) {
  toArgument = hidden = x;
  records[1].number = x;
  x[0] = 0.5, x[1] = -0.75;
  dx[0] = dx[1] = 0;
  checkPair forward = __enzyme_fwddiff_checks((void *)throughArgument, enzyme_primal_return, enzyme_dup, x, dx, 0.8, 1.0);
  EXPECT_CLOSE(forward.tangent, 3 * 0.8 * 0.8 + 2 * 0.8, 1e-14);
  dx[0] = 0;
  EXPECT_CLOSE(__enzyme_autodiff_checks((void *)throughArgument, enzyme_dup, x, dx, 0.8), 3 * 0.8 * 0.8 + 2 * 0.8, 1e-14);
  x[0] = 0.5;
  __enzyme_autodiff_checkv((void *)readsArgument, enzyme_dup, x, dx);
  EXPECT_CLOSE(dx[0], 2 * 0.5 - 0.75, 1e-14);
  EXPECT_CLOSE(dx[1], 0.5, 1e-14);
  dx[0] = dx[1] = 0;
  __enzyme_autodiff_checkv((void *)byRecords, enzyme_dup, x, dx);
  EXPECT_CLOSE(dx[0], -2 * 0.5 * 0.75, 1e-14);
  EXPECT_CLOSE(dx[1], 0.5 * 0.5, 1e-14);
  dx[0] = 1, dx[1] = 0;
  forward = __enzyme_fwddiff_checks((void *)writesArgument, enzyme_primal_return, enzyme_dup, x, dx);
  EXPECT_CLOSE(forward.tangent, 4 * 0.5 * 0.5 * 0.5, 1e-14);
  dx[0] = dx[1] = 0, x[1] = -0.75;
  __enzyme_autodiff_checkv((void *)writesArgument, enzyme_dup, x, dx);
  EXPECT_CLOSE(dx[0], 4 * 0.5 * 0.5 * 0.5, 1e-14);
  EXPECT_CLOSE(dx[1], 0, 0);
}

/// Derivatives of derivatives: each has shadows of its own for what is older.
static double twice(double k) {
  own[1] = k * k;
  list->value = toOwn[1] * k;
  return list->value * k; // k to the fourth
}
double slope(double k) { return __enzyme_fwddiff_check((void *)twice, enzyme_primal_return, k, 1.0).tangent; }
double adjoint(double k) { return __enzyme_autodiff_check((void *)twice, k); }
/// One within that meets nothing older, and begins with shadows of its own.
static double state;
static double cubed(double k) {
  state = k * k;
  return state * k;
}
double around(double k) {
  list->value = k * k;
  double inner = __enzyme_autodiff_check((void *)cubed, k);
  return list->value * inner;
}
CHECK_SCALAR(around, 0.8, -1.5);
CHECK_SCALAR(slope, 0.8, -1.5);
CHECK_SCALAR(adjoint, 0.8, -1.5);

/// Arrays that lie in one block: the shadow of one is not that of the others.
static double *behind;
NOINLINE static double inOneBlock(const double *x) {
  behind[0] = x[0] * x[1];
  return behind[0] * behind[0] * behind[1];
}
CHECK_VALUES(arraysOfOneBlock) {
  double *block = malloc(16 * sizeof *block), *shadow = calloc(2, sizeof *shadow), onStack[2] = {0, 0};
  behind = block + 8;
  block[0] = 0.5, block[1] = -1.5, behind[1] = 3;
  __enzyme_autodiff_checkv((void *)inOneBlock, enzyme_dup, block, shadow);
  EXPECT_CLOSE(shadow[0], 3 * 2 * 0.5 * 1.5 * 1.5, 1e-14);
  double x[2] = {0.5, -1.5};
  __enzyme_autodiff_checkv((void *)inOneBlock, enzyme_dup, x, onStack);
  EXPECT_CLOSE(onStack[0], 3 * 2 * 0.5 * 1.5 * 1.5, 1e-14);
  free(block);
  free(shadow);
}
CHECK_VALUES(inTheMiddle) {
  double *block = malloc(8 * sizeof *block), *shadow = calloc(8, sizeof *shadow);
  block[0] = block[1] = 2, block[5] = 3;
  toArgument = hidden = block + 5;
  EXPECT_CLOSE(readsArgument(block), 9 + 3 * 2, 0);
  __enzyme_autodiff_checkv((void *)readsArgument, enzyme_dup, block, shadow);
  EXPECT_CLOSE(shadow[5], 2 * 3 + 2, 1e-14);
  EXPECT_CLOSE(shadow[1], 3, 1e-14);
  free(block);
  free(shadow);
}
CHECK_VALUES(arguments) {
  double x[2], dx[2];
  checkAt(x, dx);
  for (size_t room = 2; room < 1000000; room *= 10) { // of the allocator's, and of the system's
    double *block = malloc(room * sizeof *block), *shadow = malloc(room * sizeof *shadow);
    checkAt(block, shadow);
    if (room > 100)
      checkAt(block + 98, shadow + 98);
    free(block);
    free(shadow);
  }
}
