// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// A request names a function.
double __enzyme_autodiff();
double a(void) {
  return __enzyme_autodiff(); // expected-error-re {{'__enzyme_autodiff' has no argument that names the function{{.*}}ENZ0006}}
}
