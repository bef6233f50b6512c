// A tree with shared children and weak parents; unique_ptr arrays; custom deleters.
// also: -stdlib=libc++ -static-libstdc++
#include "check.h"
#include <memory>
#include <vector>

struct Node {
  double value;
  std::vector<std::shared_ptr<Node>> children;
  std::weak_ptr<Node> parent;
};

static double sum(const Node &node) {
  double r = node.value * node.value;
  for (const auto &child : node.children)
    r += 0.5 * sum(*child);
  if (auto parent = node.parent.lock())
    r += parent->value * node.value;
  return r;
}

double f(const double *x, int n) {
  auto root = std::make_shared<Node>();
  root->value = x[0];
  for (int i = 1; i < n; i++) {
    auto child = std::make_shared<Node>();
    child->value = x[i];
    child->parent = root;
    root->children.push_back(child);
    if (i == 2)
      root->children[0]->children.push_back(child);
  }
  auto buffer = std::make_unique<double[]>(n);
  for (int i = 0; i < n; i++)
    buffer[i] = x[i] * x[i];
  std::unique_ptr<double, void (*)(void *)> raw(static_cast<double *>(malloc(sizeof(double))), free);
  *raw = buffer[1] * buffer[0];
  return sum(*root) + *raw + root.use_count();
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
