// RUN: enzyme-clang++ -Xclang -verify -c %s -o %t.o
// An exception caught inside the differentiated function.
template <class Result, class... Arguments> Result __enzyme_autodiff(void *, Arguments...);

__attribute__((noinline)) void halve(double *x) {
  if (*x < 0)
    throw 1;
  *x = *x / 2;
}
double caught(double *x) {
  try {
    halve(x); // expected-error-re {{catching an exception thrown by a call that writes active memory is not supported yet{{.*}}ENZ0070}}
  } catch (int) {
    return 0;
  }
  return *x * *x;
}
double a(double *x, double *dx) { return __enzyme_autodiff<double>((void *)caught, x, dx); }
