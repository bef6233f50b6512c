// Aggregates with bases and default members, designated initialisers, brace elision.
// std: c++20
#include "check.h"

struct Point {
  double x = 1, y = 2;
};
struct Segment {
  Point from, to;
  double weight = 0.5;
};
struct Named : Point {
  int id;
  double extra;
};

NOINLINE static double length2(const Segment &s) {
  const double dx = s.to.x - s.from.x, dy = s.to.y - s.from.y;
  return s.weight * (dx * dx + dy * dy);
}

double f(const double *x) {
  Segment all[] = {{.from = {.x = x[0]}, .to = {.y = x[1]}}, {x[0], x[1], x[1], x[2]}, {.weight = x[2]}};
  Named named{{x[0], x[1]}, 3, x[2]};
  double r = named.x * named.y * named.extra * named.id;
  for (const Segment &s : all)
    r += length2(s);
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
