// std: c++17
#include "check.h"
#include <variant>
#include <vector>
template <int N> struct Node { int tag; };
using Value = std::variant<Node<0>*,Node<1>*,Node<2>*,Node<3>*,Node<4>*,Node<5>*,Node<6>*,Node<7>*,Node<8>*,Node<9>*,Node<10>*,Node<11>*,Node<12>*,Node<13>*,Node<14>*,Node<15>*,Node<16>*,Node<17>*,Node<18>*,Node<19>*,Node<20>*,Node<21>*,Node<22>*,Node<23>*,Node<24>*,Node<25>*,Node<26>*,Node<27>*,Node<28>*,Node<29>*,Node<30>*,Node<31>*,Node<32>*,Node<33>*,Node<34>*,Node<35>*,Node<36>*,Node<37>*,Node<38>*,double>;
NOINLINE static void copy(const std::vector<Value> &from, std::vector<Value> &to) {
  to = from;
  for (size_t i = 0; i + 1 < to.size(); i++) std::swap(to[i], to[i + 1]);
}
double f(const double *x) {
  static Node<0> none{3};
  std::vector<Value> values{x[0] * x[1], &none, x[1] * x[1]}, moved(3);
  copy(values, moved);
  double sum = 0;
  for (const Value &v : moved)
    if (const double *number = std::get_if<double>(&v)) sum += *number * *number;
  return sum;
}
CHECK_FUNCTION(f, 2, 1.5, 0.7);
