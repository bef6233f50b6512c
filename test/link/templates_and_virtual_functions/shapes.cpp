#include "shapes.h"

template class Polynomial<double>;
Shape::~Shape() {}

namespace {
struct Square : Shape {
  double area(double size) const override { return size * size; }
};
struct Circle : Shape {
  double area(double size) const override { return 3 * cube(size); }
};
} // namespace

std::unique_ptr<Shape> makeShape(int kind) {
  if (kind == 0)
    return std::make_unique<Square>();
  return std::make_unique<Circle>();
}

double total(const double *x) {
  std::vector<double> powers{x[0], cube(x[1])};
  double sum = 0;
  for (double p : powers)
    sum += std::exp(0.1 * p) * counted(p);
  return sum;
}
