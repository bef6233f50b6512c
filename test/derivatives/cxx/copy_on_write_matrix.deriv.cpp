// Matrices that share their memory until one is written: reference counts of our own.
#include "check.h"
#include <cstdlib>
#include <cstddef>
#include <cstring>

class Shared {
  struct Block {
    int owners;
    std::size_t count;
    double values[1];
  };
  Block *block;
  static Block *make(std::size_t n) {
    auto *b = static_cast<Block *>(std::malloc(sizeof(Block) + n * sizeof(double)));
    b->owners = 1;
    b->count = n;
    std::memset(b->values, 0, n * sizeof(double));
    return b;
  }
  void drop() {
    if (--block->owners == 0)
      std::free(block);
  }

public:
  explicit Shared(std::size_t n) : block(make(n)) {}
  Shared(const Shared &o) : block(o.block) { ++block->owners; }
  Shared &operator=(const Shared &o) {
    ++o.block->owners;
    drop();
    block = o.block;
    return *this;
  }
  ~Shared() { drop(); }
  double get(std::size_t i) const { return block->values[i]; }
  void set(std::size_t i, double v) {
    if (block->owners > 1) {
      Block *own = make(block->count);
      std::memcpy(own->values, block->values, block->count * sizeof(double));
      --block->owners;
      block = own;
    }
    block->values[i] = v;
  }
};

double f(const double *x, int n) {
  Shared a(n);
  for (int i = 0; i < n; i++)
    a.set(i, x[i] * x[i]);
  Shared b = a, c(1);
  b.set(1, x[0] * x[2]);
  c = b;
  c.set(0, a.get(1) * b.get(1));
  double r = 0;
  for (int i = 0; i < n; i++)
    r += a.get(i) * b.get(i) + c.get(i) * (i + 1);
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
