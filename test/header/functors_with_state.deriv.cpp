// Functors and objects with containers inside, differentiated by their members; polymorphic objects
// behind pointers as constants.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <memory>
#include <vector>
using enzyme::Const, enzyme::Duplicated, enzyme::gradient, enzyme::make_zero;
using Vector = std::vector<double>;

struct Polynomial {
  Vector coefficients;
  double operator()(double x) const {
    double sum = 0;
    for (std::size_t i = coefficients.size(); i-- > 0;)
      sum = sum * x + coefficients[i];
    return sum;
  }
};
class Private {
public:
  explicit Private(double k) : k(k), table{k, 2 * k} {}
  double operator()(double x) const { return k * x + table[1] * x * x; }
  double first() const { return k; }
  double second() const { return table[1]; }

private:
  double k;
  Vector table;
};
struct Shape {
  virtual ~Shape() = default;
  virtual double area(double scale) const = 0;
};
struct Circle : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  double area(double scale) const override { return 3 * r * r * scale * scale; }
};
struct Square : Shape {
  double a;
  explicit Square(double a) : a(a) {}
  double area(double scale) const override { return a * a * std::pow(scale, 2); }
};

CHECK_VALUES(members) {
  const Polynomial p{{1, 2, 3}};
  Polynomial by = make_zero(p);
  EXPECT_EXACT(gradient(p, 2.0), 14);
  EXPECT_EXACT(gradient(Duplicated<const Polynomial &>(p, by), 2.0), 14);
  EXPECT_EXACT(by.coefficients[0] + by.coefficients[1] + by.coefficients[2], 7);
  auto call = [](const Polynomial &q, double x) { return q(x); };
  auto [gp, gx] = gradient(call, p, 2.0);
  EXPECT_EXACT(gp.coefficients[2], 4);
  EXPECT_EXACT(gx, 14);
  Private object(3), shadow(0);
  EXPECT_EXACT(gradient(Duplicated{object, shadow}, 2.0), 3 + 2 * 6 * 2);
  EXPECT_EXACT(shadow.first(), 2);
  EXPECT_EXACT(shadow.second(), 4);
}

CHECK_VALUES(polymorphism) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Circle>(1));
  shapes.push_back(std::make_unique<Square>(2));
  auto total = [&shapes](double scale) {
    double sum = 0;
    for (const auto &shape : shapes)
      sum += shape->area(scale);
    return sum;
  };
  EXPECT_EXACT(gradient(total, 2.0), 2 * 2 * (3 + 4));
  EXPECT_EXACT(gradient(&Shape::area, *shapes[1], 3.0), 24);
}
