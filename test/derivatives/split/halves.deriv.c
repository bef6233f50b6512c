// The two halves of a reverse derivative: what each takes and returns.
#include "check.h"

extern int enzyme_allocated, enzyme_tape, enzyme_byref;
typedef struct {
  double a, b;
} Two;
typedef struct {
  void *tape;
  double p;
} TapeAndValue;
typedef struct {
  void *tape;
  double *p, *dp;
} TapeAndPointer;
typedef struct {
  void *tape;
  Two p;
} TapeAndTwo;
extern TapeAndValue __enzyme_augmentfwd(void *, ...);
extern TapeAndPointer __enzyme_augmentfwd_pointer(void *, ...);
extern TapeAndTwo __enzyme_augmentfwd_two(void *, ...);
extern void *__enzyme_augmentfwd_void(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern Two __enzyme_reverse_two(void *, ...);
extern void __enzyme_reverse_void(void *, ...);
extern int enzyme_active_return;

static double overwrites(double *x) {
  double t = x[0] * x[0];
  x[0] = t * t;
  return t;
}
static double values(double x, double y) { return sin(x) * y; }
static double *next(double *x) {
  x[0] = x[0] * x[0];
  return x + 1;
}
static void copies(double *x, double *y) {
  *y = sin(*x);
  *x = 0;
}
static Two pair(double x) {
  Two r = {sin(x), x * x};
  return r;
}
static double linear(const double *x) { return 2 * x[0] + x[1]; }

CHECK_VALUES(a_result_is_primal_and_the_seed_scales) {
  double x = 3, dx = 1;
  TapeAndValue t = __enzyme_augmentfwd((void *)overwrites, enzyme_dup, &x, &dx);
  EXPECT_EXACT(t.p, 9);
  EXPECT_EXACT(x, 81);
  __enzyme_reverse_void((void *)overwrites, enzyme_dup, &x, &dx, 1.0, t.tape);
  EXPECT_EXACT(dx, 114);
  t = __enzyme_augmentfwd((void *)values, 1.0, 2.0);
  Two d = __enzyme_reverse_two((void *)values, 1.0, 2.0, 10.0, t.tape);
  EXPECT_CLOSE(d.a, 20 * cos(1), 1e-14);
  EXPECT_CLOSE(d.b, 10 * sin(1), 1e-14);
}

CHECK_VALUES(a_float_seed_is_converted) {
  TapeAndValue t = __enzyme_augmentfwd((void *)values, 1.0, 2.0);
  float seed = 0.5f;
  Two d = __enzyme_reverse_two((void *)values, 1.0, 2.0, seed, t.tape);
  EXPECT_CLOSE(d.a, cos(1), 1e-14);
}

CHECK_VALUES(a_pointer_result_has_a_shadow) {
  double v[2] = {3, 4}, dv[2] = {1, 0};
  TapeAndPointer q = __enzyme_augmentfwd_pointer((void *)next, enzyme_dup, v, dv);
  EXPECT_TRUE(q.p == v + 1);
  EXPECT_TRUE(q.dp == dv + 1);
  __enzyme_reverse_void((void *)next, enzyme_dup, v, dv, q.tape);
  EXPECT_EXACT(dv[0], 6);
}

CHECK_VALUES(the_reverse_half_can_be_repeated) {
  double a = 1, da = 0, b, db = 1;
  void *tape = __enzyme_augmentfwd_void((void *)copies, &a, &da, &b, &db);
  for (int i = 1; i < 4; i++) {
    da = 0;
    db = i;
    __enzyme_reverse_void((void *)copies, enzyme_nofree, &a, &da, &b, &db, tape);
    EXPECT_CLOSE(da, i * cos(1), 1e-14);
    EXPECT_EXACT(db, 0);
  }
  da = 0;
  db = 5;
  __enzyme_reverse_void((void *)copies, &a, &da, &b, &db, tape);
  EXPECT_CLOSE(da, 5 * cos(1), 1e-14);
}

CHECK_VALUES(a_structure_is_seeded_by_value_or_by_address) {
  Two seed = {10, 1};
  TapeAndTwo u = __enzyme_augmentfwd_two((void *)pair, 1.0);
  EXPECT_CLOSE(u.p.a, sin(1), 1e-14);
  EXPECT_CLOSE(u.p.b, 1, 1e-14);
  EXPECT_CLOSE(__enzyme_reverse((void *)pair, 1.0, enzyme_byref, sizeof seed, &seed, u.tape),
               10 * cos(1) + 2, 1e-14);
  u = __enzyme_augmentfwd_two((void *)pair, 1.0);
  EXPECT_CLOSE(__enzyme_reverse((void *)pair, 1.0, seed, u.tape), 10 * cos(1) + 2, 1e-14);
}

CHECK_VALUES(nothing_to_keep_is_a_null_tape) {
  double x[2] = {3, 4}, dx[2] = {0, 0};
  TapeAndValue t = __enzyme_augmentfwd((void *)linear, x, dx);
  EXPECT_EXACT(t.p, 10);
  EXPECT_TRUE(t.tape == 0);
  __enzyme_reverse_void((void *)linear, x, dx, 1.0, t.tape);
  EXPECT_EXACT(dx[0], 2);
  EXPECT_EXACT(dx[1], 1);
}

CHECK_VALUES(noret_leaves_the_primal_out) {
  double x = 3, dx = 1;
  void *tape = __enzyme_augmentfwd_void((void *)overwrites, enzyme_noret, enzyme_dup, &x, &dx);
  __enzyme_reverse_void((void *)overwrites, enzyme_noret, enzyme_dup, &x, &dx, 1.0, tape);
  EXPECT_EXACT(dx, 114);
}

CHECK_VALUES(a_const_result_takes_no_seed) {
  double x = 3, dx = 1;
  TapeAndValue t = __enzyme_augmentfwd((void *)overwrites, enzyme_const_return, enzyme_dup, &x, &dx);
  EXPECT_EXACT(t.p, 9);
  __enzyme_reverse_void((void *)overwrites, enzyme_const_return, enzyme_dup, &x, &dx, t.tape);
  EXPECT_EXACT(dx, 108);
}

CHECK_VALUES(const_parameters_stay) {
  TapeAndValue t = __enzyme_augmentfwd((void *)values, 1.0, enzyme_const, 2.0);
  EXPECT_CLOSE(__enzyme_reverse((void *)values, 1.0, enzyme_const, 2.0, 3.0, t.tape), 6 * cos(1), 1e-14);
}

CHECK_VALUES(shadows_may_stand_behind_interleave) {
  double x = 3, dx = 1;
  TapeAndValue t = __enzyme_augmentfwd((void *)overwrites, enzyme_dup, &x, enzyme_interleave, &dx);
  __enzyme_reverse_void((void *)overwrites, enzyme_dup, &x, 1.0, t.tape, enzyme_interleave, &dx);
  EXPECT_EXACT(dx, 114);
}
