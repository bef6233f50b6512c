// RUN: enzyme-clang++ -Xclang -verify -c %s -o %t.o
// The members of a pack of parameters are written alike, and are not the same; instances are seen one by one.
template <class Result, class... Arguments> Result __enzyme_autodiff(void *, Arguments...);
static double dot(double *x, double *y) { return x[0] * y[0]; }

template <class... Pointers> static double of(Pointers... each) { return __enzyme_autodiff<double>((void *)dot, each...); }
double right(double *x, double *dx, double *y, double *dy) { return of(x, dx, y, dy); }

template <class Number> double with(double *x, Number *dx, double *y, double *dy) {
  return __enzyme_autodiff<double>((void *)dot, x, dx, y, dy); // expected-error-re {{is 'float *'; it is taken as the shadow of parameter 1, which is 'double *'{{.*}}ENZ0015}}
}
template double with(double *, float *, double *, double *);
