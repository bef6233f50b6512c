// std: c++17
// A syntax tree as programs write it today: a variant of numbers, indices and owning
// pointers to further variants. Moving one moves whichever of them it holds, by half words
// and by words.
#include "check.h"
#include <memory>
#include <string>
#include <variant>
#include <vector>

struct Constant {
  double value;
};
struct Variable {
  int index;
};
struct Binary;
struct Call;
using Node = std::variant<Constant, Variable, std::unique_ptr<Binary>, std::shared_ptr<Call>>;
struct Binary {
  char operation;
  Node left, right;
};
struct Call {
  bool isSine;
  std::vector<Node> arguments;
};

template <class... Cases> struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases> Overloaded(Cases...) -> Overloaded<Cases...>;

static double evaluate(const Node &node, const double *x) {
  return std::visit(Overloaded{[](const Constant &constant) { return constant.value; },
                               [&](const Variable &variable) { return x[variable.index]; },
                               [&](const std::unique_ptr<Binary> &binary) {
                                 double left = evaluate(binary->left, x),
                                        right = evaluate(binary->right, x);
                                 return binary->operation == '+' ? left + right : left * right;
                               },
                               [&](const std::shared_ptr<Call> &call) {
                                 double sum = 0;
                                 for (const Node &argument : call->arguments)
                                   sum += evaluate(argument, x);
                                 return call->isSine ? std::sin(sum) : sum;
                               }},
                    node);
}

static Node binary(char operation, Node left, Node right) {
  return std::make_unique<Binary>(Binary{operation, std::move(left), std::move(right)});
}
template <class... Arguments> static Node call(bool isSine, Arguments... arguments) {
  auto made = std::make_shared<Call>();
  made->isSine = isSine;
  (made->arguments.push_back(std::move(arguments)), ...);
  return made;
}

double f(const double *x) {
  Node inner = call(true, Variable{0}, Constant{x[1]}, Variable{1});
  Node tree = binary('+', std::move(inner),
                     binary('*', Variable{1}, call(false, Constant{x[1] * 3}, Variable{2})));
  double before = evaluate(tree, x);
  tree = binary('*', std::move(tree), Constant{x[2]});
  return before * evaluate(tree, x);
}

CHECK_FUNCTION(f, 3, 0.7, -0.4, 0.3);
