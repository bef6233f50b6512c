// RUN: not enzyme-clang++ -std=c++20 -c %s -o %t.o 2>&1 | FileCheck %s
// A coroutine that is part of the differentiated code.
// CHECK: error: 'f(double)' cannot be differentiated: it starts, resumes or ends a coroutine [ENZ0061]
#include <coroutine>
template <class Result, class... Arguments> Result __enzyme_autodiff(void *, Arguments...);

struct Generator {
  struct promise_type {
    double value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  double next() {
    handle.resume();
    return handle.promise().value;
  }
};

Generator powers(double x) {
  for (double p = x;; p *= x)
    co_yield p;
}
double f(double x) {
  Generator g = powers(x);
  double r = g.next() + g.next();
  g.handle.destroy();
  return r;
}
double a(double x) { return __enzyme_autodiff<double>((void *)f, x); }
