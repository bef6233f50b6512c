// Trees, lists, tables and nested vectors that a file keeps, and that ordinary calls filled:
// differentiated code writes what is there, adds to it and takes away.
// env: ASAN_OPTIONS=detect_leaks=0
#include "check.h"
#include <deque>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

static std::vector<std::vector<double>> rows;
double nested(const double *x, int n) {
  if ((int)rows.size() < n)
    rows.resize(n);
  double s = 0;
  for (int i = 0; i < n; i++) {
    rows[i].clear();
    for (int j = 0; j <= i; j++)
      rows[i].push_back(x[i] * x[j]);
  }
  for (int i = 0; i + 1 < n; i++)
    s += rows[i][0] * rows[i + 1][i];
  return s;
}

double tree(const double *x, int n) {
  static std::map<int, double> values;
  static std::set<int> known;
  double s = 0;
  for (int i = 0; i < n; i++) {
    values[i * 7 % 11] = x[i] * x[i];
    known.insert(i % 3);
  }
  if (n > 3)
    values.erase(0);
  for (const auto &[key, value] : values)
    s += value * value * (key + (double)known.size());
  return s;
}

double list(const double *x, int n) {
  thread_local std::list<double> values;
  if ((int)values.size() > n)
    values.resize(n);
  int i = 0;
  for (double &value : values)
    value = x[i] * x[i], i++;
  for (; i < n; i++)
    values.push_back(x[i] * x[i]);
  double s = 0, last = 1;
  for (double value : values)
    s += value * last, last = value;
  return s;
}

static std::unordered_map<std::string, double> named;
double byName(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    named["a key that is too long to be kept in place " + std::to_string(i)] = x[i] * x[i];
  for (int i = 0; i + 1 < n; i++)
    s += named["a key that is too long to be kept in place " + std::to_string(i)] * x[i + 1];
  return s;
}

struct Memo {
  std::map<std::string, std::vector<double>> table;
  std::deque<double> recent;
  const std::vector<double> &of(const std::string &key, double v) {
    auto &powers = table[key];
    powers.assign({v, v * v, v * v * v});
    recent.push_back(v);
    if (recent.size() > 3)
      recent.pop_front();
    return powers;
  }
};
double memo(const double *x, int n) {
  static Memo kept;
  double s = 0;
  for (int i = 0; i < n; i++)
    s += kept.of("k" + std::to_string(i), x[i])[1] * kept.recent.back();
  return s;
}

static std::deque<std::vector<double>> history; // the halves of split derivatives meet there
double recent(const double *x, int n) {
  for (int i = 0; i < n; i++) {
    history.push_back(std::vector<double>(2, x[i]));
    if (history.size() > 3)
      history.pop_front();
  }
  return history.back()[0] * history.front()[1];
}

CHECK_VALUES(before) {
  double x[4] = {1, 2, 3, 4};
  recent(x, 4);
  nested(x, 2), tree(x, 2), list(x, 2), byName(x, 2), memo(x, 2);
}
CHECK_FUNCTION_N(nested, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(tree, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(list, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(byName, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(recent, 4, 1, -2, 3, 0.5);
CHECK_FUNCTION_N(memo, 5, 1, -2, 3, 0.5, 2);
