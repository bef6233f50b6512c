// The other file of openmp.test: a region whose loop calls a function of the first one.
double term(const double *x, int i);
double total(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += term(x, i);
  return sum;
}
