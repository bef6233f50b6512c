// Memory that the function hands to its caller through a pointer, and its shadow.
#include "check.h"

typedef struct {
  void *tape;
  double *p, *dp;
} TapeAndPointer;
extern TapeAndPointer __enzyme_augmentfwd_pointer(void *, ...);
extern void __enzyme_reverse_void(void *, ...);

static double *squares(const double *x, int n) {
  double *y = (double *)malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i] * x[(i + 1) % n];
  return y;
}

CHECK_VALUES(the_shadow_is_seeded_between_the_halves) {
  double x[3] = {1, 2, 3}, dx[3] = {0};
  TapeAndPointer r = __enzyme_augmentfwd_pointer((void *)squares, enzyme_dup, x, dx, 3);
  EXPECT_EXACT(r.p[0], 2);
  EXPECT_EXACT(r.p[1], 12);
  EXPECT_EXACT(r.p[2], 9);
  for (int i = 0; i < 3; i++)
    r.dp[i] = i + 1;
  __enzyme_reverse_void((void *)squares, enzyme_dup, x, dx, 3, r.tape);
  EXPECT_EXACT(dx[0], 1 * 2 * 1 * 2 + 3 * 9);
  EXPECT_EXACT(dx[1], 1 * 1 + 2 * 2 * 2 * 3);
  EXPECT_EXACT(dx[2], 2 * 4 + 3 * 2 * 3 * 1);
  free(r.p);
  free(r.dp);
}

// What was made here and handed out, the caller may change before the reverse half runs.
static double sumOfSquares(const double *x, int n, double **left) {
  double *y = (double *)malloc(sizeof(double) * n), sum = 0;
  *left = y;
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[(i + 1) % n];
  for (int i = 0; i < n; i++)
    sum += y[i] * y[i] * y[i];
  return sum;
}

__attribute__((noinline)) static double *products(const double *x, int n) {
  double *y = (double *)malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[(i + 1) % n];
  return y;
}

static double madeElsewhere(const double *x, int n, double **left) {
  double *y = products(x, n), sum = 0;
  *left = y;
  for (int i = 0; i < n; i++)
    sum += y[i] * y[i] * y[i];
  return sum;
}

static double *table;
static double viaGlobal(const double *x, int n) {
  double sum = 0;
  table = (double *)malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    table[i] = x[i] * x[(i + 1) % n];
  for (int i = 0; i < n; i++)
    sum += table[i] * table[i] * table[i];
  return sum;
}

static double fixed[3];
static double inGlobal(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    fixed[i] = x[i] * x[(i + 1) % n];
  for (int i = 0; i < n; i++)
    sum += fixed[i] * fixed[i] * fixed[i];
  return sum;
}

typedef struct {
  void *tape;
  double value;
} TapeAndNumber;
extern TapeAndNumber __enzyme_augmentfwd_number(void *, ...);

// (x0 x1)^3 + (x1 x2)^3 + (x2 x0)^3
static void expectGradient(const double *dx) {
  EXPECT_EXACT(dx[0], 3 * 4 * 2 + 3 * 9 * 3);
  EXPECT_EXACT(dx[1], 3 * 4 * 1 + 3 * 36 * 3);
  EXPECT_EXACT(dx[2], 3 * 36 * 2 + 3 * 9 * 1);
}

static void spoil(double *y) {
  for (int i = 0; i < 3; i++)
    y[i] = 1000;
}

CHECK_VALUES(what_was_handed_out_changes_between_the_halves) {
  double x[3] = {1, 2, 3}, dx[3] = {0}, *left = 0, *shadow = 0;
  TapeAndNumber r = __enzyme_augmentfwd_number((void *)sumOfSquares, enzyme_dup, x, dx, 3, enzyme_dup, &left, &shadow);
  EXPECT_EXACT(r.value, 8 + 216 + 27);
  spoil(left);
  __enzyme_reverse_void((void *)sumOfSquares, enzyme_dup, x, dx, 3, enzyme_dup, &left, &shadow, 1.0, r.tape);
  expectGradient(dx);
  free(left);
  free(shadow);
}

CHECK_VALUES(what_another_function_made_changes_between_the_halves) {
  double x[3] = {1, 2, 3}, dx[3] = {0}, *left = 0, *shadow = 0;
  TapeAndNumber r = __enzyme_augmentfwd_number((void *)madeElsewhere, enzyme_dup, x, dx, 3, enzyme_dup, &left, &shadow);
  spoil(left);
  __enzyme_reverse_void((void *)madeElsewhere, enzyme_dup, x, dx, 3, enzyme_dup, &left, &shadow, 1.0, r.tape);
  expectGradient(dx);
  free(left);
  free(shadow);
}

CHECK_VALUES(what_a_global_leads_to_changes_between_the_halves) {
  double x[3] = {1, 2, 3}, dx[3] = {0};
  TapeAndNumber r = __enzyme_augmentfwd_number((void *)viaGlobal, enzyme_dup, x, dx, 3);
  spoil(table);
  __enzyme_reverse_void((void *)viaGlobal, enzyme_dup, x, dx, 3, 1.0, r.tape);
  expectGradient(dx);
}

CHECK_VALUES(a_global_changes_between_the_halves) {
  double x[3] = {1, 2, 3}, dx[3] = {0};
  TapeAndNumber r = __enzyme_augmentfwd_number((void *)inGlobal, enzyme_dup, x, dx, 3);
  spoil(fixed);
  __enzyme_reverse_void((void *)inGlobal, enzyme_dup, x, dx, 3, 1.0, r.tape);
  expectGradient(dx);
}
