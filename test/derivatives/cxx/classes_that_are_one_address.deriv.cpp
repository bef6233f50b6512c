// A class that is only a pointer is handed over as that pointer, or, if it may not be copied bit by bit, as the address of the object.
// std: c++17
#include "check.h"
#include <vector>

struct View { double *data; };
struct Owner {
  double *data;
  explicit Owner(double *d) : data(d) {}
  Owner(const Owner &other) : data(other.data) {}
  ~Owner() { data = nullptr; }
};
struct Nested { View view; };
struct Link { Link *next; };
struct Node : Link { double value; };
struct Chain { Node *first; };

NOINLINE void scale(View view, double by) { for (int i = 0; i < 3; ++i) view.data[i] *= by; }
NOINLINE void scaleOwned(Owner owner, double by) { for (int i = 0; i < 3; ++i) owner.data[i] *= by; }
NOINLINE void copyNested(Nested to, Nested from) { __builtin_memcpy(to.view.data, from.view.data, 24); }
NOINLINE double sumOf(Chain chain) {
  double sum = 0;
  for (Node *at = chain.first; at; at = static_cast<Node *>(at->next)) sum += at->value * at->value;
  return sum;
}
NOINLINE void shift(Chain chain) {
  for (Node *at = chain.first; at && at->next; at = static_cast<Node *>(at->next)) { Node copy = *static_cast<Node *>(at->next); at->value += copy.value; }
}

double handedOver(const double *x) {
  double a[3] = {x[0], x[1], x[2]}, b[3];
  scale(View{a}, x[3]);
  scaleOwned(Owner(a), x[0]);
  copyNested(Nested{{b}}, Nested{{a}});
  Node nodes[3];
  for (int i = 0; i < 3; ++i) { nodes[i].value = b[i] * x[i]; nodes[i].next = i < 2 ? &nodes[i + 1] : nullptr; }
  shift(Chain{nodes});
  return sumOf(Chain{nodes});
}
CHECK_FUNCTION(handedOver, 4, 0.5, 1.25, -0.75, 2);
