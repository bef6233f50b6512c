// Nodes with std::weak_ptr to others and std::enable_shared_from_this. (The destructor of std::bad_weak_ptr, which
// shared_from_this may throw, is the library's.)
#include "check.h"
#include <cmath>
#include <memory>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
  double value;
  int number;
  std::weak_ptr<Node> previous;
  std::shared_ptr<Node> next;
  Node(double value, int number) : value(value), number(number) {}
};

NOINLINE static std::shared_ptr<Node> append(const std::shared_ptr<Node> &to, double value) {
  auto node = std::make_shared<Node>(value, to->number + 1);
  node->previous = to;
  to->next = node;
  return node;
}

NOINLINE static double backwards(const std::shared_ptr<Node> &at) {
  auto previous = at->previous.lock();
  return previous ? at->value * (1 + backwards(previous)) : at->value;
}

double list_with_weak_links(const double *x) {
  auto node = std::make_shared<Node>(x[0], 0), first = node;
  for (int i = 1; i < 3; i++)
    node = append(node, x[i]);
  double sum = backwards(node->shared_from_this());
  for (auto at = first; at; at = at->next)
    sum += at->value * at->value * at->number;
  return sum;
}
CHECK_FUNCTION(list_with_weak_links, 3, 0.3, 0.7, -0.4);

struct Body {
  double mass, place[2];
  std::weak_ptr<Body> other;
};

NOINLINE static double energy(const std::vector<std::shared_ptr<Body>> &bodies) {
  double sum = 0;
  for (const auto &body : bodies)
    if (auto other = body->other.lock())
      sum -= body->mass * other->mass /
             std::hypot(body->place[0] - other->place[0], body->place[1] - other->place[1]);
  return sum;
}

double bodies_that_attract(const double *x) {
  std::vector<std::shared_ptr<Body>> bodies;
  for (int i = 0; i < 3; i++)
    bodies.push_back(std::shared_ptr<Body>(new Body{x[i], {x[(i + 1) % 3], 1.0 * i}, {}}));
  for (int i = 0; i < 3; i++)
    bodies[i]->other = bodies[(i + 1) % 3];
  return energy(bodies);
}
CHECK_FUNCTION(bodies_that_attract, 3, 0.3, 0.7, -0.4);
