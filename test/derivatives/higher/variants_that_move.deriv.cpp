// A std::vector of variants that hold numbers or vectors grows: they move to another place, where a
// pointer of the variant is read ahead also while it holds a number.
// std: c++20
#include "nests.h"
#include <variant>
#include <vector>
struct Point {
  double x, y;
};
using Shape = std::variant<double, Point, std::vector<double>>;
static double area(const double *x, int) {
  std::vector<Shape> all = {x[0], Point{x[1], x[2]}, std::vector<double>{x[0], x[1], 1.5}};
  all.push_back(all[1]);
  double sum = 0.2;
  for (auto &each : all)
    sum = std::visit(
        [sum](auto &shape) {
          using T = std::decay_t<decltype(shape)>;
          if constexpr (std::is_same_v<T, double>)
            return sum + shape * shape;
          else if constexpr (std::is_same_v<T, Point>)
            return sum * shape.x - shape.y;
          else
            return sum + shape[0] * shape.back() + shape[1] * sum;
        },
        each);
  return sum;
}
CHECK_FUNCTION_N(area, 3, 0.9, 1.3, 0.8);
CHECK_HESSIAN_N(area, 3, 0.9, 1.3, 0.8);
