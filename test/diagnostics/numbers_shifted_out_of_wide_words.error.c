// A number in the upper half of a 16-byte word, of which the lower may be an address: nothing says what
// the word moves. It is not taken for an address as a whole.
// RUN: enzyme-clang -O1 -fno-strict-aliasing -Xclang -verify -c %s -o %t.o
#include <string.h>

extern double __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static void put(void *to, double value) {
  memcpy((char *)to + 8, &value, 8);
}
static double upper(void *from) {
  // expected-error@+1 {{moves bytes of which it is not known whether they hold floating-point values or pointers}}
  __int128 word = *(__int128 *)from;
  long half = (long)(word >> 64);
  double value;
  memcpy(&value, &half, 8);
  return value;
}
static double cube(double x) {
  _Alignas(16) void *place[4];
  put(place, x * x);
  return upper(place) * x; // expected-note {{called from here}}
}
double slope(double x) { return __enzyme_autodiff((void *)cube, x); }
