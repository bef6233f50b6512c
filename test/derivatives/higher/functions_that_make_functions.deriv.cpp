// A std::function that was moved makes objects that hold std::functions: the number that its closure
// captured lies where at other times an address lies, and is copied from one to the next.
#include "nests.h"
#include <functional>
#include <memory>
struct Layer {
  virtual ~Layer() = default;
  virtual double forward(double v) = 0;
};
struct Activation : Layer {
  std::function<double(double)> f, slope;
  double in = 0;
  Activation(std::function<double(double)> f, std::function<double(double)> slope)
      : f(std::move(f)), slope(std::move(slope)) {}
  double forward(double v) override {
    in = v;
    return f(v) + slope(v) * in;
  }
};
using Maker = std::function<std::unique_ptr<Layer>(int)>;
static double activated(const double *x, int) {
  Maker soft = [b = x[1]](int) {
    return std::make_unique<Activation>([b](double v) { return exp(b * v) / b; },
                                        [b](double v) { return 1 / (1 + exp(-b * v)); });
  };
  Maker moved(std::move(soft));
  auto layer = moved(1);
  return layer->forward(x[0]);
}
CHECK_FUNCTION_N(activated, 2, 0.5, 0.8);
CHECK_HESSIAN_N(activated, 2, 0.5, 0.8);
