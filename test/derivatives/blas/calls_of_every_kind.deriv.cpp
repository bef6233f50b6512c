// Calls of BLAS through pointers and where exceptions are caught; a shadow that is the memory
// itself, which only the run knows to be constant.
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#define CHECK_ROUNDED
#include "check.h"
#include <stdexcept>
#include <vector>

extern "C" {
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
double cblas_ddot(int, const double *, int, const double *, int);
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *);
void dtrsm_(const char *, const char *, const char *, const char *, const int *, const int *, const double *,
            const double *, const int *, double *, const int *);
}

struct Backend {
  std::vector<double> product;
  double (*dot)(int, const double *, int, const double *, int);
};

static double caught(const double *x) {
  Backend backend{std::vector<double>(4), cblas_ddot};
  try {
    cblas_dgemm(101, 111, 112, 2, 2, 2, x[2], x, 2, x + 1, 2, 0, backend.product.data(), 2);
    if (backend.product[1] > 100)
      throw std::runtime_error("too large");
  } catch (const std::exception &) {
    return 0;
  }
  return backend.dot(4, backend.product.data(), 1, x, 1);
}
CHECK_FUNCTION(caught, 6, 1.5, -0.5, 2.0, 0.75, 1.25, -2.5);

#ifndef CHECK_PRIMAL_ONLY
static double solved(const double *a, const double *b) {
  const int n = 2;
  const double one = 1, zero = 0;
  double c[4];
  dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
  dtrsm_("L", "U", "N", "N", &n, &n, &one, a, &n, c, &n);
  return c[0] * c[3] + c[1] * c[2];
}

double __enzyme_fwddiff_solved(void *, ...);

CHECK_VALUES(a_shadow_that_is_the_memory) {
  double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, known[4] = {0}, found[4] = {0}, v[4] = {1, -1, 2, 0.5};
  __enzyme_autodiff_checkv((void *)solved, enzyme_const, a, enzyme_dup, b, known);
  __enzyme_autodiff_checkv((void *)solved, enzyme_runtime_activity, enzyme_dup, a, a, enzyme_dup, b, found);
  for (int i = 0; i < 4; i++) {
    EXPECT_CLOSE(a[i], i + 1, 0);
    EXPECT_CLOSE(found[i], known[i], 1e-14);
  }
  double of_constant = __enzyme_fwddiff_solved((void *)solved, enzyme_const, a, enzyme_dup, b, v);
  double of_itself =
      __enzyme_fwddiff_solved((void *)solved, enzyme_runtime_activity, enzyme_dup, a, a, enzyme_dup, b, v);
  EXPECT_CLOSE(of_itself, of_constant, 1e-14);
  EXPECT_CLOSE(of_constant, -16.25, 1e-14);
}
#endif
