// States as types in a variant, transitions by visit, data carried from state to state.
// std: c++17
#include "check.h"
#include <variant>

struct Idle {};
struct Charging {
  double level;
};
struct Running {
  double level, output;
  int steps;
};
using State = std::variant<Idle, Charging, Running>;

struct Step {
  const double *x;
  State operator()(const Idle &) const { return Charging{x[0]}; }
  State operator()(const Charging &c) const {
    if (c.level > 1.5)
      return Running{c.level, 0, 0};
    return Charging{c.level + x[1] * c.level};
  }
  State operator()(const Running &r) const {
    if (r.steps == 2)
      return Idle{};
    return Running{r.level * 0.5, r.output + r.level * r.level, r.steps + 1};
  }
};

double f(const double *x) {
  State state;
  double total = 0;
  for (int i = 0; i < 14; i++) {
    state = std::visit(Step{x}, state);
    if (const auto *running = std::get_if<Running>(&state))
      total += running->output;
  }
  return total + (std::holds_alternative<Idle>(state) ? x[0] : x[1]);
}

CHECK_FUNCTION(f, 2, 0.7, 0.4);
