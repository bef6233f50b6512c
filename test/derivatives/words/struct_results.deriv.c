// Functions that return structs, in registers and through a hidden pointer (words 1.9).
#include "check.h"
typedef struct {
  double a, b, c;
} D3;
typedef struct {
  double a, b;
} D2;
D3 f(double x, double y) {
  D3 r = {x * y, x * x, y * y};
  return r;
}
D3 g(double x) {
  D3 r = {x * x, x * x * x, x};
  return r;
}
D2 h(double x) {
  D2 r = {x * x, x * x * x};
  return r;
}
D3 __enzyme_fwddiff_s(void *, ...);
double __enzyme_autodiff(void *, ...);

CHECK_VALUES(words) {
  D3 s = __enzyme_fwddiff_s((void *)f, 3.0, 1.0, 4.0, 0.0);
  EXPECT_CLOSE(s.a, 4, 1e-12);
  EXPECT_CLOSE(s.b, 6, 1e-12);
  EXPECT_CLOSE(s.c, 0, 1e-12);
  D3 seed = {1, 10, 100};
  EXPECT_CLOSE(__enzyme_autodiff((void *)g, &seed, 3.0), 376, 1e-12);
  EXPECT_CLOSE(seed.a, 0, 1e-12);
  EXPECT_CLOSE(seed.c, 0, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)h, 3.0), 33, 1e-12);
}
