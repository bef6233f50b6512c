#include <math.h>

struct model {
  const char *name;
  double (*value)(double, double);
};
struct operations {
  int count;
  void (*run[2])(double *, int);
};

static double product(double a, double b) { return a * b; }
static double wave(double a, double b) { return sin(a) + 0.5 * b * b; }
const struct model models[] = {{"product", product}, {"wave", wave}};

static void square(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= x[i];
}
static void smooth(double *x, int n) {
  for (int i = 0; i + 1 < n; i++)
    x[i] = sqrt(1 + x[i] * x[i + 1]);
}
static const struct operations own = {2, {square, smooth}};
const struct operations *current = &own;
