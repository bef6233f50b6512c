// Inline assembly as libraries of sound write it: a number is rounded to an integer in memory,
// and the processor's flags say whether it was too large. No derivative goes through it.
#include "check.h"
#include <stdint.h>

static int32_t rounded(double x) {
  int32_t result;
  __asm__ __volatile__("fistpl %0" : "=m"(result) : "t"(x) : "st");
  return result;
}
static int16_t shortly(double x) {
  int16_t result;
  __asm__ __volatile__("fistps %0" : "=m"(result) : "t"(x) : "st");
  return result;
}
static int isTooLarge(void) {
  int flags;
  __asm__ __volatile__("fnstsw %%ax" : "=a"(flags));
  return flags & 1;
}
static void forget(void) {
  int32_t words[7];
  __asm__ __volatile__("fnstenv %0" : "=m"(words));
  words[1] &= ~1;
  __asm__ __volatile__("fldenv %0" : : "m"(*words));
}

/// Written into the caller's array, one after the other, and clipped.
NOINLINE static void clip(const double *in, int16_t *out, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = shortly(in[i] * 3);
    if (isTooLarge()) {
      forget();
      out[i] = 7;
    }
  }
}

double f(const double *x) {
  int16_t out[3];
  double in[3], s = 0;
  unsigned before, after;
  __asm__ __volatile__("stmxcsr %0" : "=m"(before));
  after = before;
  __asm__ __volatile__("ldmxcsr %0" : : "m"(after));
  for (int i = 0; i < 3; i++)
    in[i] = x[i] * x[i];
  clip(in, out, 3);
  for (int i = 0; i < 3; i++)
    s += x[i] * x[i] * out[i] + rounded(x[i] * 10) * x[(i + 1) % 3];
  return s;
}

CHECK_FUNCTION(f, 3, 1.32, 2.41, 4e2);
