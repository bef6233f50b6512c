// Strides that only the run knows: rows of a matrix of any size, lanes inside
// structures, lanes backwards.
#include "check.h"
extern int enzyme_dupv;
typedef struct {
  double t[3];
} T3;
typedef struct {
  int id;
  double tangent[2];
} Record;
static double f(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; i++)
    p *= x[i] + i;
  return p;
}
T3 __enzyme_fwddiff(void *, ...);
void __enzyme_autodiff(void *, ...);

NOINLINE static T3 along(const double *x, const double *seeds, long stride, int n) {
  return __enzyme_fwddiff((void *)f, enzyme_width, 3, enzyme_dupv, stride, x, seeds, enzyme_const, n);
}
NOINLINE static void back(const double *x, double *adjoints, short stride, int n) {
  __enzyme_autodiff((void *)f, enzyme_width, 3, enzyme_dupv, stride, x, adjoints, enzyme_const, n);
}

CHECK_VALUES(strides) {
  double x[2] = {2, 5}, rows[3][4] = {{1, 0, 9, 9}, {0, 1, 9, 9}, {1, 2, 9, 9}};
  Record records[3] = {{1, {1, 0}}, {2, {0, 1}}, {3, {1, 2}}};
  T3 a = along(x, rows[0], sizeof rows[0], 2), b = along(x, rows[2], -(long)sizeof rows[0], 2);
  T3 c = along(x, records[0].tangent, sizeof(Record), 2), d = along(x, rows[2], 0, 2);
  const double expected[3] = {6, 2, 10};
  for (int lane = 0; lane < 3; lane++) {
    EXPECT_EXACT(a.t[lane], expected[lane]);
    EXPECT_EXACT(b.t[2 - lane], expected[lane]);
    EXPECT_EXACT(c.t[lane], expected[lane]);
    EXPECT_EXACT(d.t[lane], 10);
  }
  double adjoints[3][3] = {{0, 0, 7}, {1, 1, 7}, {2, 2, 7}};
  back(x, adjoints[0], sizeof adjoints[0], 2);
  for (int lane = 0; lane < 3; lane++) {
    EXPECT_EXACT(adjoints[lane][0], 6 + lane);
    EXPECT_EXACT(adjoints[lane][1], 2 + lane);
    EXPECT_EXACT(adjoints[lane][2], 7);
  }
}
