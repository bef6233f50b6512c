// A value that overflowed and is not chosen contributes nothing, to derivatives of any order.
#include "nests.h"

double softplus(double x) {
  double l = log(1 + exp(2000 * x));
  return x > .3 ? x * x * x * x : l;
}
double among_products(double x) {
  double p = x * x, l = log(1 + exp(1000 * x) * p) * p;
  return x > .3 ? x * x * x * x : l;
}
double divided(double x) {
  double l = sin(1 / (x - 1)) * x / sqrt(x - 1);
  return x < 1.2 ? x * x * x * x : l;
}
double powers(double x) {
  double l = pow(exp(exp(10 * x)), x) / (1 + exp(exp(10 * x)));
  return x > .3 ? x * x * x * x : l;
}
static double grown(const double *w, double x) {
  double product = 1;
  for (int i = 0; i < 3; i++)
    product *= exp(w[i] * x);
  return product * w[1];
}
double in_memory(double x) {
  double w[3] = {300 * x, x, 900 * x}, l = sqrt(grown(w, x) + x);
  return x > .3 ? x * x * x * x : l;
}
// The same where what is not chosen is computed all the same, since somebody looks at it.
NOINLINE static void look(double value) { __asm__ volatile("" ::"m"(value)); }
void *__enzyme_inactivefn_look = (void *)look;
double looked_at(double x) {
  double l = exp(1000 * x) * x;
  look(l);
  return x > .3 ? x * x * x * x : l;
}
double looked_at_among_products(double x) {
  double p = x * x, l = log(1 + exp(1000 * x) * p) * p;
  look(l);
  return x > .3 ? x * x * x * x : l;
}
#define f1(x) (4 * x * x * x)
#define f2(x) (12 * x * x)
#define f3(x) (24 * x)

CHECK_NESTS(softplus, f1, f2, f3, 1, 2);
CHECK_NESTS(among_products, f1, f2, f3, 1, 2);
CHECK_NESTS(divided, f1, f2, f3, 1, 1);
CHECK_NESTS(powers, f1, f2, f3, 1, 2);
CHECK_NESTS(in_memory, f1, f2, f3, 1.5, 2);
CHECK_NESTS(looked_at, f1, f2, f3, 1, 2);
CHECK_NESTS(looked_at_among_products, f1, f2, f3, 1, 2);
