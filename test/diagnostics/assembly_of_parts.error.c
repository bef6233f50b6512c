// RUN: not enzyme-clang -O1 -c %s -o %t.o 2>&1 | FileCheck %s
// An exchange of a part of a register is none of the whole: it is refused, not read as one.
double __enzyme_fwddiff(void *, ...);

static int added(volatile int *place, int value) {
  // CHECK: assembly_of_parts.error.c:[[#@LINE+1]]:{{.*}}error: 'f' cannot be differentiated: it contains inline assembly that touches memory [ENZ0061]
  __asm__ volatile("lock; xaddw %w0, %1" : "+r"(value), "+m"(*place) : : "memory", "cc");
  return value;
}

double f(double x) {
  volatile int n = 1;
  added(&n, 2);
  return x * n;
}

double derivative(void) { return __enzyme_fwddiff((void *)f, 1.0, 1.0); }
