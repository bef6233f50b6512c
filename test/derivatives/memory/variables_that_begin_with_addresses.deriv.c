// Variables whose initialisers are addresses of others, and that ordinary code points elsewhere before a derivative:
// buffers that change places, a default workspace that a larger one replaces, a table of rows, records.
// alone: off, an ordinary call comes between derivatives
#include "check.h"

enum { count = 3 };
double first[count], second[count];
double *current = first, *next = second;
static double firstOwn[count], secondOwn[count];
static double *ownCurrent = firstOwn, *ownNext = secondOwn;
static double rowA[2], rowB[2], rowC[2];
static double *rows[3] = {rowA, rowB, rowC};
static double few[2];
static struct {
  int size;
  double scale, *memory;
} workspace = {2, 1.5, few};
static struct __attribute__((packed)) {
  int size;
  double *row;
  char kind;
} packed[2] = {{1, rowA, 'a'}, {2, rowB, 'b'}};
static _Thread_local double ofThread[2];
double other[count], *chosen = other;

static void swap(void) {
  double *kept = current;
  current = next, next = kept;
  kept = ownCurrent;
  ownCurrent = ownNext, ownNext = kept;
}

/// One step from the current buffer to the next one, by names and by pointers.
double step(double k) {
  for (int i = 0; i < count; i++)
    current[i] = k * (i + 1);
  for (int i = 0; i < count; i++)
    next[i] = current[i] * current[(i + 1) % count];
  return next[0] * first[1] + next[2] * second[0];
}
double ownStep(double k) {
  firstOwn[1] = k * k, secondOwn[1] = k;
  ownNext[0] = ownCurrent[1] * 3 + ownNext[1];
  return firstOwn[0] * 2 + secondOwn[0] * k;
}
/// Differentiated code changes their places, too: an odd number of times.
double steps(double k) {
  current[0] = k, next[0] = 2 * k;
  for (int i = 0; i < 3; i++) {
    next[0] = current[0] * next[0];
    swap();
  }
  double result = first[0] + 2 * second[0];
  swap();
  return result;
}
double byRows(double k) {
  rowA[0] = k, rowB[0] = k * k, rowC[0] = 3 * k;
  return rows[0][0] + 2 * rows[1][0] * rows[2][0];
}
/// Addresses that lie in the middle of words.
double byPacked(double k) {
  rowA[1] = k, rowB[1] = k * k, rowC[1] = 3 * k;
  return packed[0].row[1] * packed[0].size + packed[1].row[1] * packed[1].size;
}
double byWorkspace(double k) {
  for (int i = 0; i < workspace.size; i++)
    workspace.memory[i] = workspace.scale * k * k + i;
  double sum = few[0];
  for (int i = 0; i < workspace.size; i++)
    sum += workspace.memory[i] * workspace.memory[i];
  few[0] = 1;
  return sum;
}
/// Where the pointer leads depends on the thread that runs.
double byThread(double k) {
  ofThread[1] = k * k, other[1] = 2 * k;
  return chosen[1] * k;
}
CHECK_SCALAR(step, 0.8, -1.5);
CHECK_SCALAR(ownStep, 0.8, -1.5);
CHECK_SCALAR(steps, 0.8, -1.5);
CHECK_SCALAR(byRows, 0.8, -1.5);
CHECK_SCALAR(byPacked, 0.8, -1.5);
CHECK_SCALAR(byWorkspace, 0.8, -1.5);
CHECK_SCALAR(byThread, 0.8, -1.5);

__attribute__((constructor)) static void move(void) {
  swap();
  double *row = rows[0];
  rows[0] = rows[2], rows[2] = row;
  packed[0].row = rowC;
  workspace.memory = calloc(5, sizeof(double)), workspace.size = 5;
  chosen = ofThread;
}

double between(double k) { return step(k) + ownStep(k) + byRows(k) + byThread(k); }
static double differences(double k) { return (between(k + 1e-6) - between(k - 1e-6)) / 2e-6; }

/// And again, with the first addresses, and others.
CHECK_VALUES(moves) {
  for (int i = 0; i < 4; i++) {
    double expected = differences(0.7);
    EXPECT_CLOSE(__enzyme_autodiff_check((void *)between, 0.7), expected, 1e-7);
    EXPECT_CLOSE(__enzyme_fwddiff_check((void *)between, enzyme_primal_return, 0.7, 1.0).tangent, expected, 1e-7);
    swap();
    double *row = rows[i % 3];
    rows[i % 3] = rows[1], rows[1] = row;
    chosen = i % 2 ? ofThread : other;
  }
}

/// Derivatives of derivatives, of which each has shadows of its own for the buffers.
double slope(double k) { return __enzyme_fwddiff_check((void *)between, enzyme_primal_return, k, 1.0).tangent; }
double adjoint(double k) { return __enzyme_autodiff_check((void *)between, k); }
CHECK_SCALAR(slope, 0.8, -1.5);
CHECK_VALUES(movesAtSecondOrder) {
  for (int i = 0; i < 4; i++) {
    double expected = (slope(0.7 + 1e-6) - slope(0.7 - 1e-6)) / 2e-6;
    EXPECT_CLOSE(__enzyme_autodiff_check((void *)slope, 0.7), expected, 1e-7);
    EXPECT_CLOSE(__enzyme_fwddiff_check((void *)slope, enzyme_primal_return, 0.7, 1.0).tangent, expected, 1e-7);
    EXPECT_CLOSE(__enzyme_fwddiff_check((void *)adjoint, enzyme_primal_return, 0.7, 1.0).tangent, expected, 1e-7);
    swap();
    double *row = rows[i % 3];
    rows[i % 3] = rows[1], rows[1] = row;
    chosen = i % 2 ? ofThread : other;
  }
}
