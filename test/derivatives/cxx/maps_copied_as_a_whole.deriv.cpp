// Maps and sets that a function copies as a whole: a node's colour is moved as what it is, a choice
// of two, and not as bytes that might be half a number, of which the shadow's node has its own.
#include "check.h"
#include <map>
#include <set>
#include <string>
#include <variant>

typedef std::map<std::string, double> Numbers;
NOINLINE static Numbers merged(const Numbers &a, const Numbers &b) {
  Numbers both = a;
  for (const auto &[name, number] : b) {
    auto [at, isNew] = both.try_emplace(name, number);
    if (!isNew)
      at->second *= number;
  }
  return both;
}
static double ofNumbers(const double *x, int n) {
  Numbers a{{"a", x[0]}, {"b", x[1]}, {"c", x[0] * x[1]}}, b{{"b", x[2] * x[0]}, {"d", x[2]}};
  double sum = 1;
  for (const auto &[name, number] : merged(a, b))
    sum = sum * .9 + sum * number;
  return sum;
}
CHECK_FUNCTION_N(ofNumbers, 3, 0.7, -1.2, 1.9);

typedef std::map<int, std::variant<bool, double>> Values;
NOINLINE static Values copied(const Values &from) { return from; }
static double ofVariants(const double *x, int n) {
  Values values;
  for (int i = 0; i < n; ++i)
    values.emplace(7 * i % 5, x[i] * x[0]);
  values[11] = true;
  Values copy = copied(values);
  double sum = 0;
  for (const auto &[key, value] : copy)
    if (const double *number = std::get_if<double>(&value))
      sum += *number * (key + 1);
  return sum;
}
CHECK_FUNCTION_N(ofVariants, 4, 0.7, -1.2, 1.9, 0.4);

NOINLINE static double total(std::multiset<double> numbers) { // by value
  double sum = 0, weight = 1;
  for (double number : numbers)
    sum += number * weight++;
  return sum;
}
static double ofSets(const double *x, int n) {
  std::multiset<double> numbers;
  for (int i = 0; i < n; ++i)
    numbers.insert(x[i] * x[i]);
  return total(numbers) * total(numbers);
}
CHECK_FUNCTION_N(ofSets, 4, 0.7, -1.2, 1.9, 0.4);
