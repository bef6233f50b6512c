// What differences cannot judge, and what the oracle cannot follow.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

// Grows an array of the program's that a global leads to.
static struct {
  double *number;
  int count;
} list;
double appended(double x) {
  list.number = realloc(list.number, (list.count + 1) * sizeof *list.number);
  list.number[list.count++] = x * x;
  double sum = 0;
  for (int i = 1; i < list.count; i++)
    sum += list.number[i];
  return sum;
}

int main(void) {
  double x[2] = {1, 1}, dx[2] = {0};
  __enzyme_autodiff((void *)bent, enzyme_dup, x, dx);
  printf("%g %g\n", dx[0], dx[1]);
  printf("%.3f\n", __enzyme_autodiff((void *)exponential, 1.));
  list.number = malloc(sizeof *list.number);
  list.number[0] = 1;
  list.count = 1;
  double slope = __enzyme_autodiff((void *)appended, 3.);
  printf("%g %d\n", slope, list.count);
  free(list.number);
}
