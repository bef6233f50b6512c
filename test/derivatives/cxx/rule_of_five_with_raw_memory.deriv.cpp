// Copy and move assignment of a class that owns memory, in a loop, with self-assignment guarded.
#include "check.h"
#include <utility>

class Buffer {
public:
  Buffer() = default;
  explicit Buffer(int n) : n(n), p(static_cast<double *>(malloc(sizeof(double) * (size_t)n))) {}
  Buffer(const Buffer &o) : Buffer(o.n) { memcpy(p, o.p, sizeof(double) * (size_t)n); }
  Buffer(Buffer &&o) noexcept : n(std::exchange(o.n, 0)), p(std::exchange(o.p, nullptr)) {}
  Buffer &operator=(Buffer o) noexcept {
    std::swap(n, o.n);
    std::swap(p, o.p);
    return *this;
  }
  ~Buffer() { free(p); }
  int n = 0;
  double *p = nullptr;
};
static Buffer next(const Buffer &b, double x) {
  Buffer r(b);
  for (int i = 0; i < r.n; i++)
    r.p[i] = r.p[i] * x + b.p[r.n - 1 - i];
  return r;
}
double f(const double *x, int n) {
  Buffer state(2), best;
  state.p[0] = x[0];
  state.p[1] = x[1];
  for (int i = 0; i < n; i++) {
    state = next(state, x[i]);
    if (state.p[0] > 0)
      best = state;
  }
  return best.n ? best.p[0] * best.p[1] + state.p[1] : state.p[0];
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2);
