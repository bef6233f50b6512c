// An array of structs with a union of double and long, copied and read by tag.
#include "check.h"

struct tagged {
  int kind;
  union {
    double number;
    long integer;
  };
};
double f(const double *x, int n) {
  struct tagged a = {.kind = 1, .number = x[0] * x[1]}, b = {.kind = 0, .integer = 4};
  struct tagged both[2] = {a, b};
  double product = x[0];
  for (int i = 0; i < 2; i++)
    product *= both[i].kind ? both[i].number : (double)both[i].integer;
  return product;
}
CHECK_FUNCTION_N(f, 2, 3, 1);
