// Virtual functions called through base pointers and references; objects on the stack and the heap.
#include "check.h"

struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
  virtual double weight(double density) const { return density * area(); }
};
struct Circle : Shape {
  double r;
  Circle(double radius) : r(radius) {}
  double area() const override { return M_PI * r * r; }
};
struct Box : Shape {
  double a, b;
  Box(double x, double y) : a(x), b(y) {}
  double area() const override { return a * b; }
  double weight(double density) const override { return density * a * b * a; }
};
NOINLINE static double weigh(const Shape &s, double density) { return s.weight(density); }
double f(const double *x) {
  Shape *all[3] = {new Circle(x[0]), new Box(x[0], x[1]), new Circle(x[1] * x[2])};
  double r = 0;
  for (Shape *s : all)
    r += weigh(*s, x[2]) * s->area();
  for (Shape *s : all)
    delete s;
  return r + weigh(Box(x[1], x[2]), x[0]);
}

CHECK_FUNCTION(f, 3, 0.5, 1.5, 0.75);
