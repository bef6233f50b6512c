// std::async, std::promise, std::packaged_task: values, nothing, and what is put off.
#include "check.h"
#include <future>
#include <vector>

double asynchronous(const double *x, int n) {
  std::vector<std::future<double>> parts;
  for (int i = 0; i < n; i++)
    parts.push_back(std::async(std::launch::async, [=] { return x[i] * x[i]; }));
  double sum = 0;
  for (auto &part : parts)
    sum += part.get() * x[0];
  auto later = std::async(std::launch::deferred, [&](double factor) { return sum * factor; }, x[1]);
  return later.get();
}
CHECK_FUNCTION_N(asynchronous, 3, 1, 2, 3);

double withoutValues(const double *x, int n) {
  double sum = 0, product = 1;
  auto adds = std::async(std::launch::async, [&] {
    for (int i = 0; i < n; i++)
      sum += x[i] * x[i];
  });
  adds.get();
  auto multiplies = std::async(std::launch::deferred, [&] { product = sum * x[0]; });
  multiplies.wait();
  return product;
}
CHECK_FUNCTION_N(withoutValues, 3, 1, 2, 3);

double promised(const double *x, int n) {
  std::promise<double> promise;
  auto later = promise.get_future();
  promise.set_value(x[0] * x[1]);
  std::packaged_task<double(double)> task([](double value) { return value * value; });
  auto other = task.get_future();
  task(x[n - 1]);
  return later.get() * other.get();
}
CHECK_FUNCTION_N(promised, 3, 1, 2, 3);
