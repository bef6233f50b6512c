// Complex numbers and small structures, in registers and in memory, lane by lane.
#include "check.h"
#include <complex.h>
extern int enzyme_dupv;
typedef struct {
  double a, b;
} D2;
typedef struct {
  D2 p, t[3];
} P3;
typedef struct {
  double a, b, c;
} D3;
typedef struct {
  D3 p, s[2];
} PW;
typedef struct {
  double x[2], y[2];
} A2;
static D2 polar(double r, double phi) {
  D2 s = {r * cos(phi), r * sin(phi)};
  return s;
}
static D3 three(double x, double y) {
  D3 r = {x * y, x * x, y * y};
  return r;
}
static double modulus(double re, double im) {
  double complex z = re + im * I;
  double complex w = cexp(z * z) / (1 + z);
  return creal(w) * cimag(w);
}
P3 __enzyme_fwddiff_p3(void *, ...);
D2 __enzyme_fwddiff_d2(void *, ...);
PW __enzyme_fwddiff_pw(void *, ...);
A2 __enzyme_autodiff_a2(void *, ...);
A2 __enzyme_autodiff_three(void *, ...);
D2 __enzyme_autodiff_d2(void *, ...);
CHECK_SCALAR2(modulus, 0.4, -0.7, 0.1, 0.3);

CHECK_VALUES(structures) {
  P3 r = __enzyme_fwddiff_p3((void *)polar, enzyme_width, 3, enzyme_primal_return, 2.0, 1.0, 0.0, 0.5, 0.3, 0.0, 1.0,
                             -2.0);
  const double dr[3] = {1, 0, 0.5}, dphi[3] = {0, 1, -2};
  for (int lane = 0; lane < 3; lane++) {
    D2 one = __enzyme_fwddiff_d2((void *)polar, 2.0, dr[lane], 0.3, dphi[lane]);
    EXPECT_EXACT(r.t[lane].a, one.a);
    EXPECT_EXACT(r.t[lane].b, one.b);
  }
  A2 a = __enzyme_autodiff_a2((void *)polar, enzyme_width, 2, 2.0, 0.3);
  D2 one = __enzyme_autodiff_d2((void *)polar, 2.0, 0.3);
  for (int lane = 0; lane < 2; lane++) {
    EXPECT_EXACT(a.x[lane], one.a);
    EXPECT_EXACT(a.y[lane], one.b);
  }
}

CHECK_VALUES(hidden_results) {
  PW q = __enzyme_fwddiff_pw((void *)three, enzyme_primal_return, enzyme_width, 2, 3.0, 1.0, 0.0, 4.0, 0.0, 1.0);
  EXPECT_EXACT(q.p.a, 12);
  EXPECT_EXACT(q.s[0].a, 4);
  EXPECT_EXACT(q.s[0].b, 6);
  EXPECT_EXACT(q.s[1].a, 3);
  EXPECT_EXACT(q.s[1].c, 8);
  // Reverse: the adjoints of the result, one per lane, side by side.
  D3 seeds[2] = {{1, 0, 0}, {0, 1, 10}};
  A2 a = __enzyme_autodiff_three((void *)three, enzyme_width, 2, seeds, 3.0, 4.0);
  EXPECT_EXACT(a.x[0], 4);
  EXPECT_EXACT(a.x[1], 6);
  EXPECT_EXACT(a.y[0], 3);
  EXPECT_EXACT(a.y[1], 80);
  EXPECT_EXACT(seeds[1].c, 0);
}
