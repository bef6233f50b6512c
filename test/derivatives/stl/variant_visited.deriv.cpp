// A vector of variants, visited with overloaded lambdas, std::get and std::get_if.
// also: -stdlib=libc++ -static-libstdc++
#include "check.h"
#include <string>
#include <variant>
#include <vector>

struct Circle {
  double radius;
};
struct Box {
  double width, height;
};
struct Label {
  std::string text;
};
using Shape = std::variant<Circle, Box, Label, int>;

template <class... Ts> struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> Overloaded(Ts...) -> Overloaded<Ts...>;

double f(const double *x) {
  std::vector<Shape> shapes;
  shapes.push_back(Circle{x[0]});
  shapes.push_back(Box{x[1], x[2]});
  shapes.push_back(Label{"a label that is long enough for the heap"});
  shapes.push_back(7);
  shapes.push_back(Circle{x[0] * x[2]});
  double area = 0;
  for (const Shape &shape : shapes)
    area += std::visit(Overloaded{[](const Circle &c) { return 3.14 * c.radius * c.radius; },
                                  [](const Box &b) { return b.width * b.height; },
                                  [](const Label &l) { return 0.01 * l.text.size(); },
                                  [&](int n) { return n * x[1]; }},
                       shape);
  shapes[0] = Box{area, x[0]};
  if (auto *box = std::get_if<Box>(&shapes[0]))
    area += box->width * box->height;
  return area + std::get<Circle>(shapes[4]).radius;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
