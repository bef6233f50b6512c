// WRONG is 4 in the right rule, FORWARD_WRONG 1.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_out;

static int calls;

// Memory that it writes, makes, releases, and counts its calls in.
double chain(double *x, int n) {
  calls++;
  double *work = malloc(n * sizeof *work), sum = 0;
  for (int i = 0; i < n; i++)
    work[i] = sin(x[i]) * x[(i + 1) % n];
  for (int i = 0; i < n; i++)
    sum += work[i] * work[i];
  x[0] = sum;
  free(work);
  return sum;
}

struct node {
  double value;
  struct node *next;
};
double listed(const struct node *node) {
  double product = 1;
  for (; node; node = node->next)
    product *= node->value;
  return product;
}

float narrow(float x, const float *y) { return x * expf(y[0]) * y[1]; }

double area(const double *sides) { return sides[0] * sides[1]; }

// A rule of the program's own, for reverse mode; and one for forward mode.
double rate(double x) { return 2 * x * x; }
double rate_augmented(double x) { return 2 * x * x; }
double rate_reverse(double x, double seed) { return WRONG * x * seed; }
void *__enzyme_register_gradient_rate[] = {(void *)rate, (void *)rate_augmented, (void *)rate_reverse};
double cost(double scale, const double *x) { return scale * rate(x[1]) + x[0]; }

double drop(double x) { return 3 - x; }
double drop_forward(double x, double dx) { return -FORWARD_WRONG * dx; }
void *__enzyme_register_derivative_drop[] = {(void *)drop, (void *)drop_forward};
double fall(double x) { return drop(x) * drop(x); }

double loud(const double *x) {
  printf("x is %g\n", *x);
  return *x * *x;
}

int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0};
  __enzyme_autodiff((void *)chain, enzyme_dup, x, dx, enzyme_const, 3);
  printf("%.6f %.6f %.6f; called %d times, x[0] %.6f\n", dx[0], dx[1], dx[2], calls, x[0]);
  struct node b = {3, 0}, a = {2, &b}, db = {0, 0}, da = {0, &db};
  __enzyme_autodiff((void *)listed, enzyme_dup, &a, &da);
  printf("%g %g\n", da.value, db.value);
  float y[2] = {0.5f, 2}, dy[2] = {0};
  __enzyme_autodiff((void *)narrow, enzyme_out, 3.0, enzyme_dup, y, dy);
  double sides[2] = {3, 4}, directions[2] = {1, 0};
  printf("%g\n", __enzyme_fwddiff((void *)area, enzyme_dup, sides, directions));
  double w[2] = {1, 5}, dw[2] = {0};
  __enzyme_autodiff((void *)cost, enzyme_out, 2.0, enzyme_dup, w, dw);
  printf("%g %g\n", dw[0], dw[1]);
  printf("%g\n", __enzyme_fwddiff((void *)fall, 1.0, 1.0));
  double z = 2, dz = 0;
  __enzyme_autodiff((void *)loud, enzyme_dup, &z, &dz);
  printf("%g\n", dz);
}
