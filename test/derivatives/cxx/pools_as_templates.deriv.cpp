// Pools as templates, with placement new and blocks of several sizes, used again and again.
#include "check.h"
#include <new>
struct vec {
  double a, b;
  vec(double a, double b) : a(a), b(b) {}
  virtual ~vec() {}
  virtual double area() const { return a * b; }
};
struct square : vec {
  square(double s) : vec(s, s) {}
  double area() const override { return a * a * 2; }
};
template <class T, int N> struct Pool {
  union Slot {
    Slot *next;
    alignas(T) unsigned char room[sizeof(T)];
  } slots[N];
  Slot *head = nullptr;
  Pool() {
    for (auto &s : slots) {
      s.next = head;
      head = &s;
    }
  }
  void *take() {
    Slot *s = head;
    head = s->next;
    return s->room;
  }
  void give(void *p) {
    Slot *s = reinterpret_cast<Slot *>(p);
    s->next = head;
    head = s;
  }
};
double withVirtualFunctions(const double *x, int n) {
  Pool<vec, 6> pool;
  double sum = 0;
  for (int i = 0; i < 5; i++) {
    vec *a = new (pool.take()) vec(x[i % n], x[0]);
    vec *b = new (pool.take()) square(a->area());
    sum += b->area() * a->a;
    a->~vec();
    b->~vec();
    pool.give(a);
    pool.give(b);
  }
  return sum;
}
CHECK_FUNCTION_N(withVirtualFunctions, 2, 3, 2);

struct Arena {
  char room[1024];
  size_t used = 0;
  struct L {
    L *next;
  } *lists[8] = {};
  void *take(size_t n) {
    size_t c = (n + 15) / 16;
    if (L *l = lists[c]) {
      lists[c] = l->next;
      return l;
    }
    void *p = room + used;
    used += 16 * c;
    return p;
  }
  void give(void *p, size_t n) {
    size_t c = (n + 15) / 16;
    L *l = static_cast<L *>(p);
    l->next = lists[c];
    lists[c] = l;
  }
};
struct P {
  double x, y;
};
double ofSizes(const double *x, int n) {
  alignas(16) static thread_local Arena arenaStore;
  Arena &arena = arenaStore;
  arena.used = 0;
  for (auto &l : arena.lists)
    l = nullptr;
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    P *p = new (arena.take(sizeof(P))) P{x[i % n], x[0]};
    P *r = new (arena.take(sizeof(P))) P{p->x * p->y, p->y};
    sum += r->x * r->y;
    arena.give(p, sizeof(P));
    double *d = static_cast<double *>(arena.take(32));
    d[0] = sum;
    d[1] = d[0] * x[1];
    d[2] = d[1];
    d[3] = r->x;
    sum += d[2] * 1e-2 + d[3];
    arena.give(d, 32);
    arena.give(r, sizeof(P));
  }
  return sum;
}
CHECK_FUNCTION_N(ofSizes, 2, 3, 2);
