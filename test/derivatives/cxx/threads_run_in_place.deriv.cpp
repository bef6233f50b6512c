// Threads in differentiated code run where they are started: pthread, std::thread, jthread; what
// is done once.
// std: c++20
// link: -pthread
#include "check.h"
#include <cmath>
#include <future>
#include <mutex>
#include <numeric>
#include <pthread.h>
#include <thread>
#include <vector>

struct Work {
  const double *x;
  int n;
  double result;
};
static void *run(void *work) {
  Work *w = static_cast<Work *>(work);
  for (int i = 0; i < w->n; i++)
    w->result += std::sin(w->x[i]) * w->x[i];
  return &w->result;
}
static double posix(const double *x) {
  pthread_t threads[3];
  Work work[3];
  for (int i = 0; i < 3; i++) {
    work[i] = {x + i, 2, x[0]};
    if (pthread_create(&threads[i], nullptr, run, &work[i]) != 0)
      return -1;
  }
  double product = 1;
  for (int i = 2; i >= 0; i--) {
    void *result;
    pthread_join(threads[i], &result);
    product *= *static_cast<double *>(result);
  }
  return product;
}
static double standard(const double *x) {
  std::vector<double> y(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&, i] { y[i] = x[i] * x[i] * (i + 1); });
  for (std::thread &t : threads)
    t.join();
  double s = 0;
  std::mutex m;
  {
    std::jthread a([&](double scale) { std::lock_guard lock(m); s += scale * y[0] * y[1]; }, x[2]);
    std::jthread b([&] { std::lock_guard lock(m); s += std::cos(y[2]); });
  }
  return s * y[3];
}
static double scratch;
static pthread_once_t posixOnce;
static double once(const double *x) {
  double held = 1, again = 0;
  std::once_flag flag;
  for (int i = 0; i < 3; i++)
    std::call_once(flag, [&] { held = x[0] * x[i]; again += x[1]; });
  scratch = held;
  posixOnce = PTHREAD_ONCE_INIT;
  pthread_once(&posixOnce, [] { scratch *= scratch; });
  return scratch * again;
}
CHECK_FUNCTION(posix, 4, 0.5, 1.5, -0.25, 0.3);
CHECK_FUNCTION(once, 3, 0.5, 1.5, -0.25);
CHECK_VALUES(standardThreads) { // much code: one derivative of it
  double x[4] = {0.5, 1.5, -0.25, 0.3}, dx[4] = {0};
  __enzyme_autodiff_checkv((void *)standard, enzyme_dup, x, dx);
  for (int i = 0; i < 4; i++) {
    double a[4] = {0.5, 1.5, -0.25, 0.3}, b[4] = {0.5, 1.5, -0.25, 0.3};
    a[i] += 1e-6, b[i] -= 1e-6;
    EXPECT_CLOSE(dx[i], (standard(a) - standard(b)) / 2e-6, 1e-7);
  }
}
