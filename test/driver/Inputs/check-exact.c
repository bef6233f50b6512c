// What differences cannot judge, and what the oracle cannot follow.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

// Differences cannot tell what holds beside a kink.
double rate(double x) { return 2 * x * x; }
double rate_augmented(double x) { return 2 * x * x; }
double rate_reverse(double x, double seed) { return WRONG * x * seed; }
void *__enzyme_register_gradient_rate[] = {(void *)rate, (void *)rate_augmented, (void *)rate_reverse};
double bent(const double *x) { return rate(x[0]) + 10 * fabs(x[1] - 1.0000001); }

// The power of two is arithmetic on the bits of a sum that rounds.
double exponential(double x) {
  double shifted = x * 1.4426950408889634 + 0x1.8p52;
  uint64_t bits;
  memcpy(&bits, &shifted, 8);
  double r = x - (shifted - 0x1.8p52) * 0.6931471805599453;
  bits = (bits + 1023) << 52;
  double power;
  memcpy(&power, &bits, 8);
  return power * (1 + r * (1 + r * (0.5 + r * (1. / 6))));
}

int main(void) {
  double x[2] = {1, 1}, dx[2] = {0};
  __enzyme_autodiff((void *)bent, enzyme_dup, x, dx);
  printf("%g %g\n", dx[0], dx[1]);
  printf("%.3f\n", __enzyme_autodiff((void *)exponential, 1.));
}
