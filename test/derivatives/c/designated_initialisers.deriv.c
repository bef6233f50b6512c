// Designated initialisers of arrays, structures and nested members; later ones win.
#include "check.h"

struct point {
  double x, y;
};
struct curve {
  const char *name;
  struct point nodes[4];
  double weights[5];
  int order;
};

double f(const double *x) {
  struct curve c = {.order = 2, .nodes = {[2] = {x[0], .y = x[1]}, [0].x = x[1] * x[0]}, .weights = {[1 ... 3] = x[0], [2] = x[1]}, .name = "curve"};
  double table[] = {[3] = x[0] * x[0], [1] = x[1], 2.0};
  double r = c.order * c.weights[1] + (c.name[0] == 'c' ? c.weights[2] : 0);
  for (int i = 0; i < 4; i++)
    r += (c.nodes[i].x + c.nodes[i].y * x[0]) * (table[i] + 1);
  return r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
