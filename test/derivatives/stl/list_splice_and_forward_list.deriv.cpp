// Nodes relinked: list::splice, reverse, merge, remove_if, sort; forward_list.
// also: -stdlib=libc++ -static-libstdc++
#include "check.h"
#include <forward_list>
#include <list>

double f(const double *x, int n) {
  std::list<double> a(x, x + n), b;
  for (int i = 0; i < n; i++)
    b.push_front(x[i] * 2);
  a.splice(a.begin(), b, b.begin());
  a.splice(a.end(), b);
  a.reverse();
  a.remove_if([](double v) { return v > 3.5; });
  a.sort();
  std::list<double> c = {x[0] * x[1], x[1]};
  c.sort();
  a.merge(c);
  std::forward_list<double> single;
  for (double v : a)
    single.push_front(v * v);
  single.reverse();
  single.insert_after(single.begin(), x[2]);
  double r = 0;
  int k = 1;
  for (double v : single)
    r += v * k++;
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
