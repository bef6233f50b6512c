// A number that is taken apart into integers, which are declared so and are kept, and of which a
// number is made elsewhere: refused where it is made, never a silent zero.
// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
#include <math.h>
#include <stdint.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);

#define KEPT __attribute__((noinline)) static

struct halves {
  long low, high;
};

KEPT uint64_t bitsOf(double number) {
  uint64_t word;
  memcpy(&word, &number, sizeof word);
  return word;
}
KEPT double valueOf(uint64_t word) {
  double number;
  memcpy(&number, &word, sizeof number);
  return number;
}
KEPT void moved(struct halves *to, const struct halves *from) {
  to->low = from->low;
  to->high = from->high;
}

// Divided with a sign.
KEPT void divide(struct halves *h, double number) {
  long word = bitsOf(number);
  h->high = word / 4294967296;
  h->low = word % 4294967296;
}
KEPT double multiplied(const struct halves *h) {
  return valueOf(h->high * 4294967296 + h->low); // expected-error 2 {{making a floating-point value of this integer, which may be made of another one's bits}} expected-error {{'add' on floating-point values}}
}
double dividedHalves(double x) {
  struct halves first, second;
  divide(&first, x * x);
  moved(&second, &first);
  return x * multiplied(&second); // expected-note 3 {{called from here}}
}

// A significand with its leading one, and an exponent.
struct decoded {
  int64_t significand;
  int exponent;
};
KEPT void decode(struct decoded *d, double number) {
  uint64_t word = bitsOf(number);
  d->exponent = (int)((word >> 52) & 0x7ff) - 1075;
  d->significand = (word & 0xfffffffffffff) | 1ull << 52;
}
KEPT double encoded(const struct decoded *d) {
  return ldexp((double)d->significand, d->exponent); // expected-error {{making a floating-point value of this integer}}
}
double significandOfItsOwn(double x) {
  struct decoded d;
  decode(&d, x * x);
  return x * encoded(&d);
}

// The same in one function, by way of bytes.
double significandInBytes(double x) {
  struct decoded one, other;
  uint64_t word;
  x *= x;
  memcpy(&word, &x, sizeof word);
  one.exponent = (int)((word >> 52) & 0x7ff) - 1075;
  one.significand = (word & 0xfffffffffffff) | 1ull << 52;
  for (unsigned i = 0; i < sizeof one; i++)
    ((char *)&other)[i] = ((const char *)&one)[i];
  return ldexp((double)other.significand, other.exponent); // expected-error {{making a floating-point value of this integer}}
}

// A float's three fields, as integers each.
struct fields {
  unsigned sign, exponent, significand;
};
KEPT void split(struct fields *f, float number) {
  unsigned word;
  memcpy(&word, &number, sizeof word);
  f->sign = word >> 31;
  f->exponent = (word >> 23) & 255;
  f->significand = word & 0x7fffff;
}
KEPT float joined(const struct fields *f) {
  return ldexpf(1 + f->significand * 0x1p-23f, (int)f->exponent - 127); // expected-error {{making a floating-point value of this integer}}
}
double fieldsOfAFloat(double x) {
  struct fields f;
  split(&f, (float)(x * x));
  return x * joined(&f);
}

// The upper half of a word that keeps it, beside an integer.
union parts {
  double number;
  uint64_t word;
  int halves[2];
};
KEPT void mix(union parts *to, double number, uint32_t below) {
  to->word = (bitsOf(number) & ~(uint64_t)UINT32_MAX) | below;
}
KEPT double upper(const union parts *from) {
  return from->halves[1]; // expected-error {{making a floating-point value of this integer}}
}
double upperHalf(double x) {
  union parts w;
  mix(&w, x * x, 5);
  return x * upper(&w);
}

double derivatives(double x) {
  return __enzyme_autodiff((void *)dividedHalves, x) +
         __enzyme_autodiff((void *)significandOfItsOwn, x) +
         __enzyme_autodiff((void *)significandInBytes, x) +
         __enzyme_autodiff((void *)fieldsOfAFloat, x) + __enzyme_autodiff((void *)upperHalf, x);
}
