//===- Needs.h - which values a term reads -------------------------------===//
//
// The plan must keep exactly what the emitter will read. Both ask the same array:
// this file collects the leaves under a node, Emit.cpp evaluates them.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_TERM_NEEDS_H
#define ENZYME_RULES_TERM_NEEDS_H

#include "rules/term/Term.h"

namespace enzyme::term {

/// Sets of leaves, bit i for leaf i.
struct Needs {
  uint8_t inputs = 0, outputs = 0, parameters = 0;

  constexpr bool any() const { return inputs || outputs || parameters; }
  constexpr Needs &operator|=(Needs other) {
    inputs |= other.inputs;
    outputs |= other.outputs;
    parameters |= other.parameters;
    return *this;
  }
};

/// How many of a node's fields a, b, c are nodes.
constexpr unsigned operandCount(Op op) {
  switch (op) {
  case Op::Constant:
  case Op::Named:
  case Op::Input:
  case Op::Output:
  case Op::Parameter:
  case Op::Whole:
    return 0;
  case Op::Neg:
  case Op::Shift:
  case Op::ToReal:
  case Op::IsNaN:
  case Op::Not:
    return 1;
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Less:
  case Op::LessEqual:
  case Op::Equal:
  case Op::Or:
  case Op::And:
    return 2;
  case Op::Select:
    return 3;
#define FUNCTION(NODE, SPELLING, ARGUMENTS)                                                        \
  case Op::NODE:                                                                                   \
    return sizeof(ARGUMENTS) - 1;
#include "rules/term/Functions.def"
#undef FUNCTION
  }
  return 0;
}

/// The leaves under node `id`. Operands precede their users, so that one walk
/// backwards over the array sees every node under it once.
constexpr Needs needsOf(const Nodes &nodes, uint8_t id) {
  bool isUnder[MaxNodes] = {};
  isUnder[id] = true;
  Needs needs;
  for (unsigned i = id + 1u; i-- > 0;) {
    if (!isUnder[i])
      continue;
    const Node &node = nodes.node[i];
    if (node.op == Op::Input)
      needs.inputs |= 1u << node.a;
    if (node.op == Op::Output)
      needs.outputs |= 1u << node.a;
    if (node.op == Op::Parameter)
      needs.parameters |= 1u << node.a;
    const uint8_t operands[] = {node.a, node.b, node.c};
    for (unsigned k = 0; k < operandCount(node.op); ++k)
      isUnder[operands[k]] = true;
  }
  return needs;
}

/// True when the term is finite whatever the operands are, infinities and NaN
/// included: constants and choices between constants.
constexpr bool isBounded(const Nodes &nodes, uint8_t id) {
  const Node &node = nodes.node[id];
  switch (node.op) {
  case Op::Constant:
  case Op::Named:
    return true;
  case Op::Neg:
  case Op::Abs:
  case Op::CopySign:
    return isBounded(nodes, node.a);
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
    return isBounded(nodes, node.a) && isBounded(nodes, node.b);
  case Op::Select:
    return isBounded(nodes, node.b) && isBounded(nodes, node.c);
  default: // may overflow or be NaN
    return false;
  }
}

/// True when the term is the constant `value`.
constexpr bool isConstant(const Nodes &nodes, uint8_t id, double value) {
  const Node &node = nodes.node[id];
  return node.op == Op::Constant && nodes.constant[node.a] == value;
}

} // namespace enzyme::term
#endif
