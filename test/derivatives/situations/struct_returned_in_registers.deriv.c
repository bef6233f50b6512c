// A kept helper returns a struct of 3 floats (t, t^2, t^3): f'(2) = 17.
// A variant with 2 floats whose second alone is used: f'(3) = 6.
// matrix: full
#define CHECK_REAL float
#include "check.h"
typedef struct {
  float a, b, c;
} three;
typedef struct {
  float a, b;
} two;

NOINLINE static three powers(float t) { return (three){t, t * t, t * t * t}; }
NOINLINE static two squares(float t) { return (two){t, t * t}; }
float all(float t) {
  const three p = powers(t);
  return p.a + p.b + p.c;
}
float last(float t) { return squares(t).b; }

CHECK_SCALAR(all, 2.0f);
CHECK_SCALAR(last, 3.0f);
CHECK_VALUES(closed) {
  EXPECT_EXACT(__enzyme_autodiff_check((void *)all, 2.0f), 17);
  EXPECT_EXACT(__enzyme_autodiff_check((void *)last, 3.0f), 6);
}
