#include <enzyme/enzyme.h>
#include <stddef.h>

double misfit(const double *parameters, size_t count);

void misfit_gradient(const double *parameters, double *gradient, size_t count) {
  __enzyme_autodiff((void *)misfit, enzyme_dup, parameters, gradient, enzyme_const, count);
}
