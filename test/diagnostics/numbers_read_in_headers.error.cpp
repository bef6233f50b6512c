// RUN: enzyme-clang++ -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -O2 -Xclang -verify -c %s -o %t.o
// What a library's header reads is warned of there; the request says whose numbers these are.
#include <sstream>
double __enzyme_autodiff(void *, ...);

static double throughText(double x) {
  std::stringstream text;
  text << x;
  double back;
  text >> back;
  return back * x;
}
double derivative(double x) {
  return __enzyme_autodiff((void *)throughText, x); // expected-note {{requested here}}
}
// expected-warning@*:* {{reads here is a constant to the derivative, and the same code writes numbers}}
// expected-note@*:* {{written here}}
