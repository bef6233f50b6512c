// Compound literals, their address taken, designated and partial initialisers.
#include "check.h"
typedef struct {
  double a, b, c;
  int n;
} record;

NOINLINE static double total(const record *r, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += r[i].a * r[i].b + r[i].c * r[i].n;
  return sum;
}
double f(double x, double y) {
  record r = {.b = x * y, .n = 2};
  r = (record){.c = r.b, .a = x};
  return total(&(record){x, y, 1, 1}, 1) * total((record[]){{x, x, x, 1}, {.c = y, .n = 3}}, 2) +
         r.a * r.c + r.b;
}

CHECK_SCALAR2(f, 0.5, -1.5);
