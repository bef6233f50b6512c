// A function that returns a large structure: its result stands behind the tape, its
// adjoint is passed by address.
#include "check.h"

typedef struct {
  double a, b, c;
} Three;
typedef struct {
  void *tape;
  Three value;
} TapeAndThree;
extern TapeAndThree __enzyme_augmentfwd(void *, ...);
extern void *__enzyme_augmentfwd_tape(void *, ...);
extern double __enzyme_reverse(void *, ...);

static Three g(double x) {
  Three r = {x * x, sin(x) * x, exp(x)};
  return r;
}

CHECK_VALUES(both_halves) {
  Three seed = {1, 10, 100};
  TapeAndThree t = __enzyme_augmentfwd((void *)g, &seed, 3.0);
  EXPECT_EXACT(t.value.a, 9);
  EXPECT_CLOSE(t.value.b, 3 * sin(3), 1e-14);
  double d = __enzyme_reverse((void *)g, &seed, 3.0, t.tape);
  EXPECT_CLOSE(d, 6 + 10 * (sin(3) + 3 * cos(3)) + 100 * exp(3), 1e-12);
  EXPECT_EXACT(seed.b, 0);
  seed = (Three){1, 0, 0};
  void *tape = __enzyme_augmentfwd_tape((void *)g, enzyme_noret, &seed, 3.0);
  EXPECT_EXACT(__enzyme_reverse((void *)g, &seed, 3.0, tape), 6);
}
