// Static buffers that an ordinary call allocated: written, grown by free and malloc or by realloc
// in differentiated code; arrays of them, and read before they are written; beside sizes, and in an
// integer.
#include "check.h"
#include <stdint.h>
static double *buffer;
static int room;
NOINLINE static double *roomFor(int n) {
  if (n > room) {
    free(buffer);
    buffer = malloc((size_t)n * sizeof(double));
    room = n;
  }
  return buffer;
}
double allocated(const double *x, int n) {
  double *t = roomFor(n), sum = 0;
  for (int i = 0; i < n; i++)
    t[i] = x[i] * x[i];
  for (int i = 0; i + 1 < n; i++)
    sum += t[i] * t[i + 1];
  return sum;
}
double allocatedMore(const double *x, int n) { return allocated(x, n); }

static double *list;
static int used, most;
NOINLINE static void append(double v) {
  if (used == most) {
    most = most ? 2 * most : 2;
    list = realloc(list, (size_t)most * sizeof(double));
  }
  list[used++] = v;
}
double grown(const double *x, int n) {
  used = 0;
  for (int i = 0; i < n; i++) {
    append(x[i] * x[i]);
    append(x[i]);
  }
  double sum = 0;
  for (int i = 0; i + 1 < used; i++)
    sum += list[i] * list[i + 1];
  return sum;
}
double grownMore(const double *x, int n) { return grown(x, n); }

/// What was there before is constant; the other half is written.
static struct {
  double *rows[3];
  int count;
} tables;
NOINLINE static void prepare(void) {
  for (; tables.count < 3; tables.count++) {
    tables.rows[tables.count] = malloc(8 * sizeof(double));
    for (int i = 0; i < 8; i++)
      tables.rows[tables.count][i] = i + tables.count;
  }
}
double partlyWritten(const double *x, int n) {
  prepare();
  double sum = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++) {
      double old = tables.rows[k][i + 4];
      tables.rows[k][i] = x[i] * old + x[k];
      sum += tables.rows[k][i] * tables.rows[(k + 1) % 3][4];
    }
  for (int i = 0; i < n; i++)
    sum += tables.rows[0][i] * tables.rows[2][n - 1 - i];
  return sum;
}
/// Sizes that other files may give and get say nothing of where the memory is.
static struct {
  double *data;
  size_t room, used;
} sized;
void reserve(size_t n) {
  if (n > sized.room) {
    free(sized.data);
    sized.data = malloc(n * sizeof(double));
    sized.room = n;
  }
}
size_t roomLeft(void) { return sized.room - sized.used; }
double ofSize(const double *x, int n) {
  if (roomLeft() < (size_t)n)
    reserve((size_t)n);
  double s = 0;
  for (int i = 0; i < n; i++)
    sized.data[i] = x[i] * x[i];
  for (int i = 0; i + 1 < n; i++)
    s += sized.data[i] * sized.data[i + 1];
  return s;
}

/// An address in an integer.
static uintptr_t handle;
double byHandle(const double *x, int n) {
  if (!handle)
    handle = (uintptr_t)malloc(8 * sizeof(double));
  double *b = (double *)handle, s = 0;
  for (int i = 0; i < n; i++)
    b[i] = x[i] * x[i];
  for (int i = 0; i + 1 < n; i++)
    s += b[i] * b[i + 1];
  return s;
}

CHECK_VALUES(before) {
  double x[2] = {1, 2};
  EXPECT_CLOSE(allocated(x, 2), 4, 1e-12);
  grown(x, 1);
  prepare();
  reserve(2);
  byHandle(x, 2);
}
CHECK_FUNCTION_N(ofSize, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(byHandle, 3, 1, -2, 3);
CHECK_FUNCTION_N(allocated, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(allocatedMore, 9, 1, -2, 3, .1, .2, .3, .4, .5, 6);
CHECK_FUNCTION_N(grown, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(grownMore, 9, 1, -2, 3, .1, .2, .3, .4, .5, 6);
CHECK_FUNCTION_N(partlyWritten, 3, 1, -2, 3);
