// A cache, const to the request, is handed the address of active memory and asked for it again.
#include "check.h"
typedef struct {
  const double *last;
  int uses;
} cache;
static cache kept;
NOINLINE static void remember(cache *c, const double *p) { c->last = p, c->uses++; }
double f(const double *x) {
  double local[2] = {x[0] * x[1], x[0]};
  remember(&kept, local);
  double r = kept.last[0] * kept.last[1];
  remember(&kept, x);
  return r * kept.last[1];
}
CHECK_FUNCTION(f, 2, 2, 3);
