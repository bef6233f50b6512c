// deque, queue, stack and priority_queue holding values.
#include "check.h"
#include <deque>
#include <queue>
#include <stack>

double f(const double *x, int n) {
  std::queue<double> waiting;
  std::stack<double> done;
  std::priority_queue<double> largest;
  for (int i = 0; i < n; i++) {
    waiting.push(x[i] * x[i]);
    largest.push(x[i]);
  }
  double r = 0;
  while (!waiting.empty()) {
    r += waiting.front() * (r + 1);
    done.push(r);
    waiting.pop();
  }
  std::deque<double> both;
  for (int i = 0; i < 200; i++)
    i % 3 ? both.push_back(x[i % n]) : both.push_front(r * 0.01);
  both.insert(both.begin() + 5, r);
  both.erase(both.begin() + 2);
  for (double value : both)
    r += value;
  while (!done.empty()) {
    r = 0.5 * r + done.top();
    done.pop();
  }
  r += largest.top() * 3;
  largest.pop();
  return r + largest.top();
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 1.0);
