// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Functions whose control flow or effects cannot be seen.
#include <unistd.h>
double __enzyme_autodiff(void *, ...);

double forks(double x) { // expected-note {{while differentiating 'forks'}}
  if (vfork()) // expected-error-re {{'forks' cannot be differentiated: it calls a function that may return twice (vfork){{.*}}ENZ0061}}
    return x;
  return x * x;
}
double a(void) { return __enzyme_autodiff((void *)forks, 3.0); } // expected-note {{requested here}}
