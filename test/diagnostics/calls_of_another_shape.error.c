// Declared without parameters (before C23), a function can be called with arguments of other types.
// RUN: enzyme-clang -std=c17 -O0 -w -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -std=c17 -O2 -w -Xclang -verify -c %s -o %t.o
double __enzyme_autodiff(void *, double);
double scaled();
__attribute__((noinline)) static double fitting(double x) { return scaled(x, 3) * x; }
__attribute__((noinline)) static double lacking(double x) { // expected-note {{while differentiating 'lacking'}}
  return scaled(&x, 3) * x; // expected-error {{'lacking' cannot be differentiated: it calls 'scaled' with other arguments than it takes}}
}
__attribute__((noinline)) double scaled(double x, int k) { return k * x; }
double ask(double x) {
  return __enzyme_autodiff((void *)fitting, x) + __enzyme_autodiff((void *)lacking, x); // expected-note 0-1 {{requested here}}
}
