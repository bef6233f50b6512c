// Containers whose iterators know their containers and are checked at each use.
// flags: -D_GLIBCXX_DEBUG
// only: -O0 -O2 asan
#include "check.h"
#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

static double ofVectors(const double *x, int n) {
  std::vector<double> values(x, x + n), sorted = values;
  std::sort(sorted.begin(), sorted.end());
  values.insert(values.begin() + 1, x[0] * x[1]);
  values.erase(values.end() - 1);
  double sum = 0;
  for (auto at = values.begin(); at != values.end(); ++at)
    sum += *at * *at * sorted[at - values.begin()];
  return sum;
}
static double ofNodes(const double *x, int n) {
  std::list<double> list(x, x + n), other;
  std::map<std::string, double> byName;
  std::unordered_map<int, double> byNumber;
  std::deque<double> queue;
  for (int i = 0; i < n; i++) {
    byName[i % 2 ? "odd" : "even"] += x[i] * x[i];
    byNumber[i] = x[i] * (i + 1);
    queue.push_front(byNumber.at(i) * x[0]);
  }
  other.splice(other.begin(), list, std::next(list.begin()));
  list.erase(list.begin());
  double sum = other.front();
  for (double value : list)
    sum *= value;
  for (auto &[name, value] : byName)
    sum += value * double(name.size());
  for (double value : queue)
    sum += value * value;
  return sum;
}
static std::vector<double> moved(std::vector<double> values) {
  values.resize(values.size() + 1, values[0] * values[1]);
  return values;
}
double f(const double *x, int n) {
  std::vector<double> result = moved(std::vector<double>(x, x + n));
  result.swap(result);
  return ofVectors(result.data(), n + 1) + ofNodes(x, n) * result.back();
}
CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2);
