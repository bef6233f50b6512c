// A structure of arrays in std::vector<std::byte>, new char[] and posix_memalign, with std::align.
#define CHECK_TOLERANCE 2e-3
#define CHECK_EXACTNESS 1e-5
#define CHECK_STEP 1e-1
#include "check.h"
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

struct Arrays {
  double *a;
  float *b;
  int *c;
  void fill(void *memory, std::size_t room, const double *x, const float *y, int n) {
    void *at = memory;
    a = static_cast<double *>(std::align(alignof(double), n * sizeof(double), at, room));
    at = a + n;
    room -= n * sizeof(double);
    b = static_cast<float *>(std::align(32, n * sizeof(float), at, room));
    c = reinterpret_cast<int *>(b + n);
    std::memcpy(a, x, n * sizeof *a);
    std::memcpy(b, y, n * sizeof *b);
    for (int i = 0; i < n; i++)
      c[i] = n - 1 - i;
  }
};
constexpr std::size_t roomFor(int n) { return std::size_t(n) * 16 + 64; }

struct InVector : Arrays {
  std::vector<std::byte> memory;
  InVector(const double *x, const float *y, int n) : memory(roomFor(n)) {
    fill(memory.data(), memory.size(), x, y, n);
  }
};
struct OnHeap : Arrays {
  char *memory;
  NOINLINE OnHeap(const double *x, const float *y, int n) : memory(new char[roomFor(n)]) {
    fill(memory, roomFor(n), x, y, n);
  }
  ~OnHeap() { delete[] memory; }
};
struct Aligned : Arrays {
  void *memory;
  NOINLINE Aligned(const double *x, const float *y, int n) {
    if (posix_memalign(&memory, 64, roomFor(n)))
      std::abort();
    fill(memory, roomFor(n), x, y, n);
  }
  ~Aligned() { free(memory); }
};

template <class Kind> double use(const double *x, int n) {
  std::vector<float> y(n);
  for (int i = 0; i < n; i++)
    y[i] = float(x[i] * x[0]);
  Kind s(x, y.data(), n);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += s.a[i] * s.b[s.c[i]];
  for (int i = 0; i < n; i++)
    sum += s.a[i] * s.a[s.c[i]] + double(s.b[i] * s.b[i]);
  return sum;
}
double inVector(const double *x, int n) { return use<InVector>(x, n); }
double onHeap(const double *x, int n) { return use<OnHeap>(x, n); }
double alignedBySystem(const double *x, int n) { return use<Aligned>(x, n); }
CHECK_FUNCTION_N(inVector, 4, 1, -2, 3, 0.5);
CHECK_FUNCTION_N(onHeap, 4, 1, -2, 3, 0.5);
CHECK_FUNCTION_N(alignedBySystem, 4, 1, -2, 3, 0.5);
