// Diamonds of virtual bases, in a file with several types of floats: where such a base lies only
// the object says, and what debug information gives for it is a place in its table, which is no
// place in the object.
#define CHECK_TOLERANCE 1e-4
#define CHECK_EXACTNESS 1e-9
#include "check.h"

struct Root {
  double a = 0.5;
  virtual ~Root() {}
  virtual double at(double x) { return a * x; }
};
struct Left : virtual Root {
  double left;
  explicit Left(double left) : left(left) {}
};
struct Right : virtual Root {
  double right = 0;
  double at(double x) override { return sin(right * x + a); }
};
struct Both : Left, Right {
  Both(double l, double r) : Left(l) { right = r; }
};
NOINLINE static double ask(Root &root, double x) { return root.at(x); }
NOINLINE static float product(const float *a) { return a[0] * a[1]; }

static double diamond(const double *v, int n) {
  float narrow[2] = {float(v[0]), float(v[1])};
  Both both(v[2], v[3]);
  both.a *= both.left;
  Left &left = both;
  return sin(ask(left, v[1]) + both.a) + product(narrow) + v[3] * v[2];
}
CHECK_FUNCTION_N(diamond, 4, 1, 0.2, 0.3, 0.4);

template <class R, class... A> R __enzyme_autodiff(void *, A...);
NOINLINE static double alone(const double *v) {
  float narrow[2] = {float(v[0]), float(v[1])};
  Both both(v[2], v[3]);
  both.a *= both.left;
  Left &left = both;
  return sin(ask(left, v[1]) + both.a) + product(narrow) + v[3] * v[2];
}
CHECK_VALUES(asked) {
  double x[4] = {1, 0.2, 0.3, 0.4}, d[4] = {};
  __enzyme_autodiff<void>((void *)alone, enzyme_dup, x, d);
  EXPECT_CLOSE(d[3], 0.2 * cos(0.08 + 0.15) * cos(sin(0.08 + 0.15) + 0.15) + 0.3, 1e-12);
}
