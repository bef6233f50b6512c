// libstdc++'s debug mode: each container has a list of the iterators into it, which the library
// keeps. (What -D_GLIBCXX_DEBUG does, for this file.)
#define _GLIBCXX_DEBUG
#include "check.h"
#include <list>
#include <map>
#include <set>
#include <unordered_map>

double f(const double *x, int n) {
  std::map<int, double> terms;
  for (int i = 0; i < n; i++)
    terms[i] = x[i] * x[(i + 1) % n];
  auto kept = terms.find(2);
  terms.erase(terms.begin());
  std::list<double> queue;
  for (auto &[key, value] : terms)
    queue.push_back(value * (key + 0.5));
  queue.push_front(kept->second);
  auto last = std::prev(queue.end());
  queue.splice(queue.begin(), queue, last);
  std::set<double> sorted(queue.begin(), queue.end());
  std::unordered_map<int, double> table;
  int k = 0;
  for (double value : sorted)
    table[k++] = value * x[0];
  double r = *last * *queue.begin();
  for (int i = 0; i < k; i++)
    r += table.at(i) * (i + 1);
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
