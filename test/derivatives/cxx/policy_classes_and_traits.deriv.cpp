// Policies as template parameters, tag dispatch, enable_if, if constexpr.
// std: c++17
#include "check.h"
#include <type_traits>

struct Linear {
  static double apply(double x) { return 2 * x; }
};
struct Quadratic {
  static double apply(double x) { return x * x; }
};
struct NoLimit {};
struct Limited {
  static constexpr double bound = 4;
};

template <class Law, class Limit> class Spring : Law, Limit {
public:
  double force(double x) const {
    double value = Law::apply(x);
    if constexpr (std::is_same_v<Limit, Limited>)
      return value > Limit::bound ? Limit::bound + 0.1 * value : value;
    else
      return value;
  }
};

template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> static T twice(T x) { return x * x; }
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> static T twice(T x) { return 2 * x; }

static double dispatch(double x, std::true_type) { return x * x * x; }
static double dispatch(double x, std::false_type) { return -x; }

double f(const double *x) {
  Spring<Linear, NoLimit> a;
  Spring<Quadratic, Limited> b;
  return a.force(x[0]) * b.force(x[1]) + twice(x[0]) * twice(3) + dispatch(x[1], std::is_class<Linear>()) + dispatch(x[0], std::is_class<int>());
}

CHECK_FUNCTION(f, 2, 0.5, -1.5, 1.0, 2.5);
