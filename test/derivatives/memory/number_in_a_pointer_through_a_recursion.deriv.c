// The bits of a number lie in a member that is declared a pointer, and is read and written as one: what a recursion
// hands on is the number.
#include "check.h"

struct box {
  void *content;
  int tag;
};
NOINLINE static void *pass(void *value, int n, int tag) {
  if (n <= 0)
    return value;
  return tag > 100 ? NULL : pass(value, n - 1, tag + 1);
}
NOINLINE static void fill(struct box *b, const double *x) {
  memcpy(&b->content, x, sizeof *x);
  b->tag = 1;
}
double throughVoid(const double *x, int n) {
  struct box a, b;
  fill(&a, x);
  b.tag = a.tag;
  b.content = pass(a.content, n, 0);
  double d;
  memcpy(&d, &b.content, sizeof d);
  return d * d * x[1];
}
CHECK_FUNCTION_N(throughVoid, 2, 3, 2);
