// Work arrays of a size that is a number's, as libraries keep them: a count beside room for a few numbers, and a
// pointer to that room or to memory from the heap.
#include "check.h"
#include <cstdlib>

struct Work {
  const unsigned long count;
  double *const numbers;
  double few[16];
  explicit Work(unsigned long wanted) : count(wanted), numbers(wanted <= 16 ? few : static_cast<double *>(aligned_alloc(32, (8 * wanted + 31) / 32 * 32))) {}
  ~Work() {
    if (count > 16)
      std::free(numbers);
  }
};
NOINLINE static void best(const double *x, double *wanted) { *wanted = 4 + x[0] * 0.01; }
NOINLINE static void compute(const double *x, double *work, int size) {
  for (int i = 0; i < size; i++)
    work[i] = x[i % 3] * x[(i + 1) % 3];
}
double sized(const double *x) {
  double wanted;
  best(x, &wanted);
  int size = wanted > 3 ? static_cast<int>(wanted) : 3;
  int least = size > 1 ? size : 1;
  Work work(static_cast<unsigned long>(least));
  compute(x, work.numbers, size);
  double sum = 0;
  for (int i = 0; i < size; i++)
    sum += work.numbers[i] * work.numbers[i];
  return sum;
}
CHECK_FUNCTION(sized, 3, 0.5, 1.25, -0.75);
