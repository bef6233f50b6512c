// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Bytes of which nothing says what they hold, put together from pieces.
#include <stdint.h>
#include <string.h>
void __enzyme_autodiff(void *, ...);

void merge(void *to, const void *from) {
  uint32_t low, high;
  memcpy(&low, from, 4);                   // expected-error {{moves bytes of which it is not known}}
  memcpy(&high, (const char *)from + 4, 4); // expected-error {{moves bytes of which it is not known}}
  const uint64_t whole = low | (uint64_t)high << 32;
  memcpy(to, &whole, 8); // expected-error-re {{this store moves bytes of which it is not known whether they hold floating-point values or pointers{{.*}}ENZ0064}}
}
void a(void *to, void *to_shadow, void *from, void *from_shadow) {
  __enzyme_autodiff((void *)merge, to, to_shadow, from, from_shadow);
}
