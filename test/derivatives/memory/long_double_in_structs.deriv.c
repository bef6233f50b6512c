// long double members, with their padding, copied and computed with.
#define CHECK_REAL long double
#define CHECK_TOLERANCE 1e-9L
#include "check.h"
typedef struct {
  long double a;
  int n;
  long double b;
} record;

long double f(const long double *x) {
  record r[2], copy;
  r[0] = (record){x[0] * x[1], 2, x[1]};
  memcpy(&r[1], &r[0], sizeof(record));
  r[1].a *= r[0].b;
  copy = r[1];
  return copy.a * copy.n + r[0].a * r[1].b;
}

CHECK_FUNCTION(f, 2, 0.5L, -1.5L);
