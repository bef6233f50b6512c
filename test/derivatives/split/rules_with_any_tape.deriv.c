// Registered gradients whose tape is a structure of any size, shares registers with the
// result, or has its type; with an int as result; with results of three kinds.
// oracle: differs, rules are wrong so as to be seen
#include "check.h"

typedef struct {
  double a, b;
} Two;
typedef struct {
  double a, b, c;
} Three;
typedef struct {
  float a, b;
} Floats;
typedef struct {
  Two tape;
  double p;
} TwoAndValue;
typedef struct {
  Three tape;
  double p;
} ThreeAndValue;
typedef struct {
  int tape;
  float p;
} IntAndFloat;
typedef struct {
  void *tape;
  int p;
} TapeAndInt;
extern double __enzyme_autodiff(void *, ...);
extern float __enzyme_autodiff_float(void *, ...);
extern Floats __enzyme_autodiff_floats(void *, ...);
extern Three __enzyme_autodiff_three(void *, ...);
typedef struct {
  void *tape;
  double p;
} Taped;
extern Taped __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);

// a structure of 16 bytes goes in two registers
static double two(double x) { return x * x; }
static TwoAndValue two_aug(double x) { return (TwoAndValue){{x, 3}, x * x}; }
static double two_rev(double x, double seed, Two tape) { return seed * tape.a * tape.b; }
void *__enzyme_register_gradient_two[] = {(void *)two, (void *)two_aug, (void *)two_rev};

// one of 24 bytes in memory
static double three(double x) { return x * x; }
static ThreeAndValue three_aug(double x) { return (ThreeAndValue){{x, 3, 5}, x * x}; }
static double three_rev(double x, double seed, Three tape) { return seed * tape.a * tape.b * tape.c; }
void *__enzyme_register_gradient_three[] = {(void *)three, (void *)three_aug, (void *)three_rev};

// an int and a float in one register
static float small(float x) { return x * x; }
static IntAndFloat small_aug(float x) { return (IntAndFloat){7, x * x}; }
static float small_rev(float x, float seed, int tape) { return seed * x * tape; }
void *__enzyme_register_gradient_small[] = {(void *)small, (void *)small_aug, (void *)small_rev};

// a status, and the result behind a pointer
static int status(const double *x, double *y) {
  *y = *x * *x;
  return 5;
}
static TapeAndInt status_aug(const double *x, double *dx, double *y, double *dy) {
  double *tape = (double *)malloc(sizeof(double));
  *tape = *x;
  *y = *x * *x;
  return (TapeAndInt){tape, 5};
}
static void status_rev(const double *x, double *dx, double *y, double *dy, void *tape) {
  *dx += 100 * *(double *)tape * *dy;
  *dy = 0;
  free(tape);
}
void *__enzyme_register_gradient_status[] = {(void *)status, (void *)status_aug, (void *)status_rev};

// two floats come back in one register
static float mix(float x, float y) { return x * y; }
static float mix_aug(float x, float y) { return x * y; }
static Floats mix_rev(float x, float y, float seed) { return (Floats){10 * seed, 20 * seed}; }
void *__enzyme_register_gradient_mix[] = {(void *)mix, (void *)mix_aug, (void *)mix_rev};

// a structure as result, seeded member by member
static Two pair(double x) { return (Two){x, x * x}; }
static Two pair_aug(double x) { return (Two){x, x * x}; }
static double pair_rev(double x, Two seed) { return 10 * seed.a + 100 * seed.b; }
void *__enzyme_register_gradient_pair[] = {(void *)pair, (void *)pair_aug, (void *)pair_rev};

static double uses_two(double x) { return 2 * two(x); }
static double uses_three(double x) { return three(x) * x; }
static float uses_small(float x) { return small(x); }
static double uses_status(double x) {
  double y;
  return status(&x, &y) + y;
}
static float uses_mix(float x, float y) { return mix(x, y); }
static double uses_pair(double x) {
  Two p = pair(x);
  return p.a + 2 * p.b;
}
static void stores(const double *x, double *y) { *y = two(*x); }

CHECK_VALUES(tapes) {
  EXPECT_EXACT(__enzyme_autodiff((void *)uses_two, 5.0), 30);
  EXPECT_EXACT(__enzyme_autodiff((void *)uses_three, 2.0), 2 * 30 + 4);
  EXPECT_EXACT(__enzyme_autodiff_float((void *)uses_small, 2.0f), 14);
  EXPECT_EXACT(__enzyme_autodiff((void *)uses_status, 2.0), 200);
}
CHECK_VALUES(results) {
  Floats f = __enzyme_autodiff_floats((void *)uses_mix, 2.0f, 3.0f);
  EXPECT_EXACT(f.a, 10);
  EXPECT_EXACT(f.b, 20);
  EXPECT_EXACT(__enzyme_autodiff((void *)uses_pair, 2.0), 210);
}
CHECK_VALUES(a_result_that_is_only_stored) {
  double x = 5, dx = 0, y = 0, dy = 2;
  __enzyme_autodiff_checkv((void *)stores, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
  EXPECT_EXACT(dx, 30);
  EXPECT_EXACT(y, 25);
}
CHECK_VALUES(in_halves) {
  Taped t = __enzyme_augmentfwd((void *)uses_three, 2.0);
  EXPECT_EXACT(t.p, 8);
  EXPECT_EXACT(__enzyme_reverse((void *)uses_three, 2.0, 0.5, t.tape), 32);
  t = __enzyme_augmentfwd((void *)two, 2.0);
  EXPECT_EXACT(__enzyme_reverse((void *)two, 2.0, 1.0, t.tape), 6);
}
