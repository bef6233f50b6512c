// A number's bytes, computed of its word, are stored one by one where it lay. What is left of its
// adjoint when the highest of them have gone back looks like an address.
#include "check.h"
#include <stdint.h>
#include <string.h>

NOINLINE static void put_back(double *p, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t word;
    memcpy(&word, &p[i], sizeof word);
    for (int k = 0; k < 8; k++)
      ((unsigned char *)&p[i])[k] = (unsigned char)(word >> (8 * k));
  }
}
static double product(const double *x) {
  double a[4] = {x[0] * x[1], x[2], x[3] - x[0], x[1]};
  put_back(a, 4);
  return a[0] * a[1] + a[2] * a[3];
}
CHECK_FUNCTION(product, 4, 2.1, 3.3, 0.7, 4.4);
