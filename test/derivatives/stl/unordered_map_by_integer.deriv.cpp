// Sparse accumulation by integer keys, and an unordered_set of visited keys.
// also: -stdlib=libc++ -static-libstdc++
#include "check.h"
#include <unordered_map>
#include <unordered_set>

double f(const double *x, int n) {
  std::unordered_map<long, double> sum;
  std::unordered_set<long> visited;
  for (long i = 0; i < 50; i++) {
    sum[(i * 7919) % 31] += x[i % n] * x[(i + 1) % n];
    visited.insert(i % 11);
  }
  double r = 0;
  for (long key : {1L, 5L, 30L, 17L})
    if (auto it = sum.find(key); it != sum.end())
      r += it->second * it->second;
  return r * visited.size();
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
