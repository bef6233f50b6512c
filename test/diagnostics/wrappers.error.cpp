// RUN: enzyme-clang++ -g -Xclang -verify -c %s -o %t.o
// What a caller of a wrapper did wrong is shown with the caller.
extern int enzyme_dup;
template <class Result, class... Arguments> Result __enzyme_autodiff(void *, Arguments...);
double square(double x) { return x * x; }

template <class Function> static double gradient(Function function, double x) {
  return __enzyme_autodiff<double>((void *)function, x, x); // expected-error-re {{too many arguments in the request for 'square(double)'{{.*}}ENZ0011}}
}
double a() { return gradient(square, 3.0); } // expected-note {{called from here}}
