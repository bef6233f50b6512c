// Gradients by classes: constructors, private members and bases told by members_of, virtual functions, variants,
// lists of themselves, bit-fields. Shadows hold zeros and nothing of what the object held.
// std: c++17
// flags: -Wextra -Wpedantic -Werror
#include "check.h"
#include <enzyme/enzyme>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>
using enzyme::gradient;
using enzyme::make_zero;

struct Spring { // all members can be seen
  double stiffness;
  int turns;
  explicit Spring(double stiffness) : stiffness(stiffness), turns(3) {}
  double energy(double x) const { return stiffness * x * x * turns; }
};
class Model {
public:
  Model(double scale, std::vector<double> weights) : scale(scale), weights(std::move(weights)), degree(2) {}
  double at(double x) const {
    double sum = 0;
    for (double w : weights)
      sum = sum * x + w;
    return scale * scale * sum * degree;
  }
  const std::vector<double> &ofWeights() const { return weights; }
  double ofScale() const { return scale; }

private:
  double scale;
  std::vector<double> weights;
  int degree;
  std::string name = "model";
  friend struct enzyme::members_of<Model>;
};
template <> struct enzyme::members_of<Model> {
  template <class Self> static auto get(Self &self) { return std::tie(self.scale, self.weights); }
};

struct Point {
  double x, y;
};
struct Weighted : Point {
  double weight;
};
template <> struct enzyme::members_of<Weighted> {
  template <class Self> static auto get(Self &self) { return std::tie(enzyme::base<Point>(self), self.weight); }
};

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
class Disc : public Shape {
public:
  explicit Disc(double radius) : radius(radius) {}
  double area() const override { return radius * radius; }
  double radius;
};
class Ring : public Disc {
public:
  Ring(double radius, double inner) : Disc(radius), inner(inner) {}
  double area() const override { return Disc::area() - inner * inner; }
  double inner;
};
template <> struct enzyme::members_of<Disc> {
  template <class Self> static auto get(Self &self) { return std::tie(self.radius); }
};

/// Memory of its own: the class is copied by its constructor, its numbers are seen as a range.
class Buffer {
public:
  explicit Buffer(int size) : numbers(new double[size]), size(size) {}
  Buffer(const Buffer &other) : Buffer(other.size) {
    for (int i = 0; i < size; i++)
      numbers[i] = other.numbers[i];
  }
  Buffer &operator=(const Buffer &) = delete;
  double &operator[](int i) const { return numbers[i]; }

private:
  std::unique_ptr<double[]> numbers;
  int size;
  friend struct enzyme::members_of<Buffer>;
};
struct Numbers {
  double *first, *last;
  double *begin() const { return first; }
  double *end() const { return last; }
};
template <> struct enzyme::members_of<Buffer> {
  template <class Self> static auto get(Self &self) {
    return std::tuple<Numbers>(Numbers{self.numbers.get(), self.numbers.get() + self.size});
  }
};

struct Tree {
  double value;
  std::vector<Tree> children;
  double sum() const {
    double s = value * value;
    for (const Tree &child : children)
      s += value * child.sum();
    return s;
  }
};
struct Packed {
  double x;
  unsigned flag : 1, kind : 3;
};

