// layers.cpp - a small neural network of polymorphic layers.
//
// Each layer owns its weights in std::vector and is called through a virtual
// function that returns a vector by value; layers refuse a wrong size with an
// exception. The gradient is a second network of the same shape, made by a
// virtual clone and cleared: primal and shadow are objects with vtables.
#include "measure.h"
#include "words.h"

#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

using Vector = std::vector<double>;

class Layer {
public:
  virtual ~Layer() = default;
  virtual Vector apply(const Vector &input) const = 0;
  virtual std::unique_ptr<Layer> clone() const = 0;
  virtual Vector *weights() { return nullptr; }
};

class Dense : public Layer {
public:
  Dense(std::size_t inputs, std::size_t outputs)
      : inputs(inputs), outputs(outputs), numbers((inputs + 1) * outputs) {}
  Vector apply(const Vector &input) const override {
    if (input.size() != inputs)
      throw std::invalid_argument("a dense layer got a vector of the wrong size");
    Vector output(numbers.end() - long(outputs), numbers.end());
    for (std::size_t row = 0; row < outputs; row++)
      output[row] = std::inner_product(input.begin(), input.end(),
                                       numbers.begin() + long(row * inputs), output[row]);
    return output;
  }
  std::unique_ptr<Layer> clone() const override { return std::make_unique<Dense>(*this); }
  Vector *weights() override { return &numbers; }

private:
  std::size_t inputs, outputs;
  Vector numbers; // the matrix row by row, then the biases
};

class Tanh : public Layer {
public:
  Vector apply(const Vector &input) const override {
    Vector output(input);
    for (double &x : output)
      x = std::tanh(x);
    return output;
  }
  std::unique_ptr<Layer> clone() const override { return std::make_unique<Tanh>(*this); }
};

// Any function of one variable, with a slope of its own that is learnt.
class Pointwise : public Layer {
public:
  explicit Pointwise(std::function<double(double)> f) : f(std::move(f)), slope(1, 1.0) {}
  Vector apply(const Vector &input) const override {
    Vector output;
    for (double x : input)
      output.push_back(f(slope[0] * x));
    return output;
  }
  std::unique_ptr<Layer> clone() const override { return std::make_unique<Pointwise>(*this); }
  Vector *weights() override { return &slope; }

private:
  std::function<double(double)> f;
  Vector slope;
};

struct Network {
  std::vector<std::unique_ptr<Layer>> layers;

  Vector operator()(const Vector &input) const {
    Vector v = input;
    for (const auto &layer : layers)
      v = layer->apply(v);
    return v;
  }
  // All weights, in order.
  std::vector<double *> weights() {
    std::vector<double *> all;
    for (auto &layer : layers)
      if (Vector *w = layer->weights())
        for (double &x : *w)
          all.push_back(&x);
    return all;
  }
  Network clone() const {
    Network copy;
    for (const auto &layer : layers)
      copy.layers.push_back(layer->clone());
    return copy;
  }
};

struct Sample {
  Vector input;
  double expected;
};

double meanSquaredError(const Network &net, const std::vector<Sample> &samples) {
  double sum = 0;
  for (const Sample &sample : samples) {
    const double error = net(sample.input).at(0) - sample.expected;
    sum += error * error;
  }
  return sum / double(samples.size());
}

struct Problem {
  Network net, shadow;
  std::vector<double *> where, shadowWhere; // each weight in net and in shadow
  std::vector<Sample> samples;
  Vector x; // the weights as demo_check sees them
};

double primal(void *context) {
  auto &p = *static_cast<Problem *>(context);
  for (std::size_t i = 0; i < p.x.size(); i++)
    *p.where[i] = p.x[i];
  return meanSquaredError(p.net, p.samples);
}

#if DEMO_DERIVATIVES
void reverse(void *context, double *gradient) {
  auto &p = *static_cast<Problem *>(context);
  for (std::size_t i = 0; i < p.x.size(); i++)
    *p.where[i] = p.x[i], *p.shadowWhere[i] = 0;
  __enzyme_autodiff((void *)meanSquaredError, enzyme_dup, &p.net, &p.shadow, enzyme_const,
                            &p.samples);
  for (std::size_t i = 0; i < p.x.size(); i++)
    gradient[i] = *p.shadowWhere[i];
}

double forward(void *context, const double *direction) {
  auto &p = *static_cast<Problem *>(context);
  for (std::size_t i = 0; i < p.x.size(); i++)
    *p.where[i] = p.x[i], *p.shadowWhere[i] = direction[i];
  return __enzyme_fwddiff((void *)meanSquaredError, enzyme_dup, &p.net, &p.shadow,
                                  enzyme_const, &p.samples);
}
#else
constexpr auto reverse = nullptr;
constexpr auto forward = nullptr;
#endif

} // namespace

int main() {
  Problem p;
  auto &layers = p.net.layers;
  layers.push_back(std::make_unique<Dense>(3, 16));
  layers.push_back(std::make_unique<Tanh>());
  layers.push_back(std::make_unique<Dense>(16, 16));
  layers.push_back(std::make_unique<Pointwise>([](double x) { return std::log1p(std::exp(x)); }));
  layers.push_back(std::make_unique<Dense>(16, 1));
  p.shadow = p.net.clone();
  p.where = p.net.weights(), p.shadowWhere = p.shadow.weights();

  unsigned long random = 6;
  for (double *w : p.where)
    p.x.push_back(*w + 0.4 * demo_normal(&random));
  for (int i = 0; i < 64; i++) {
    Vector input = {demo_normal(&random), demo_normal(&random), demo_normal(&random)};
    p.samples.push_back({input, std::sin(input[0]) * input[1] + input[2]});
  }
  const demo_case c = {"layers", int(p.x.size()), p.x.data(), primal, reverse,
                       forward,  &p,              1e-6,       0};
  return demo_check(&c);
}
