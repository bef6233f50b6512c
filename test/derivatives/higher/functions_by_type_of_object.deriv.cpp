// std: c++20
// A map from types to functions, asked with the types that objects have at run time, and the Hessian of what it leads to.
#include "nests.h"
#include <functional>
#include <typeindex>
#include <unordered_map>
struct Body {
  double size;
  explicit Body(double size) : size(size) {}
  virtual ~Body() { size = -1; }
  virtual double area() const { return size * size; }
};
struct Prism : Body {
  using Body::Body;
  double area() const override { return size * 3; }
};
static double cost(const double *x, int) {
  std::unordered_map<std::type_index, std::function<double(const Body &)>> prices;
  prices[typeid(Prism)] = [price = x[1]](const Body &body) { return price * body.area(); };
  prices[typeid(Body)] = [](const Body &body) { return body.size * 3; };
  Prism prism(x[0]);
  Body ball(x[2]);
  double sum = 0;
  for (const Body *body : {static_cast<const Body *>(&prism), static_cast<const Body *>(&ball)})
    if (auto found = prices.find(typeid(*body)); found != prices.end())
      sum += found->second(*body);
  return sum * x[0] * sum;
}
CHECK_FUNCTION_N(cost, 3, 0.9, 1.3, 0.8);
CHECK_HESSIAN_N(cost, 3, 0.9, 1.3, 0.8);
