// Forward mode of functions that return structs, small and large: the tangent is a struct.
#include "check.h"
typedef struct {
  double a, b;
} two;
typedef struct {
  double a, b, c;
} three;
extern two __enzyme_fwddiff_two(void *, double, double);
extern three __enzyme_fwddiff_three(void *, double, double);
two small(double x) { return (two){x * x, x * x * x}; }
three large(double x) { return (three){x * x, x * x * x, 7}; }

CHECK_VALUES(closed) {
  const two s = __enzyme_fwddiff_two((void *)small, 3.0, 1.0);
  EXPECT_EXACT(s.a, 6);
  EXPECT_EXACT(s.b, 27);
  const three l = __enzyme_fwddiff_three((void *)large, 3.0, 2.0);
  EXPECT_EXACT(l.a, 12);
  EXPECT_EXACT(l.b, 54);
  EXPECT_EXACT(l.c, 0);
}
