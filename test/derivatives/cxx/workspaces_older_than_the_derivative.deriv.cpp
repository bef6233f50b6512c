// Static and thread-lifetime containers that got memory in an ordinary call, and are written and
// grown by differentiated code.
#include "check.h"
#include <memory>
#include <vector>

static std::vector<double> pushed;
double pushes(const double *x, int n) {
  pushed.clear();
  for (int i = 0; i < n; i++)
    pushed.push_back(x[i] * x[i]);
  double sum = 0;
  for (int i = 0; i + 1 < n; i++)
    sum += pushed[i] * pushed[i + 1];
  return sum;
}

double resizes(const double *x, int n) {
  static std::vector<double> squares;
  if ((int)squares.size() < n)
    squares.resize(n);
  for (int i = 0; i < n; i++)
    squares[i] = x[i] * x[i];
  double sum = 0;
  for (int i = 0; i + 1 < n; i++)
    sum += squares[i] * squares[i + 1];
  return sum;
}

double inThread(const double *x, int n) {
  thread_local std::vector<double> scaled;
  scaled.assign(x, x + n);
  double sum = 0;
  for (double &v : scaled)
    v *= x[0];
  for (double v : scaled)
    sum += v * v;
  return sum;
}

struct Solver {
  std::vector<double> r, p;
  std::unique_ptr<double[]> q;
  int room = 0;
  double run(const double *x, int n) {
    if (n > room) {
      r.resize(n);
      p.resize(n);
      q.reset(new double[n]);
      room = n;
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
      r[i] = x[i];
      p[i] = r[i] * x[0];
      q[i] = p[i] * r[i];
    }
    for (int i = 0; i < n; i++)
      sum += q[i] * p[i];
    return sum;
  }
};
static Solver &solver() {
  static Solver only;
  return only;
}
double ofOneObject(const double *x, int n) { return solver().run(x, n); }

CHECK_VALUES(before) {
  double x[2] = {1, 2};
  pushes(x, 2), resizes(x, 2), inThread(x, 2), ofOneObject(x, 2);
}
CHECK_FUNCTION_N(pushes, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(resizes, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(inThread, 5, 1, -2, 3, 0.5, 2);
CHECK_FUNCTION_N(ofOneObject, 5, 1, -2, 3, 0.5, 2);
