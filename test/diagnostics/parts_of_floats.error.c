// Parts of floating-point values put as integers into memory that other functions read: refused where they
// are stored, never a silent zero.
// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
#include <stdint.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
#define NOINLINE __attribute__((noinline))

typedef union {
  double value;
  struct {
    uint32_t low, high;
  } word;
} split;
NOINLINE static void putWords(uint32_t *to, double v) {
  split s;
  s.value = v;
  to[0] = s.word.high; // expected-error 0+{{not known whether they hold floating-point values}}
  to[1] = s.word.low;
}
NOINLINE static double takeWords(const uint32_t *from) {
  split s;
  s.word.high = from[0], s.word.low = from[1]; // expected-error 0+{{floating-point values}}
  return s.value;
}
double swappedWords(const double *x) {
  uint32_t words[2];
  putWords(words, x[0] * x[1]);
  return takeWords(words) * x[0];
}

NOINLINE static void putBytes(unsigned char *to, double v) {
  uint64_t u;
  memcpy(&u, &v, sizeof u);
  for (int i = 0; i < 8; i++)
    to[i] = (unsigned char)(u >> (56 - 8 * i)); // expected-error 0+{{not known whether they hold floating-point values}}
}
NOINLINE static double takeBytes(const unsigned char *from) {
  uint64_t u = 0;
  double v;
  for (int i = 0; i < 8; i++)
    u = u << 8 | from[i];
  memcpy(&v, &u, sizeof v);
  return v;
}
double bigEndian(const double *x) {
  unsigned char bytes[8];
  putBytes(bytes, x[0] * x[1]);
  return takeBytes(bytes) * x[0];
}

double a(const double *x) {
  double d[2] = {0, 0};
  __enzyme_autodiff((void *)swappedWords, x, d); // expected-note 0+{{requested here}}
  __enzyme_autodiff((void *)bigEndian, x, d);    // expected-note 0+{{requested here}}
  return d[0];
}
