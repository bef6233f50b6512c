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

struct request {
  int kind;
  uint32_t high, low;
};
/// Two words of a table that somebody else filled.
double fromTwoWords(const struct request *r, const double *x) { // expected-note {{while differentiating 'fromTwoWords'}}
  double *p = (double *)((uintptr_t)r->high << 32 | r->low); // expected-error-re {{an address that is computed of integers, of which none or several may be addresses,{{.*}}ENZ0070}}
  return *p * *x;
}
double requestTwoWords(struct request *r, struct request *s, double *x, double *dx) {
  return __enzyme_autodiff((void *)fromTwoWords, enzyme_dup, r, s, enzyme_dup, x, dx); // expected-note {{requested here}}
}

__attribute__((noinline)) static uintptr_t hidden(double *p, int n) { // expected-error-re {{the result of 'hidden' is an address as an integer{{.*}}ENZ0151}} expected-note {{while differentiating 'hidden'}}
  return n ? hidden(p + 1, n - 1) * 3 : (uintptr_t)p * 5;
}
double fromHidden(double *x, int n) {
  return *(double *)(hidden(x, n) / 15);
}
void requestHidden(double *x, double *dx) {
  __enzyme_autodiff((void *)fromHidden, enzyme_dup, x, dx, 1); // expected-note {{requested here}}
}
