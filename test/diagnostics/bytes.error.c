// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Bytes of which nothing says what they hold, moved so that no copy of memory can stand for it.
#include <stdint.h>
#include <string.h>
void __enzyme_autodiff(void *, ...);

void published(uint64_t *to, const void *from) {
  uint64_t word;
  memcpy(&word, from, sizeof word);           // expected-error-re {{this store moves bytes of which it is not known whether they hold floating-point values or pointers{{.*}}ENZ0064}}
  __atomic_store_n(to, word, __ATOMIC_RELEASE); // expected-error {{moves bytes of which it is not known}}
}
void watched(volatile uint64_t *to, const void *from) {
  uint64_t word;
  memcpy(&word, from, sizeof word); // expected-error {{moves bytes of which it is not known}}
  *to = word;                       // expected-error {{moves bytes of which it is not known}}
}
void a(uint64_t *to, uint64_t *to_shadow, void *from, void *from_shadow) {
  __enzyme_autodiff((void *)published, to, to_shadow, from, from_shadow);
  __enzyme_autodiff((void *)watched, to, to_shadow, from, from_shadow);
}
