// A protothread: state kept in a structure, resumed by a switch into loops.
#include "check.h"

struct generator {
  int line, i;
  double state;
};

#define begin(g) switch ((g)->line) { case 0:
#define yield(g, v) do { (g)->line = __LINE__; return (v); case __LINE__:; } while (0)
#define end }

NOINLINE static double next(struct generator *g, const double *x) {
  begin(g)
  for (g->i = 0; g->i < 3; g->i++) {
    g->state = g->state * x[0] + x[1];
    yield(g, g->state);
  }
  for (;;) {
    g->state *= x[1];
    yield(g, g->state * g->state);
  }
  end
  return 0;
}

double f(const double *x) {
  struct generator g = {0, 0, x[0]};
  double r = 0;
  for (int i = 0; i < 6; i++)
    r = r * 0.5 + next(&g, x);
  return r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
