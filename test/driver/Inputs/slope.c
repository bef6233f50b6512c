/* A request that needs no header of any target. */
double __enzyme_autodiff(void *, ...);
double power(const double *x, int n) {
  double result = 1;
  for (int i = 0; i < n; i++)
    result *= x[i];
  return result;
}
void slope(const double *x, double *dx, int n) { __enzyme_autodiff((void *)power, x, dx, n); }
