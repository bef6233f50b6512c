// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// An address that is the exclusive or of two: neither shadow nor memory would be right.
#include <stdint.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;
struct link {
  uintptr_t both;
  double value;
};
double sum(struct link *at) {
  double total = 0;
  for (uintptr_t before = 0; at;) {
    total += at->value * at->value;
    uintptr_t here = (uintptr_t)at;
    at = (struct link *)(at->both ^ before); // expected-error-re {{an address that is computed of integers, of which none or several may be addresses,{{.*}}ENZ0070}}
    before = here;
  }
  return total;
}
void request(struct link *list, struct link *shadow) {
  __enzyme_autodiff((void *)sum, enzyme_dup, list, shadow);
}
