// std: c++20
// A balanced tree whose nodes lie in a pool, rotated through pointers to members; an exception for values out of range; recursive lambdas.
#include "check.h"
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <vector>
template <class T, size_t N> class Pool {
  union Slot {
    Slot *next;
    alignas(T) std::byte raw[sizeof(T)];
  } slots[N];
  Slot *free_ = nullptr;

public:
  Pool() {
    for (auto &s : slots) {
      s.next = free_;
      free_ = &s;
    }
  }
  template <class... A> T *make(A &&...a) {
    if (!free_)
      throw std::bad_alloc();
    Slot *s = free_;
    free_ = s->next;
    return new (s->raw) T(std::forward<A>(a)...);
  }
  void drop(T *t) {
    t->~T();
    Slot *s = reinterpret_cast<Slot *>(t);
    s->next = free_;
    free_ = s;
  }
};
struct Node {
  double key, val;
  Node *l = nullptr, *r = nullptr, *up = nullptr;
  int h = 1;
  Node(double k, double v) : key(k), val(v) {}
};
struct Tree {
  Pool<Node, 12> pool;
  Node *root = nullptr;
  static int h(Node *n) { return n ? n->h : 0; }
  static Node *rot(Node *a, Node *Node::*x, Node *Node::*y) {
    Node *b = a->*y;
    a->*y = b->*x;
    b->*x = a;
    a->h = 1 + std::max(h(a->l), h(a->r));
    b->h = 1 + std::max(h(b->l), h(b->r));
    return b;
  }
  Node *ins(Node *n, double k, double v) {
    if (!n)
      return pool.make(k, v);
    if (k < n->key)
      n->l = ins(n->l, k, v);
    else if (k > n->key)
      n->r = ins(n->r, k, v);
    else {
      n->val += v;
      return n;
    }
    n->h = 1 + std::max(h(n->l), h(n->r));
    int b = h(n->l) - h(n->r);
    if (b > 1) {
      if (h(n->l->l) < h(n->l->r))
        n->l = rot(n->l, &Node::l, &Node::r);
      return rot(n, &Node::r, &Node::l);
    }
    if (b < -1) {
      if (h(n->r->r) < h(n->r->l))
        n->r = rot(n->r, &Node::r, &Node::l);
      return rot(n, &Node::l, &Node::r);
    }
    return n;
  }
  template <class F> void each(Node *n, F &&f) {
    if (n) {
      each(n->l, f);
      f(*n);
      each(n->r, f);
    }
  }
  void clear(Node *n) {
    if (n) {
      clear(n->l);
      clear(n->r);
      pool.drop(n);
    }
  }
};
static double spline(const std::vector<std::pair<double, double>> &p, double t) {
  if (t < p.front().first || t > p.back().first)
    throw std::out_of_range("t");
  size_t i = 1;
  while (p[i].first < t)
    ++i;
  auto &[x0, y0] = p[i - 1];
  auto &[x1, y1] = p[i];
  double u = (t - x0) / (x1 - x0);
  return y0 + (y1 - y0) * u * u * (3 - 2 * u);
}
double f(const double *x, int n) {
  Tree t;
  for (int i = 0; i < 8; i++)
    t.root = t.ins(t.root, std::sin(i * 2.3) + 0.1 * x[i % 3], x[(i + 1) % 3] * (i + 1));
  std::vector<std::pair<double, double>> pts;
  t.each(t.root, [&](Node &nd) { pts.emplace_back(nd.key, nd.val * nd.h); });
  double s = 0;
  int missed = 0;
  for (double q : {-0.5, 0.05, 0.7, 9.0})
    try {
      s += spline(pts, q) * (q + x[0]);
    } catch (const std::out_of_range &e) {
      missed++;
    }
  auto fib = [&](auto &&self, int k) -> double {
    return k < 2 ? x[k] : self(self, k - 1) * 0.5 + self(self, k - 2) * x[2];
  };
  std::function<double(double, int)> quad = [&](double w, int d) -> double {
    double m = std::cos(w) * x[1];
    return d == 0 || std::abs(m) < 1e-3 ? m : 0.5 * (quad(w * 0.5, d - 1) + quad(w * 0.75, d - 1));
  };
  t.clear(t.root);
  t.root = nullptr;
  t.root = t.ins(t.root, x[0], s);
  double k = t.root->val;
  t.clear(t.root);
  return k + fib(fib, 6) + quad(x[0], 3) + missed;
}
CHECK_FUNCTION_N(f, 3, 0.31, 0.72, 0.45);
