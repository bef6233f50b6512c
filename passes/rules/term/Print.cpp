//===- Print.cpp - a term as text ----------------------------------------===//
#include "rules/term/Print.h"
#include "rules/term/Needs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme::term {
namespace {

/// How tightly a node binds; an operand that binds less gets parentheses.
enum Binding { Choice, Disjunction, Conjunction, Comparison, Sum, Product, Sign, Atom };

Binding bindingOf(Op op) {
  switch (op) {
  case Op::Select:
    return Choice;
  case Op::Or:
    return Disjunction;
  case Op::And:
    return Conjunction;
  case Op::Less:
  case Op::LessEqual:
  case Op::Equal:
    return Comparison;
  case Op::Add:
  case Op::Sub:
  case Op::Shift:
    return Sum;
  case Op::Mul:
  case Op::Div:
    return Product;
  case Op::Neg:
  case Op::Not:
    return Sign;
  default:
    return Atom;
  }
}

const char *infix(Op op) {
  switch (op) {
  case Op::Add:
    return " + ";
  case Op::Sub:
    return " - ";
  case Op::Mul:
    return "*";
  case Op::Div:
    return "/";
  case Op::Less:
    return " < ";
  case Op::LessEqual:
    return " <= ";
  case Op::Equal:
    return " == ";
  case Op::Or:
    return " or ";
  case Op::And:
    return " and ";
  default:
    return nullptr;
  }
}

const char *functionName(Op op) {
  switch (op) {
#define FUNCTION(NODE, SPELLING, ARGUMENTS)                                                        \
  case Op::NODE:                                                                                   \
    return Op::NODE == Op::Digamma     ? "digamma"                                                 \
           : Op::NODE == Op::Polygamma ? "polygamma"                                               \
                                       : #SPELLING;
#include "rules/term/Functions.def"
#undef FUNCTION
  case Op::IsNaN:
    return "isnan";
  default:
    return nullptr;
  }
}

const char *nameText(Name name) {
  switch (name) {
#define NAMED_CONSTANT(NODE, TEXT, DIGITS)                                                         \
  case Name::NODE:                                                                                 \
    return TEXT;
#include "rules/term/Constants.def"
#undef NAMED_CONSTANT
  }
  llvm_unreachable("covered switch");
}

class Printer {
public:
  Printer(const Nodes &nodes, LeafName leaf) : nodes(nodes), leaf(leaf) {}

  Printed print(ArrayRef<uint8_t> roots) {
    Printed printed;
    countUses(roots);
    for (uint8_t id = 0; id < nodes.size; ++id) {
      if (uses[id] < 2 || operandCount(nodes.node[id].op) == 0 || isSmall(nodes.node[id]))
        continue;
      std::string right = text(id, Choice);
      name[id] = "t" + std::to_string(printed.shared.size() + 1);
      printed.shared.push_back(name[id] + " = " + right);
    }
    for (uint8_t root : roots)
      printed.terms.push_back(text(root, Choice));
    return printed;
  }

private:
  void countUses(ArrayRef<uint8_t> roots) {
    for (uint8_t root : roots)
      ++uses[root];
    for (unsigned id = nodes.size; id-- > 0;) {
      if (uses[id] == 0)
        continue;
      const Node &node = nodes.node[id];
      const uint8_t operands[] = {node.a, node.b, node.c};
      for (unsigned k = 0; k < operandCount(node.op); ++k)
        ++uses[operands[k]];
    }
  }

  /// Reads better repeated than named.
  static bool isSmall(const Node &node) {
    return node.op == Op::ToReal || node.op == Op::Shift || node.op == Op::Neg;
  }

  std::string text(uint8_t id, Binding around) {
    if (!name[id].empty())
      return name[id];
    const Node &node = nodes.node[id];
    std::string made = write(node);
    bool isNegative = node.op == Op::Constant && nodes.constant[node.a] < 0;
    Binding own = isNegative ? Sign : bindingOf(node.op);
    return own < around ? "(" + made + ")" : made;
  }

  std::string write(const Node &node) {
    switch (node.op) {
    case Op::Constant:
      return number(nodes.constant[node.a]);
    case Op::Named:
      return nameText(Name(node.a));
    case Op::Input:
    case Op::Output:
    case Op::Parameter:
      return leaf(node.op, node.a);
    case Op::Whole:
      return std::to_string(node.a);
    case Op::ToReal:
      return text(node.a, Choice);
    case Op::Shift: {
      int shift = int(node.b) - ShiftZero;
      return text(node.a, Sum) + (shift < 0 ? " - " : " + ") + std::to_string(std::abs(shift));
    }
    case Op::Neg:
      return "-" + text(node.a, Sign);
    case Op::Not:
      return "not " + text(node.a, Sign);
    case Op::Select:
      return text(node.a, Disjunction) + " ? " + text(node.b, Disjunction) + " : " +
             text(node.c, Choice);
    default:
      break;
    }
    if (const char *symbol = infix(node.op)) {
      Binding own = bindingOf(node.op);
      bool isLeftOnly = node.op == Op::Sub || node.op == Op::Div;
      return text(node.a, own) + symbol + text(node.b, isLeftOnly ? Binding(own + 1) : own);
    }
    std::string call = functionName(node.op) + ("(" + text(node.a, Choice));
    if (operandCount(node.op) == 2)
      call += ", " + text(node.b, Choice);
    return call + ")";
  }

  static std::string number(double value) {
    std::string text;
    raw_string_ostream(text) << format("%g", value);
    return text;
  }

  const Nodes &nodes;
  LeafName leaf;
  unsigned uses[MaxNodes] = {};
  std::string name[MaxNodes];
};

} // namespace

Printed print(const Nodes &nodes, ArrayRef<uint8_t> roots, LeafName leaf) {
  return Printer(nodes, leaf).print(roots);
}

} // namespace enzyme::term
