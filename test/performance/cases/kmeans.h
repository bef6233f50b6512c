/* kmeans.h - sum of squared distances of points to the nearest of k centres. */
#ifndef BENCH_KMEANS_H
#define BENCH_KMEANS_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> T clusterCost(int n, int k, int d, const double *points, const T *centres) {
  T total = 0.0;
  for (int i = 0; i < n; i++) {
    T nearest = 0.0;
    for (int j = 0; j < k; j++) {
      T square = 0.0;
      for (int c = 0; c < d; c++) {
        T difference = points[i * d + c] - centres[j * d + c];
        square += difference * difference;
      }
      if (j == 0 || square < nearest)
        nearest = square;
    }
    total += nearest;
  }
  return total;
}

struct Kmeans {
  int n, k, d;
  std::vector<double> x, points;
  Kmeans(int n, int k, int d) : n(n), k(k), d(d) {
    bench::Random random;
    x = random.numbers(k * d, 0, 1);
    points = random.numbers(n * d, 0, 1);
  }
  std::string size() const {
    return "kmeans n=" + std::to_string(n) + " k=" + std::to_string(k) + " d=" + std::to_string(d);
  }
  template <class T> T value(const T *x) const { return clusterCost(n, k, d, points.data(), x); }
};
using Case = Kmeans;

#endif
