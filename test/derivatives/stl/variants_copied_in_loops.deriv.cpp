// A variant is copied in each iteration: what it holds is copied by calls that may throw, and its memory is used by a
// number, a text and an array in turn, so that the reverse sweep finds there what other iterations left.
#include "check.h"
#include <string>
#include <variant>
#include <vector>

using Numbers = std::variant<double, std::vector<double>>;
double ofNumbers(const double *x) {
  Numbers shared[2] = {x[0] * x[1], std::vector<double>{x[2], x[3]}};
  double sum = 0;
  for (int i = 0; i < 7; i++) {
    Numbers value = shared[i % 2];
    if (auto *number = std::get_if<double>(&value))
      sum += *number * x[i % 4];
    else
      sum += std::get<1>(value)[i % 2] * x[(i + 1) % 4];
  }
  return sum;
}
CHECK_FUNCTION(ofNumbers, 4, 0.5, -1.25, 0.75, 2);

using Value = std::variant<double, std::string, std::vector<double>>;
double ofAll(const double *x) {
  Value shared[3] = {x[0] * x[1], "a name that is long enough to be allocated", std::vector<double>{x[2], x[3]}};
  double sum = 0;
  for (int i = 0; i < 20; i++) {
    Value value = shared[i % 3];
    std::string text = "value " + std::to_string(i);
    if (auto *number = std::get_if<double>(&value))
      sum += *number * x[i % 4] * double(text.size());
    else if (auto *numbers = std::get_if<std::vector<double>>(&value))
      sum += numbers->at(i % 2) * x[i % 4];
    else
      sum += x[i % 4] * double(std::get<std::string>(value).size());
  }
  return sum;
}
CHECK_FUNCTION(ofAll, 4, 0.5, -1.25, 0.75, 2);

double visited(const double *x) { // short texts, in the variant itself
  std::vector<Value> all;
  for (int i = 0; i < 9; i++)
    if (i % 3 == 0)
      all.emplace_back(std::string(size_t(i), 'a'));
    else if (i % 3 == 1)
      all.emplace_back(x[i % 4] * x[0]);
    else
      all.emplace_back(std::vector<double>(size_t(i), x[i % 4]));
  double sum = 0;
  for (int i = 0; i < 18; i++) {
    Value value = all[size_t(i * 5) % all.size()];
    all[size_t(i) % all.size()] = all[size_t(i + 1) % all.size()];
    sum += x[i % 4] * std::visit(
                          [](const auto &one) {
                            if constexpr (std::is_same_v<decltype(one), const double &>)
                              return one;
                            else if constexpr (std::is_same_v<decltype(one), const std::string &>)
                              return double(one.size());
                            else
                              return one.front() * one.back();
                          },
                          value);
  }
  return sum;
}
CHECK_FUNCTION(visited, 4, 0.5, -1.25, 0.75, 2);
