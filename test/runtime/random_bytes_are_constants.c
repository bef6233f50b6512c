// Random bytes end the derivative of what lay there before, if they were got.
// RUN: enzyme-clang -O0 %s -o %t && %t
// RUN: enzyme-clang -O2 %s -o %t && %t
#define _GNU_SOURCE
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>
double __enzyme_autodiff(void *, double), __enzyme_fwddiff(void *, double, double);

static double got(double x) {
  double number[2] = {x, x};
  return getrandom(number, 8, 0) == 8 ? number[0] + number[1] : 0;
}
static double entropy(double x) {
  double number[2] = {x, x};
  return getentropy(number, 8) == 0 ? number[0] + number[1] : 0;
}
static double byNumber(double x) {
  double number[2] = {x, x};
  return syscall(SYS_getrandom, number, (size_t)8, 0) == 8 ? number[0] + number[1] : 0;
}
static double tooMuch(double x) { // refused by the system: the number stays
  double number[50] = {x, x};
  return getentropy(number, sizeof number) != 0 ? number[0] + number[1] : 0;
}
#define IS_SLOPE(f, slope)                                                                         \
  (__enzyme_autodiff((void *)f, 1.5) == slope && __enzyme_fwddiff((void *)f, 1.5, 1.0) == slope)
int main(void) {
  if (!IS_SLOPE(got, 1) || !IS_SLOPE(entropy, 1) || !IS_SLOPE(byNumber, 1))
    return 1;
  return IS_SLOPE(tooMuch, 2) ? 0 : 2;
}
