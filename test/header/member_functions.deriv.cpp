// Pointers to members: the object is constant unless it is Duplicated; virtual functions too.
// std: c++17
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <enzyme/enzyme>
#include <memory>
#include <vector>
using enzyme::Duplicated, enzyme::gradient, enzyme::value_and_gradient;

class Model {
public:
  explicit Model(double k) : k(k) {}
  virtual ~Model() = default;
  double loss(const std::vector<double> &x) const { return k * x[0] * x[1]; }
  virtual double cost(double x) { return k * x; }
  double k;
};
class Better : public Model {
public:
  using Model::Model;
  double cost(double x) override { return k * x * x; }
};

CHECK_VALUES(of_objects) {
  Model model(3);
  const std::vector<double> x{4, 5};
  EXPECT_EXACT(gradient(&Model::loss, model, x)[0], 15);
  EXPECT_EXACT(gradient(&Model::loss, &model, x)[1], 12);
  EXPECT_EXACT(value_and_gradient(&Model::loss, std::cref(model), x).value, 60);
  Better better(3);
  Model &base = better;
  EXPECT_EXACT(gradient(&Model::cost, base, 2.0), 12);
  EXPECT_EXACT(gradient(&Model::cost, model, 2.0), 3);
}

CHECK_VALUES(by_the_object) {
  Model model(3), shadow(0);
  const std::vector<double> x{4, 5};
  EXPECT_EXACT(gradient(&Model::loss, Duplicated{model, shadow}, x)[0], 15);
  EXPECT_EXACT(shadow.k, 20);
}

CHECK_VALUES(data_members) {
  struct Point {
    double x, y;
  };
  auto area = [](const Point &p) { return p.x * p.y; };
  EXPECT_EXACT(gradient(area, Point{2, 3}).x, 3);
}
