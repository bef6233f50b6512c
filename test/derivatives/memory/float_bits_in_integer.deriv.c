// A double carried in an integer: copied by memcpy into a uint64_t and back.
#include "check.h"
#include <stdint.h>

double carried(double x) {
  uint64_t bits;
  const double square = x * x;
  memcpy(&bits, &square, sizeof bits);
  uint64_t elsewhere[2] = {bits, 0};
  double back;
  memcpy(&back, &elsewhere[0], sizeof back);
  return back * x;
}
float carriedFloat(float x) {
  union {
    float number;
    uint32_t bits;
  } u = {x * x};
  const uint32_t bits = u.bits;
  u.number = 0;
  u.bits = bits;
  return u.number * x;
}
double both(double x) { return carried(x) + carriedFloat((float)x); }

CHECK_SCALAR(carried, 1.5, -0.5);
CHECK_VALUES(single) { EXPECT_CLOSE(__enzyme_autodiff_check((void *)both, 1.5), 13.5, 1e-6); }
