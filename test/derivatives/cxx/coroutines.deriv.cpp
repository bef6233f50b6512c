// Coroutines in differentiated code: generators, tasks that await others, frames that hold
// containers, values passed in, exceptions that end them.
// flags: -std=c++20
#include "check.h"
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

template <class T> struct Generator {
  struct promise_type {
    T value;
    std::exception_ptr failed;
    Generator get_return_object() {
      return Generator{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T given) noexcept {
      value = given;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { failed = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Generator(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  Generator(Generator &&other) : handle(std::exchange(other.handle, nullptr)) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    if (handle.done() && handle.promise().failed)
      std::rethrow_exception(handle.promise().failed);
    return !handle.done();
  }
  T value() const { return handle.promise().value; }
};

NOINLINE static Generator<double> powers(double x, int n) {
  double p = x;
  for (int i = 0; i < n; i++) {
    co_yield p;
    p *= x + i;
  }
}
static double sum(const double *x) {
  double s = 0;
  auto g = powers(x[0], 4);
  while (g.next())
    s += g.value() * x[1];
  return s;
}
CHECK_FUNCTION(sum, 2, 1.3, 0.7);

// One that reads another, and keeps what it read; ended before it is done.
NOINLINE static Generator<double> means(Generator<double> of) {
  std::vector<double> seen;
  while (of.next()) {
    seen.push_back(of.value());
    double all = 0;
    for (double one : seen)
      all += one;
    co_yield all / seen.size();
  }
}
static double nested(const double *x) {
  auto g = means(powers(x[0] * x[1], 6));
  double s = 0;
  for (int i = 0; i < 4 && g.next(); i++)
    s += g.value() * g.value();
  return s;
}
CHECK_FUNCTION(nested, 2, 1.3, 0.7);

// Awaits: who is resumed by whom is decided by the promise.
struct Task {
  struct promise_type {
    double value = 0;
    std::coroutine_handle<> waiting;
    Task get_return_object() {
      return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      void await_suspend(std::coroutine_handle<promise_type> ended) noexcept {
        if (ended.promise().waiting)
          ended.promise().waiting.resume();
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(double given) { value = given; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Task(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  Task(Task &&other) : handle(std::exchange(other.handle, nullptr)) {}
  ~Task() {
    if (handle)
      handle.destroy();
  }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> from) {
    handle.promise().waiting = from;
    return handle;
  }
  double await_resume() { return handle.promise().value; }
};
NOINLINE static Task square(double x) { co_return x *x; }
NOINLINE static Task outer(double x, double y) {
  double a = co_await square(x), b = co_await square(a * y);
  co_return a *b;
}
static double awaited(const double *x) {
  Task task = outer(x[0], x[1]);
  task.handle.resume();
  return task.handle.promise().value;
}
CHECK_FUNCTION(awaited, 2, 1.3, 0.7);

// A task that is not awaited hands over to std::noop_coroutine().
struct Chained {
  struct promise_type {
    double value = 0;
    std::coroutine_handle<> next = std::noop_coroutine();
    Chained get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Last {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().next; }
      void await_resume() noexcept {}
    };
    Last final_suspend() noexcept { return {}; }
    void return_value(double v) { value = v; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  Chained(std::coroutine_handle<promise_type> h) : handle(h) {}
  Chained(const Chained &) = delete;
  ~Chained() { handle.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> from) {
    handle.promise().next = from;
    return handle;
  }
  double await_resume() { return handle.promise().value; }
};
static Chained squared(double x) { co_return x *x; }
static Chained polynomial(double x, double y) {
  double a = co_await squared(x), b = co_await squared(a * y);
  co_return a + b *x;
}
static double chained(const double *x) {
  Chained task = polynomial(x[0], x[1]);
  task.handle.resume();
  return task.handle.promise().value;
}
CHECK_FUNCTION(chained, 2, 1.3, 0.7);

// An exception that ends a generator, and is caught by who reads it.
NOINLINE static Generator<double> limited(double x, double limit) {
  for (double p = x;; p *= x) {
    if (p > limit)
      throw std::range_error("limit");
    co_yield p;
  }
}
static double ended(const double *x) {
  double s = 0;
  try {
    auto g = limited(x[0], 2);
    while (g.next())
      s += g.value() * x[1];
  } catch (const std::range_error &) {
    s *= x[0];
  }
  return s;
}
CHECK_FUNCTION(ended, 2, 1.3, 0.7);
