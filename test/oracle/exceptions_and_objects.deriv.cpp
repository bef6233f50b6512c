// Exceptions that carry numbers, small-buffer objects, type-erased values, atomics, threads.
#include "check.h"
#include <any>
#include <atomic>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <thread>
#include <variant>
#include <vector>

struct Failure {
  double value;
};
double caught(double x) {
  try {
    throw Failure{x * x};
  } catch (const Failure &failure) {
    return failure.value * x;
  }
}
CHECK_SCALAR(caught, 1.5, -2);

double erased(double x) {
  std::any any = x * x;
  std::variant<int, double> variant = std::any_cast<double>(any);
  std::function<double(double)> add = [=](double y) { return y + x; };
  std::map<std::string, double> named{{"one", std::get<double>(variant)}};
  named["two"] = add(named["one"]);
  std::vector<double> list;
  for (auto &[name, value] : named)
    list.insert(list.begin(), value);
  return std::accumulate(list.begin(), list.end(), 0.) * x;
}
CHECK_SCALAR(erased, 1.5, -2);

double inThreads(double x) {
  std::atomic<double> sum = x;
  double parts[2];
  std::thread first([&] { parts[0] = x * x; }), second([&] { parts[1] = std::sin(x); });
  first.join();
  second.join();
  double before = sum.exchange(parts[0]), expected = sum.load();
  while (!sum.compare_exchange_weak(expected, expected + parts[1]))
    ;
  return sum * before;
}
CHECK_SCALAR(inThreads, 1.5, -2);
