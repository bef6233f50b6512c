// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Bytes of which nothing says what they hold.
#include <string.h>
void __enzyme_autodiff(void *, ...);

void copy(void *to, const void *from, long n) {
  memcpy(to, from, n); // expected-error-re {{this copy moves bytes of which it is not known whether they hold floating-point values or pointers{{.*}}ENZ0064}}
}
void a(void *to, void *to_shadow, void *from, void *from_shadow, long n) {
  __enzyme_autodiff((void *)copy, to, to_shadow, from, from_shadow, n);
}
