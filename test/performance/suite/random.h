/* random.h - the same inputs everywhere. */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <cstddef>
#include <vector>

namespace bench {

class Random {
public:
  /** Between 0 and 1. */
  double next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return double(state >> 11) / double(1ul << 53);
  }
  double between(double low, double high) { return low + (high - low) * next(); }
  std::vector<double> numbers(std::size_t n, double low, double high) {
    std::vector<double> result(n);
    for (double &v : result)
      v = between(low, high);
    return result;
  }
  int below(int n) { return int(next() * n); }

private:
  unsigned long state = 0x9e3779b97f4a7c15ul;
};

} // namespace bench

#endif
