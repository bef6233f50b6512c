// A result type that holds a value or an error, chained without exceptions.
// asan: off, the characters of the shadow of a string in a union are not freed (docs/reliability.md)
#include "check.h"
#include <new>
#include <string>
#include <utility>

template <class T> class Result {
  union {
    T value;
    std::string error;
  };
  bool isGood;

public:
  Result(T v) : value(std::move(v)), isGood(true) {}
  Result(std::string e) : error(std::move(e)), isGood(false) {}
  Result(Result &&o) : isGood(o.isGood) {
    if (isGood)
      new (&value) T(std::move(o.value));
    else
      new (&error) std::string(std::move(o.error));
  }
  ~Result() {
    if (isGood)
      value.~T();
    else
      error.~basic_string();
  }
  template <class F> Result then(F f) {
    if (isGood)
      return f(value);
    return Result(std::move(error));
  }
  T orElse(T other) const { return isGood ? value : other; }
};

NOINLINE static Result<double> root(double v) {
  if (v < 0)
    return Result<double>("the root of a negative number was asked for");
  return Result<double>(sqrt(v));
}

double f(const double *x) {
  double r = 0;
  for (int i = 0; i < 3; i++)
    r += root(x[i]).then([&](double v) { return root(v * x[0]); }).orElse(x[i] * x[i]);
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
