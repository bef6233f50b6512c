// Markers that are enumerators, in namespaces and classes, as
// parameters of templates and named through them.
#include "check.h"
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
namespace words {
enum Activity { enzyme_const, enzyme_dup, enzyme_out };
}
struct Words {
  enum : unsigned char { enzyme_dup = 7, enzyme_const = 9 };
};
static double f(double *x, double k) { return *x * *x * k; }
template <words::Activity how> static double chosen(double *x, double *dx, double k) {
  return __enzyme_autodiff<double>((void *)f, how, x, dx, k);
}
template <auto how> static double both(double *x, double k) {
  return __enzyme_autodiff<double>((void *)f, how, x, words::enzyme_out, k);
}
template <class Names, words::Activity how> struct Fixed {
  static double gradient(double *x, double *dx, double k) {
    return __enzyme_autodiff<double>((void *)f, Names::enzyme_dup, x, dx, how, k);
  }
};
struct Solver {
  template <words::Activity how> double tangent(double x, double dx) const {
    return __enzyme_fwddiff<double>((void *)f, words::enzyme_dup, &x, &dx, how, k);
  }
  double k;
};

CHECK_VALUES(markers) {
  double x = 3, dx = 0;
  EXPECT_EXACT(chosen<words::enzyme_dup>(&x, &dx, 5.0), 9);
  EXPECT_EXACT(dx, 30);
  EXPECT_EXACT(both<words::enzyme_const>(&x, 5.0), 9);
  EXPECT_EXACT((Fixed<Words, words::enzyme_out>::gradient(&x, &dx, 5.0)), 9);
  EXPECT_EXACT(dx, 60);
  EXPECT_EXACT((Solver{5}.tangent<words::enzyme_const>(3, 1)), 30);
}
