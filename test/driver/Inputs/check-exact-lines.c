// Derivatives that are wrong on purpose, each at a line that the check has to name.
#include <math.h>
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup;

// A wrong rule.
__attribute__((noinline)) double rate(double x) { return 2 * x * x; }
double rate_tangent(double x, double dx) { return 3 * x * dx; } // 4 * x
void *__enzyme_register_derivative_rate[] = {(void *)rate, (void *)rate_tangent};
double by_a_rule(const double *x) {
  double first = sin(x[0]);
  double second = rate(x[1]); // line 14
  return first * second;
}

// A function that is no constant: what it returns, and what it writes.
static double scale[4];
__attribute__((noinline, annotate("enzyme_inactive"))) double scaled(double x) { return 3 * x; }
double by_a_result(const double *x) {
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double square = x[i] * x[i];
    sum += square + scaled(x[i]); // line 25
  }
  return sum;
}
__attribute__((noinline, annotate("enzyme_inactive"))) void fill(const double *x) {
  for (int i = 0; i < 4; i++)
    scale[i] = x[i] / 2;
}
double by_memory(const double *x) {
  double sum = x[0];
  fill(x);
  for (int i = 0; i < 4; i++)
    sum += x[i] *
           scale[i]; // line 38
  return exp(sum);
}

// Reverse mode alone.
__attribute__((noinline)) double rise(double x) { return 2 * x * x; }
double rise_augmented(double x) { return 2 * x * x; }
double rise_reverse(double x, double seed) { return 3 * x * seed; } // 4 * x
void *__enzyme_register_gradient_rise[] = {(void *)rise, (void *)rise_augmented, (void *)rise_reverse};
double by_a_gradient(const double *x) { return rise(x[1]) + x[0]; }

int main(void) {
  double x[4] = {.1, .2, .3, .4}, dx[4] = {1, 1, 1, 1}, g[4] = {0};
  __enzyme_fwddiff((void *)by_a_rule, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)by_a_result, enzyme_dup, x, g);
  __enzyme_fwddiff((void *)by_memory, enzyme_dup, x, dx);
  __enzyme_autodiff((void *)by_a_gradient, enzyme_dup, x, g);
}
