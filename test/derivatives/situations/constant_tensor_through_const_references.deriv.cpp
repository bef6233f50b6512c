// Constant matrix and active vector in tensor structs, every access through const operator[]: (16,
// 24, 36), A unchanged.
// matrix: full
#include "check.h"

struct Vector {
  double v[3];
  const double &operator[](int i) const { return v[i]; }
  double &operator[](int i) { return v[i]; }
};
struct Matrix {
  Vector row[3];
  const Vector &operator[](int i) const { return row[i]; }
};
static double dot(const Vector &a, const Vector &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static Vector product(const Matrix &a, const Vector &x) {
  return {{dot(a[0], x), dot(a[1], x), dot(a[2], x)}};
}
double energy(const Matrix *a, const Vector *x) {
  return dot(product(*a, *x), *x) + dot((*a)[0], (*a)[1]);
}

extern "C" void __enzyme_autodiff_tensor(void *, ...);
extern "C" double __enzyme_fwddiff_tensor(void *, ...);
CHECK_VALUES(closed) {
  const Matrix a = {{{{1, 2, 3}}, {{4, 5, 6}}, {{7, 8, 10}}}};
  Matrix before = a;
  Vector x = {{1, -1, 2}}, dx = {{0, 0, 0}};
  __enzyme_autodiff_tensor((void *)energy, enzyme_const, &a, enzyme_dup, &x, &dx);
  const double expected[3] = {16, 24, 36};
  for (int i = 0; i < 3; i++) {
    EXPECT_EXACT(dx[i], expected[i]);
    Vector unit = {{0, 0, 0}};
    unit[i] = 1;
    EXPECT_EXACT(__enzyme_fwddiff_tensor((void *)energy, enzyme_const, &a, enzyme_dup, &x, &unit),
                 expected[i]);
  }
  EXPECT_SAME_BYTES(&a, &before, sizeof a);
}
