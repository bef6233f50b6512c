// memcpy of a struct with floats, doubles, integers and pointers.
#include "check.h"
typedef struct {
  int tag;
  float weight;
  double value;
  const double *more;
  char name[6];
  double tail[2];
} mixed;

double f(const double *x) {
  mixed a = {3, (float)x[0], x[1] * x[1], x, "abc", {x[2], 1}}, b, c[2];
  memcpy(&b, &a, sizeof a);
  b.value *= b.tag;
  c[0] = b;
  memcpy(&c[1], &c[0], sizeof b);
  c[1].tail[1] = c[1].value * c[0].more[0];
  return c[1].value * c[1].tail[0] + c[1].tail[1] + c[0].name[1];
}

CHECK_FUNCTION(f, 3, 1.5, -2, 3);
