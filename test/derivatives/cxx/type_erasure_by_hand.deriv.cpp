// A concept-and-model wrapper: values of any shape class, held by pointer and copied by clone.
#include "check.h"
#include <memory>
#include <utility>
#include <vector>

class AnyShape {
  struct Concept {
    virtual ~Concept() = default;
    virtual double area() const = 0;
    virtual std::unique_ptr<Concept> clone() const = 0;
  };
  template <class T> struct Model final : Concept {
    T shape;
    explicit Model(T s) : shape(std::move(s)) {}
    double area() const override { return shape.area(); }
    std::unique_ptr<Concept> clone() const override { return std::make_unique<Model>(shape); }
  };
  std::unique_ptr<Concept> held;

public:
  template <class T> AnyShape(T s) : held(std::make_unique<Model<T>>(std::move(s))) {}
  AnyShape(const AnyShape &o) : held(o.held->clone()) {}
  AnyShape(AnyShape &&) = default;
  AnyShape &operator=(AnyShape o) {
    held = std::move(o.held);
    return *this;
  }
  double area() const { return held->area(); }
};

struct Disc {
  double r;
  double area() const { return 3 * r * r; }
};
struct Polygon {
  std::vector<double> sides;
  double area() const {
    double product = 1;
    for (double s : sides)
      product *= s;
    return product;
  }
};

double f(const double *x) {
  std::vector<AnyShape> shapes;
  shapes.emplace_back(Disc{x[0]});
  shapes.emplace_back(Polygon{{x[1], x[2], x[0]}});
  shapes.push_back(shapes[0]);
  AnyShape last = shapes[1];
  last = Disc{x[2] * x[1]};
  double r = last.area();
  for (const AnyShape &s : shapes)
    r += s.area() * s.area();
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
