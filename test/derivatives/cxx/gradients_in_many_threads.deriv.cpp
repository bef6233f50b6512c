// Threads that each ask for gradients of their own at once; futures; a mutex around a sum.
// flags: -pthread
#include "check.h"
#include <future>
#include <mutex>
#include <thread>
#include <vector>

static double energy(const double *x, int n) {
  std::vector<double> kept;
  double r = 0;
  for (int i = 0; i < n; i++) {
    kept.push_back(sin(x[i]) * x[(i + 1) % n]);
    r += kept.back() * kept[i / 2];
  }
  return r;
}

static void gradientOf(const double *x, double *g, int n) {
  __enzyme_autodiff_checkv((void *)energy, enzyme_dup, x, g, enzyme_const, n);
}

CHECK_VALUES(threads) {
  enum { n = 50, threads = 6 };
  std::vector<double> x(n), alone(n), total(n);
  for (int i = 0; i < n; i++)
    x[i] = 0.1 * i;
  gradientOf(x.data(), alone.data(), n);
  std::vector<std::vector<double>> gradients(threads, std::vector<double>(n));
  std::vector<std::thread> pool;
  std::mutex lock;
  for (int t = 0; t < threads; t++)
    pool.emplace_back([&, t] {
      for (int k = 0; k < 20; k++)
        gradientOf(x.data(), gradients[t].data(), n);
      std::lock_guard<std::mutex> guard(lock);
      for (int i = 0; i < n; i++)
        total[i] += gradients[t][i];
    });
  for (std::thread &thread : pool)
    thread.join();
  auto later = std::async(std::launch::async, [&] {
    std::vector<double> g(n);
    gradientOf(x.data(), g.data(), n);
    return g[3];
  });
  EXPECT_CLOSE(later.get(), alone[3], 1e-12);
  for (int i = 0; i < n; i++)
    EXPECT_CLOSE(total[i], alone[i] * 20 * threads, 1e-12);
}
