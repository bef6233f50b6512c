// A step that an object keeps as a function pointer, in a program with more virtual functions of the same type than
// anybody could choose from: those are found through virtual tables alone, and are not meant.
#include "check.h"
#include <memory>
#include <utility>
#include <vector>

namespace {

struct State {
  double x, y;
};

struct Element {
  virtual void act(State *state) const = 0;
  virtual ~Element() = default;
};

template <int n> struct Numbered : Element {
  void act(State *state) const override { state->x += n * 0.001 * state->y; }
};

template <int... n> std::vector<std::unique_ptr<Element>> all(std::integer_sequence<int, n...>) {
  std::vector<std::unique_ptr<Element>> elements;
  (elements.push_back(std::make_unique<Numbered<n>>()), ...);
  return elements;
}

/// What else the program has.
const auto elements = all(std::make_integer_sequence<int, 120>());

struct Simulation;
void quick(Simulation *simulation);
void exact(Simulation *simulation);

struct Simulation {
  State state;
  void (*step)(Simulation *);
  int count;
};

void quick(Simulation *simulation) { simulation->state.y *= simulation->state.x; }
void exact(Simulation *simulation) { simulation->state.y += simulation->state.x * simulation->state.x; }

NOINLINE void run(Simulation *simulation) {
  for (int i = 0; i < simulation->count; i++)
    simulation->step(simulation);
}

} // namespace

double f(const double *x) {
  auto *simulation = new Simulation{{x[0], x[1]}, x[2] > 0 ? quick : exact, 3};
  run(simulation);
  double result = simulation->state.x * x[2] + simulation->state.y;
  delete simulation;
  return result;
}
CHECK_FUNCTION(f, 3, 0.7, 1.3, 0.4, 0.7, 1.3, -0.4);
