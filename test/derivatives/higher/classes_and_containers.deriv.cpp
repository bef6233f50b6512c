// Derivatives of derivatives through virtual calls, vectors, lambdas and std::function.
#include "nests.h"
#include <functional>
#include <memory>
#include <vector>
struct Shape {
  virtual double area() const = 0;
  virtual ~Shape() = default;
};
struct Square : Shape {
  double side;
  explicit Square(double side) : side(side) {}
  double area() const override { return side * side; }
};
struct Cube : Shape {
  double side;
  explicit Cube(double side) : side(side) {}
  double area() const override { return 6 * side * side * side; }
};
static double virtualCalls(double x) { // x^2 + 6 x^3
  std::unique_ptr<Shape> shapes[2] = {std::make_unique<Square>(x), std::make_unique<Cube>(x)};
  double sum = 0;
  for (auto &shape : shapes)
    sum += shape->area();
  return sum;
}
#define v1(x) (2 * x + 18 * x * x)
#define v2(x) (2 + 36 * x)
#define v3(x) 36
static double grownVector(double x) { // sum_{i<4} (i x)^2 x = 14 x^3
  std::vector<double> values;
  for (int i = 0; i < 4; i++)
    values.push_back(i * x);
  double sum = 0;
  for (double value : values)
    sum += value * value * x;
  return sum;
}
#define g1(x) (42 * x * x)
#define g2(x) (84 * x)
#define g3(x) 84
static double functions(double x) { // (x^2) then times x
  auto times = [x](double y) { return x * y; };
  std::function<double(double)> twice = [times](double y) { return times(times(y)); };
  return twice(x) + times(1);
}
#define f1(x) (3 * x * x + 1)
#define f2(x) (6 * x)
#define f3(x) 6

CHECK_NESTS(virtualCalls, v1, v2, v3, 2, -0.5);
CHECK_NESTS(grownVector, g1, g2, g3, 2, -0.5);
CHECK_NESTS(functions, f1, f2, f3, 2, -0.5);
