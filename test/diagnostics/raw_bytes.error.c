// Bytes copied through characters, of which nothing says what they are: refused, never a silent zero.
// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
#include <stddef.h>
double __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static void copyBytes(char *to, const char *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    to[i] = from[i]; // expected-error 2{{moves bytes of which it is not known}}
}
double f(const double *x) {
  double copy[4];
  copyBytes((char *)copy, (const char *)x, sizeof copy);
  return copy[0] * copy[1];
}

void gradients(double *x, double *dx) {
  __enzyme_autodiff((void *)f, x, dx);
}
