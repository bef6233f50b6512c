// A small-buffer vector: values inline first, then on the heap; trivially copied with memcpy.
#include "check.h"
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>

template <class T, std::size_t N> class SmallVector {
  std::size_t count = 0, capacity = N;
  T *elements = reinterpret_cast<T *>(&local);
  typename std::aligned_storage<sizeof(T) * N, alignof(T)>::type local;

public:
  SmallVector() = default;
  SmallVector(const SmallVector &) = delete;
  ~SmallVector() {
    if (capacity > N)
      ::operator delete(elements);
  }
  void push(const T &value) {
    if (count == capacity) {
      T *larger = static_cast<T *>(::operator new(sizeof(T) * capacity * 2));
      std::memcpy(static_cast<void *>(larger), elements, sizeof(T) * count);
      if (capacity > N)
        ::operator delete(elements);
      elements = larger;
      capacity *= 2;
    }
    new (elements + count++) T(value);
  }
  const T *begin() const { return elements; }
  const T *end() const { return elements + count; }
};

struct Term {
  int power;
  float weight;
  double factor;
};

double f(const double *x, int n) {
  SmallVector<double, 2> values;
  SmallVector<Term, 2> terms;
  for (int i = 0; i < n; i++) {
    values.push(x[i] * x[0]);
    terms.push({i, 0.5f * i, x[i]});
  }
  double r = 0;
  for (double v : values)
    r += v * v;
  for (const Term &t : terms)
    r += t.factor * t.factor * t.power + t.weight;
  return r;
}

CHECK_FUNCTION_N(f, 5, 0.5, -1.5, 0.75, 2.0, 1.25);
