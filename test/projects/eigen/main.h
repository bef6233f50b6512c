//===- main.h - Eigen's own tests as functions of four numbers ===//
//
// Stands before Eigen's test/main.h where its tests are included: their code is what it is, but
// what they draw at random is a function of four numbers, and what they compare is summed up.
//===------------------------------------------------------------------------------------------===//
#ifndef ENZYME_TEST_PROJECTS_EIGEN_MAIN_H
#define ENZYME_TEST_PROJECTS_EIGEN_MAIN_H
#include "../differences.h"
#define EIGEN_NO_ASSERTION_CHECKING
#define TEST_ENABLE_TEMPORARY_TRACKING
#define main mainOfEigensTests
#include <test/main.h>
#undef main

/// One run of a test: its numbers, how many are drawn, what is summed up.
struct Run {
  double x[4], sum;
  int drawn, compared;
};
static Run run;

static void begin(const double *x) {
  srand(7); // for integers
  run = Run();
  for (int i = 0; i < 4; i++)
    run.x[i] = x[i];
}

namespace Eigen::internal {
template <> struct random_impl<double> {
  static double run() {
    const int k = ::run.drawn++;
    return std::sin(1.7 * k + ::run.x[k % 4] * (1 + 0.1 * (k % 7)));
  }
  static double run(const double &low, const double &high) {
    return low + (high - low) * (0.5 + 0.5 * run());
  }
};
} // namespace Eigen::internal

static void add(double value) { run.sum += value * (1 + 0.1 * (run.compared++ % 9)); }
static void add(const std::complex<double> &value) {
  add(value.real());
  add(value.imag());
}
template <class D> static void add(const Eigen::EigenBase<D> &expression) {
  const Eigen::Matrix<typename D::Scalar, Eigen::Dynamic, Eigen::Dynamic> a(expression.derived());
  for (Eigen::Index j = 0; j < a.cols(); j++)
    for (Eigen::Index i = 0; i < a.rows(); i++)
      add(a(i, j));
}

#undef VERIFY
#undef VERIFY_IS_APPROX
#undef VERIFY_IS_MUCH_SMALLER_THAN
#undef VERIFY_IS_NOT_APPROX
#undef VERIFY_IS_UNITARY
#define VERIFY(condition) (void)(condition)
#define VERIFY_IS_APPROX(a, b) (add(a), add(b))
#define VERIFY_IS_MUCH_SMALLER_THAN(a, b) (void)0
#define VERIFY_IS_NOT_APPROX(a, b) (void)0
#define VERIFY_IS_UNITARY(a) add(a)

// What `test` sums up, as a function; and where it is compared.
#define F(name, test)                                                                              \
  static double name(const double *x) {                                                            \
    begin(x);                                                                                      \
    test;                                                                                          \
    return run.sum;                                                                                \
  }
#define AT 0.3, 0.7, -0.4, 0.9
#endif