CHECK_VALUES(constructors) {
  Spring spring = gradient([](const Spring &s, double x) { return s.energy(x); }, Spring(4), enzyme::Const{2.0});
  EXPECT_EXACT(spring.stiffness, 12);
  EXPECT_EXACT(spring.turns, 3);
  EXPECT_EXACT(make_zero(Spring(4)).stiffness, 0);
  Packed packed = gradient([](const Packed &p) { return p.flag ? p.x * p.x * p.kind : 0; }, Packed{3, 1, 5});
  EXPECT_EXACT(packed.x, 30);
  EXPECT_TRUE(packed.flag == 1 && packed.kind == 5);
}
CHECK_VALUES(privateMembers) {
  const Model model(3, {1, 2});
  auto [by, byX] = gradient([](const Model &m, double x) { return m.at(x); }, model, 5.0);
  EXPECT_EXACT(by.ofScale(), 2 * 3 * 7 * 2);
  EXPECT_EXACT(by.ofWeights()[0], 9 * 5 * 2);
  EXPECT_EXACT(by.ofWeights()[1], 9 * 2);
  EXPECT_EXACT(byX, 9 * 2);
  auto g = gradient([](const std::vector<Model> &all) { return all[0].at(1) * all[1].at(2); },
                    std::vector<Model>{model, Model(1, {1})});
  EXPECT_EXACT(g[0].ofScale(), 2 * 3 * 3 * 2 * 2);
  EXPECT_EXACT(g[1].ofWeights()[0], 9 * 3 * 2 * 2);
  EXPECT_EXACT(make_zero(model).at(7), 0);
}
CHECK_VALUES(bases) {
  std::vector<Weighted> all(2);
  all[0].x = 2, all[0].y = 3, all[0].weight = 5, all[1] = all[0];
  auto g = gradient(
      [](const std::vector<Weighted> &v) {
        double sum = 0;
        for (const Weighted &w : v)
          sum += w.weight * w.x * w.y;
        return sum * v[0].weight;
      },
      all);
  EXPECT_EXACT(g[0].x, 5 * 3 * 5);
  EXPECT_EXACT(g[1].y, 5 * 2 * 5);
  EXPECT_EXACT(g[0].weight, 6 * 5 + 60);
  EXPECT_EXACT(g[1].weight, 30);
}
CHECK_VALUES(virtualFunctions) {
  Disc disc = gradient([](const Disc &d) { return d.area(); }, Disc(3));
  EXPECT_EXACT(disc.radius, 6);
  bool isRefused = false;
  try {
    const Ring ring(3, 1);
    const Disc &asDisc = ring;
    make_zero(asDisc);
  } catch (const std::invalid_argument &) {
    isRefused = true;
  }
  EXPECT_TRUE(isRefused);
}
CHECK_VALUES(ownMemory) {
  Buffer buffer(2);
  buffer[0] = 3, buffer[1] = 4;
  auto g = gradient([](const Buffer &b) { return b[0] * b[0] * b[1]; }, buffer);
  EXPECT_EXACT(g[0], 24);
  EXPECT_EXACT(g[1], 9);
  EXPECT_EXACT(buffer[0], 3);
}
CHECK_VALUES(variants) {
  using Any = std::variant<int, double, std::vector<double>>;
  auto f = [](const std::vector<Any> &all) {
    return std::get<1>(all[0]) * std::get<1>(all[0]) * std::get<2>(all[1])[1] * std::get<0>(all[2]);
  };
  auto g = gradient(f, std::vector<Any>{3.0, std::vector<double>{1, 4}, 7});
  EXPECT_EXACT(std::get<1>(g[0]), 2 * 3 * 4 * 7);
  EXPECT_EXACT(std::get<2>(g[1])[1], 9 * 7);
  EXPECT_EXACT(std::get<2>(g[1])[0], 0);
  EXPECT_EXACT(std::get<0>(g[2]), 7);
  auto t = enzyme::jvp([](double x) { return std::variant<int, double>(x * x); }, 3.0, 1.0);
  EXPECT_EXACT(std::get<1>(t), 6);
  auto o = enzyme::jvp([](double x) { return std::optional<double>(x * x); }, 3.0, 1.0);
  EXPECT_EXACT(o.value(), 6);
}
CHECK_VALUES(recursiveClasses) {
  Tree tree{2, {{3, {}}, {4, {{5, {}}}}}};
  Tree g = gradient([](const Tree &t) { return t.sum(); }, tree);
  EXPECT_EXACT(g.value, 4 + 9 + (16 + 4 * 25));
  EXPECT_EXACT(g.children[0].value, 2 * 6);
  EXPECT_EXACT(g.children[1].value, 2 * (8 + 25));
  EXPECT_EXACT(g.children[1].children[0].value, 2 * 4 * 10);
}
