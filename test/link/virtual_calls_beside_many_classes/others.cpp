#include "parts.h"
#include <utility>

void Lazy::update() {
  if (isCalculated) {
    isCalculated = false;
    notify();
  }
}

namespace {
struct Product : Lazy {
  Product(Quote &a, Quote &b) : a(a), b(b) {
    a.observers.insert(this);
    b.observers.insert(this);
  }
  ~Product() override {
    a.observers.erase(this);
    b.observers.erase(this);
  }
  void calculate() override { result = a.held * b.held; }
  Quote &a, &b;
};
} // namespace

std::unique_ptr<Lazy> productOf(Quote &a, Quote &b) { return std::make_unique<Product>(a, b); }

template <int kind> struct Kind : Counted {
  explicit Kind(double *of) : of(of) {}
  void dispose() override { *of *= 1 + kind * 0.01; }
  double *of;
};

template <int kind> static std::unique_ptr<Counted> make(double *of) {
  return std::make_unique<Kind<kind>>(of);
}
template <int... kinds>
static std::unique_ptr<Counted> makeOne(double *of, int kind, std::integer_sequence<int, kinds...>) {
  using Maker = std::unique_ptr<Counted> (*)(double *);
  static constexpr Maker makers[] = {make<kinds>...};
  return makers[kind](of);
}
std::unique_ptr<Counted> counted(double *of, int kind) {
  return makeOne(of, kind, std::make_integer_sequence<int, 97>());
}
