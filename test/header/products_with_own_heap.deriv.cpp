// Functions that make memory of their own, in containers, lists, shared pointers and by hand: products
// with Hessians and Jacobians of them, again and again; the sanitizer run sees that nothing is lost.
// std: c++17
#include "check.h"
#include <cmath>
#include <enzyme/enzyme>
#include <list>
#include <memory>
#include <vector>
using Vector = std::vector<double>;

static double containers(const Vector &x) {
  Vector squares, sums(x.size());
  for (double v : x)
    squares.push_back(v * v);
  for (std::size_t i = 0; i < x.size(); i++)
    sums[i] = squares[i] + (i ? sums[i - 1] * x[i] : 0);
  std::vector<Vector> table(2, sums);
  table[1][0] = x[1];
  return table[0].back() * table[1][0];
}
static double byHand(const Vector &x) {
  const std::size_t n = x.size();
  double *work = new double[n], sum = 0;
  for (std::size_t i = 0; i < n; i++)
    work[i] = std::sin(x[i]) * (i ? work[i - 1] : 1);
  for (std::size_t round = 0; round < 2; round++) {
    auto scratch = std::make_unique<double[]>(n);
    for (std::size_t i = 0; i < n; i++)
      scratch[i] = work[i] * x[n - 1 - i];
    for (std::size_t i = 0; i < n; i++)
      sum += scratch[i] * work[n - 1 - i];
  }
  delete[] work;
  return sum;
}
struct Node {
  double value;
  std::unique_ptr<Node> next;
};
static double linked(const Vector &x) {
  std::unique_ptr<Node> head;
  for (double v : x) {
    auto node = std::make_unique<Node>();
    node->value = v * v;
    node->next = std::move(head);
    head = std::move(node);
  }
  double product = 1;
  for (const Node *node = head.get(); node; node = node->next.get())
    product = product * node->value + node->value;
  return product;
}
template <class F> static void checkHessian(F f, const Vector &x) {
  const auto h = enzyme::hessian(f, x);
  for (std::size_t k = 0; k < x.size(); k++) {
    Vector unit(x.size());
    unit[k] = 1;
    Vector high = x, low = x;
    high[k] += 1e-5, low[k] -= 1e-5;
    const Vector up = enzyme::gradient(f, high), down = enzyme::gradient(f, low);
    for (int again = 0; again < 3; again++) {
      const Vector product = enzyme::hvp(f, x, unit);
      for (std::size_t i = 0; i < x.size(); i++) {
        EXPECT_CLOSE(product[i], (up[i] - down[i]) / 2e-5, 1e-7);
        EXPECT_CLOSE(h(i, k), product[i], 1e-12);
      }
    }
  }
  const Vector all = enzyme::hvps(f, x, std::vector<Vector>{x, x, x})[1], one = enzyme::hvp(f, x, x);
  for (std::size_t i = 0; i < x.size(); i++)
    EXPECT_CLOSE(all[i], one[i], 1e-12);
}

CHECK_VALUES(hessians) {
  const Vector x{0.5, -1.2, 0.8, 1.1};
  checkHessian(containers, x);
  checkHessian(byHand, x);
  checkHessian(linked, x);
}
