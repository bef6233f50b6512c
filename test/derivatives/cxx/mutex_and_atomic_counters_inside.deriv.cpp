// Locks, atomics and call_once inside differentiated code carry no derivative.
// flags: -pthread
#include "check.h"
#include <atomic>
#include <mutex>

static std::mutex lock;
static std::atomic<int> calls{0};
static std::once_flag once;
static int starts = 0;

double f(const double *x) {
  std::lock_guard<std::mutex> guard(lock);
  std::call_once(once, [] { starts++; });
  calls.fetch_add(1, std::memory_order_relaxed);
  ++calls;
  double r = 0;
  for (int i = 0; i < 3; i++) {
    std::unique_lock<std::mutex> inner;
    r += x[0] * x[1] * i;
  }
  return calls.load() > 0 && starts == 1 ? r * x[0] : 0;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);

// What fails is done again by the next call, and once more is not needed.
double tries(double x) {
  std::once_flag flag;
  double r = 0;
  for (int i = 0; i < 4; i++) {
    try {
      std::call_once(flag, [&] {
        if (i < 2)
          throw x * i;
        r += x * x * i;
      });
    } catch (double failed) {
      r += failed * x;
    }
  }
  return r * x;
}
CHECK_SCALAR(tries, 1.3);
