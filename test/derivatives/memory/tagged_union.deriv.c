// A tagged union in an array: a double, a pair or an integer by tag.
#include "check.h"
typedef struct {
  int tag;
  union {
    double one;
    struct {
      double a, b;
    } two;
    int whole;
  };
} variant;

static double value(const variant *v) {
  switch (v->tag) {
  case 0:
    return v->one;
  case 1:
    return v->two.a * v->two.b;
  default:
    return v->whole;
  }
}
double f(const double *x) {
  variant all[3];
  all[0].tag = 0, all[0].one = x[0] * x[0];
  all[1].tag = 1, all[1].two.a = x[0], all[1].two.b = x[1];
  all[2].tag = 2, all[2].whole = 7;
  double r = 1;
  for (int i = 0; i < 3; i++)
    r *= value(&all[i]);
  return r;
}

CHECK_FUNCTION(f, 2, 1.5, -2);
