// Classes with operator new and delete of their own, placement new, explicit destructors.
#include "check.h"
#include <cstddef>
#include <new>

struct Pool {
  char *memory;
  std::size_t used = 0;
  Pool() : memory(static_cast<char *>(std::malloc(4096))) {}
  ~Pool() { std::free(memory); }
  void *take(std::size_t n) {
    void *p = memory + used;
    used += (n + 15) / 16 * 16;
    return p;
  }
};

struct Item {
  double value;
  Item *next;
  Item(double v, Item *n) : value(v), next(n) {}
  static void *operator new(std::size_t n, Pool &pool) { return pool.take(n); }
  static void operator delete(void *, Pool &) {}
};
struct Counted {
  double value;
  explicit Counted(double v) : value(v) {}
  ~Counted() { value = 0; }
  static void *operator new(std::size_t n) { return std::malloc(n); }
  static void operator delete(void *p) { std::free(p); }
};

double f(const double *x, int n) {
  Pool pool;
  Item *list = nullptr;
  for (int i = 0; i < n; i++)
    list = new (pool) Item(x[i] * x[i], list);
  Counted *counted = new Counted(x[0]);
  alignas(Counted) unsigned char raw[sizeof(Counted)];
  Counted *placed = ::new (raw) Counted(x[1]);
  double r = counted->value * placed->value;
  placed->~Counted();
  delete counted;
  for (const Item *at = list; at; at = at->next)
    r = r * 0.5 + at->value;
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
