// Words that a caller has copied numbers into: who reads them, in any way, has bits of numbers, though
// nothing in the function itself says so; and what is made of them may be read as numbers elsewhere.
// RUN: enzyme-clang -O1 -c %s -o %t.o -mllvm -enzyme-print-activity 2>&1 | FileCheck %s
#include <stdint.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
#define OWN __attribute__((noinline)) static

// CHECK-LABEL: after analysing activity for made
// CHECK: store i64 %mul, {{.*}} ; does derivative work
// CHECK: call double @read(ptr {{.*}} ; does derivative work ; active: computed by a call with active arguments
OWN double read(const uint64_t *words) {
  double y[2];
  memcpy(y, words, sizeof y);
  return y[0] * y[1];
}
double made(const double *x, int i) {
  uint64_t words[2], word;
  memcpy(&word, x, sizeof word);
  words[0] = words[1] = 0;
  words[i] = word * 31;
  return read(words);
}

// CHECK-LABEL: after analysing activity for exchange
// CHECK: %atomicrmw = atomicrmw xor {{.*}} ; made of bits of active numbers
OWN uint64_t exchange(uint64_t *words) {
  return __atomic_fetch_xor(words, 5, __ATOMIC_RELAXED) * 31;
}
// CHECK-LABEL: after analysing activity for compare
// CHECK: cmpxchg
// CHECK: %extractvalue = extractvalue { i64, i1 } %cmpxchg, 0{{.*}} ; made of bits of active numbers
OWN uint64_t compare(uint64_t *words) {
  uint64_t old = 7;
  __atomic_compare_exchange_n(words, &old, 9, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return old * 31;
}
double changed(const double *x) {
  uint64_t words[2];
  double y[2];
  memcpy(words, x, sizeof words);
  double hashes = (double)(exchange(words) + compare(words + 1));
  memcpy(y, words, sizeof y);
  return y[0] + y[1] + hashes;
}
void slopes(double *x, double *d) {
  __enzyme_autodiff((void *)made, x, d, 1);
  __enzyme_autodiff((void *)changed, x, d);
}
