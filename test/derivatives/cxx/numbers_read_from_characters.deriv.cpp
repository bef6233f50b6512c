// Parsers of C++: std::from_chars and std::to_chars give the place behind a number, std::stod how far that is. Numbers
// that vary lie behind it, and the text decides what is computed.
#include "check.h"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// A message of text and, behind it, the number as it lies in memory.
__attribute__((noinline)) static double decoded(const char *from, const char *to) {
  double scale = 0, value;
  auto [end, error] = std::from_chars(from, to, scale);
  std::memcpy(&value, end + 1, sizeof value);
  return error == std::errc() ? scale * value : 0;
}
double behind_the_number(double x) {
  char message[32] = "2.5 ";
  double y = x * x;
  std::memcpy(message + 4, &y, sizeof y);
  return decoded(message, message + 4) * x;
}
CHECK_SCALAR(behind_the_number, 0.5, -1.5);

double behind_what_was_written(double x) {
  char message[64];
  double y = x * x, z;
  char *end = std::to_chars(message, message + 32, 0.125).ptr;
  std::memcpy(end, &y, sizeof y);
  std::memcpy(&z, message + 5, sizeof z);
  return z * x;
}
CHECK_SCALAR(behind_what_was_written, 0.5, -1.5);

// An expression in a string, longer than those that std::string keeps within itself.
struct Node {
  virtual double at(const double *x) const = 0;
  virtual ~Node() = default;
};
struct Number : Node {
  double number;
  explicit Number(double number) : number(number) {}
  double at(const double *) const override { return number; }
};
struct Variable : Node {
  int index;
  explicit Variable(int index) : index(index) {}
  double at(const double *x) const override { return x[index]; }
};
struct Product : Node {
  std::unique_ptr<Node> left, right;
  double at(const double *x) const override { return left->at(x) * right->at(x); }
};
static std::unique_ptr<Node> parse(const std::string &text, std::size_t &at) {
  if (text[at] == '(') {
    auto product = std::make_unique<Product>();
    product->left = parse(text, ++at);
    product->right = parse(text, ++at);
    ++at;
    return product;
  }
  if (text[at] == 'x') {
    at += 2;
    return std::make_unique<Variable>(text[at - 1] - '0');
  }
  std::size_t length;
  double number = std::stod(text.substr(at), &length);
  at += length;
  return std::make_unique<Number>(number);
}
double expression(const double *x) {
  std::size_t at = 0;
  auto tree = parse("((x0*(1.25*x1))*(x0*(3.5*(x2*0.125))))", at);
  return tree->at(x) + x[1];
}
CHECK_FUNCTION(expression, 3, 1.5, -0.5, 2);

// Fields of which some are no numbers.
double fields(const double *x) {
  std::string text = "3.5,1.25,none,7";
  std::vector<double> numbers;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t comma = std::min(text.find(',', at), text.size());
    try {
      numbers.push_back(std::stod(text.substr(at, comma - at)) * x[numbers.size() % 3]);
    } catch (const std::invalid_argument &) {
      numbers.push_back(x[0]);
    }
    at = comma + 1;
  }
  double sum = 0;
  for (double number : numbers)
    sum += number * number;
  return sum;
}
CHECK_FUNCTION(fields, 3, 1.5, -0.5, 2);
