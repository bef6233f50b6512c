// A shadow that was copied from its value has the value's pointers; and one that shares what is constant.
#include <stdio.h>
struct vector {
  int n;
  double *values;
  const double *weights;
};
void __enzyme_autodiff(void *, ...);
extern int enzyme_runtime_activity;
void norm(const struct vector *x, double *result) {
  for (int i = 0; i < x->n; i++)
    *result += x->weights[i] * x->values[i] * x->values[i];
}
int main(int count, char **names) {
  double values[3] = {1, 2, 3}, shadows[3] = {0}, weights[3] = {1, 1, 1}, result = 0, seed = 1;
  struct vector x = {3, values, weights}, dx = x;
  (void)names;
  if (count > 1) {
    dx.values = shadows; // the weights are constant
    __enzyme_autodiff((void *)norm, enzyme_runtime_activity, &x, &dx, &result, &seed);
  } else
    __enzyme_autodiff((void *)norm, &x, &dx, &result, &seed);
  printf("%g %g %g\n", shadows[0], shadows[1], shadows[2]);
}
