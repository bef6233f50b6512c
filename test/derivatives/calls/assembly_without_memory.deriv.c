// Inline assembly that uses no memory of the program's: fences, and questions to the processor.
#include "check.h"

/* As Eigen asks; written so for code that keeps an address in %rbx. */
static void ask(int out[4], int function, int id) {
  __asm__ __volatile__("xchg{q}\t{%%}rbx, %q1; cpuid; xchg{q}\t{%%}rbx, %q1"
                       : "=a"(out[0]), "=&r"(out[1]), "=c"(out[2]), "=d"(out[3])
                       : "0"(function), "2"(id));
}
NOINLINE static int caches(void) {
  int out[4], n = 0;
  do {
    ask(out, 4, n++);
  } while (out[0] & 15 && n < 8);
  return n > 0;
}
static unsigned long cycles(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long)high << 32 | low;
}
static unsigned long spent;

double asked(double x) {
  double y = x * x;
  unsigned long before = cycles();
  __asm__ volatile("mfence" ::: "memory");
  if (caches())
    y *= x;
  spent += cycles() - before;
  return y * x;
}
CHECK_SCALAR(asked, 1.5, -0.5);

static real fenced(const real *x) {
  real s = 0, t[3];
  int n;
  for (int i = 0; i < 3; i++) {
    t[i] = x[i] * x[i];
    __asm__ volatile("lfence\n\tpause" ::: "memory");
    s += t[i] * x[(i + 1) % 3];
  }
  __asm__("movl $3, %0" : "=r"(n));
  return s * n;
}
CHECK_FUNCTION(fenced, 3, 1.3, 0.4, 0.7);
