// Global tables whose addresses lead to variables and to constants, in structures beside numbers,
// some of them pointed elsewhere before any derivative is asked for.
#include "check.h"

static const double fixed[2] = {3, 4};
static double moving[2] = {1, 2};
static double *const rows[3] = {moving, (double *)fixed, moving + 1};

/// A constant table of both: where it leads decides.
double chosen(const double *x, int n) {
  double sum = 0;
  moving[0] = x[0] * x[0];
  moving[1] = x[1];
  for (int i = 0; i < n; i++)
    sum += *rows[i % 3] * x[i];
  return sum;
}
CHECK_FUNCTION_N(chosen, 4, 0.5, -1.25, 2, 3);

/// Numbers beside the address of a table.
static const double defaults[3] = {1, 2, 3}, others[3] = {-2, 0.5, 4};
static struct {
  double scale;
  const double *table;
} settings = {2, defaults};
double byTheSettings(const double *x, int n) {
  double sum = 0;
  settings.scale = x[0];
  for (int i = 0; i < n; i++)
    sum += settings.table[i % 3] * x[i] * settings.scale;
  return sum;
}
CHECK_FUNCTION_N(byTheSettings, 3, 0.5, -1.25, 2);

/// The address comes later.
static struct {
  double scale;
  const double *table;
} empty;
double byLateSettings(const double *x, int n) {
  double sum = 0;
  empty.scale = x[0];
  for (int i = 0; i < n; i++)
    sum += empty.table[i % 3] * x[i] * empty.scale;
  return sum;
}
CHECK_FUNCTION_N(byLateSettings, 3, 0.5, -1.25, 2);

/// The same in a variable alone, in an array, and in one that starts empty.
static const double *table = defaults, *tables[2] = {defaults, others}, *late;
double byPointers(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] * (table[i] + tables[i % 2][i] * late[i]);
  return sum;
}
CHECK_FUNCTION_N(byPointers, 3, 0.5, -1.25, 2);

/// What a pointer in a global leads to is written by a function that gets neither.
static double buffers[2][2], *current = buffers[0];
NOINLINE static void fill(double x) { current[1] = x * x; }
NOINLINE static void turn(int to) { current = buffers[to]; }
double filled(const double *x) {
  turn(0);
  fill(x[0]);
  turn(1);
  fill(x[1] * x[0]);
  turn(0);
  double sum = buffers[0][1] * buffers[1][1];
  memmove(buffers[0], buffers[1], sizeof buffers[0]);
  memset(buffers[1], 0, sizeof buffers[1]);
  return sum * buffers[0][1] + buffers[1][1];
}
CHECK_FUNCTION(filled, 2, 0.5, -1.25);

/// By functions that only move or clear it, atomically too.
static double moved[4];
NOINLINE static void shift(void) { memmove(moved + 1, moved, 2 * sizeof *moved); }
NOINLINE static void clear(void) { memset(moved, 0, sizeof *moved); }
NOINLINE static void put(double x) { moved[0] = x; }
NOINLINE static double *last(void) { return moved + 3; }
double byHelpers(const double *x) {
  memset(moved, 0, sizeof moved);
  put(x[0] * x[0]);
  shift();
  double first = moved[1] * moved[0];
  clear();
  *last() = x[1] * first;
  return moved[0] * x[0] + moved[1] * moved[3] + moved[2];
}
CHECK_FUNCTION(byHelpers, 2, 0.5, -1.25);

__attribute__((constructor)) static void choose(void) {
  settings.table = others;
  empty.table = others;
  table = others;
  tables[0] = others;
  late = defaults;
}
