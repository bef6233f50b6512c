// unique_ptr and shared_ptr to active objects.
#include "check.h"
#include <memory>

struct Node {
  double value;
  std::unique_ptr<Node> next;
  Node(double v, std::unique_ptr<Node> n) : value(v), next(std::move(n)) {}
};
double f(const double *x, int n) {
  std::unique_ptr<Node> head;
  for (int i = 0; i < n; i++)
    head = std::make_unique<Node>(x[i] * x[i], std::move(head));
  auto shared = std::make_shared<double>(x[0]);
  std::shared_ptr<double> other = shared;
  *other *= x[1];
  double r = 0;
  for (const Node *at = head.get(); at; at = at->next.get())
    r = r * 0.5 + at->value * *shared;
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
