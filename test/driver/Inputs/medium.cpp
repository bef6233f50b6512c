// Ordinary C++ without requests: templates, virtual calls, exceptions, lambdas,
// the containers and the streams.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

template <class T, int N> struct Fixed {
  T data[N]{};
  T &operator[](int i) { return data[i]; }
  T operator[](int i) const { return data[i]; }
  Fixed operator+(const Fixed &other) const {
    Fixed result;
    for (int i = 0; i < N; ++i)
      result[i] = data[i] + other[i];
    return result;
  }
  T dot(const Fixed &other) const {
    return std::inner_product(data, data + N, other.data, T{});
  }
};

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string name() const { return "shape"; }
};

struct Circle final : Shape {
  explicit Circle(double r) : radius(r) {
    if (r < 0)
      throw std::invalid_argument("negative radius");
  }
  double area() const override { return 3.14159 * radius * radius; }
  std::string name() const override { return "circle"; }
  double radius;
};

struct Box final : Shape {
  Box(double w, double h) : width(w), height(h) {}
  double area() const override { return width * height; }
  double width, height;
};

std::map<std::string, std::function<std::unique_ptr<Shape>(double)>> &makers() {
  static std::map<std::string, std::function<std::unique_ptr<Shape>(double)>> table = {
      {"circle", [](double x) { return std::make_unique<Circle>(x); }},
      {"box", [](double x) { return std::make_unique<Box>(x, x / 2); }},
  };
  return table;
}

double total(const std::vector<std::unique_ptr<Shape>> &shapes) {
  return std::accumulate(shapes.begin(), shapes.end(), 0.0,
                         [](double sum, const auto &shape) { return sum + shape->area(); });
}

template <class... Parts> std::string joined(const Parts &...parts) {
  std::ostringstream out;
  ((out << parts << ' '), ...);
  return out.str();
}

} // namespace

thread_local int calls = 0;

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (const char *name : {"circle", "box", "circle"})
    shapes.push_back(makers().at(name)(1.0 + ++calls));
  std::sort(shapes.begin(), shapes.end(),
            [](const auto &a, const auto &b) { return a->area() < b->area(); });
  try {
    shapes.push_back(makers().at("circle")(-1.0));
  } catch (const std::invalid_argument &problem) {
    std::cout << joined("caught", problem.what(), calls) << "\n";
  }
  Fixed<double, 4> a, b;
  for (int i = 0; i < 4; ++i)
    a[i] = i, b[i] = 2 * i;
  std::cout << total(shapes) << " " << (a + b).dot(b) << " " << shapes.front()->name() << "\n";
}
