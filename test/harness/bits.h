//===- bits.h - the words of doubles, for programs that move or compute with them ---===//
//
// By memcpy, as C asks for it. Included after check.h.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_BITS_H
#define ENZYME_TEST_BITS_H
#include <stdint.h>
#include <string.h>

static inline uint64_t wordOf(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return word;
}

static inline double doubleOf(uint64_t word) {
  double x;
  memcpy(&x, &word, sizeof x);
  return x;
}

#endif
