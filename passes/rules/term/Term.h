//===- Term.h - the algebra formulas are written in ----------------------===//
//
// Problem: a partial derivative is needed as IR (emitters), as a set of operands
// (plan), as a number (tests) and as text (docs). Written four times, the four
// disagree.
//
// Here: a rule writes its partial once, in C++ with the ordinary operators:
//
//     unary("tanh", [](Term, Term y) { return 1.0 - y * y; }, …)
//
// The compiler runs that lambda; what remains is a flat array of nodes in
// read-only data. Equal nodes are stored once. The four readings (Needs.h,
// Emit.h, Evaluate.h, Print.h) walk the array.
//
// Three types that do not convert: Term (a real), Condition (a truth value) and
// Integer (an operand that is not differentiated, such as the order of jn).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_TERM_TERM_H
#define ENZYME_RULES_TERM_TERM_H

#include <cstdint>

namespace enzyme::term {

enum class Op : uint8_t {
  // Leaves; `a` is the index.
  Constant,  ///< Nodes::constant[a]
  Named,     ///< Constants.def, a-th
  Input,     ///< real input a of the function
  Output,    ///< real output a of the function: its own result
  Parameter, ///< integer operand a
  Whole,     ///< the integer a itself
  // Reals.
  Add,
  Sub,
  Mul,
  Div,
  Neg,
  Select, ///< a ? b : c
  // Integers.
  Shift,  ///< a + (b - 128)
  ToReal, ///< integer as a real
  // Conditions; comparisons are false when an operand is NaN.
  Less,
  LessEqual,
  Equal,
  IsNaN,
  Or,
  And,
  Not,
// Functions.
#define FUNCTION(NODE, SPELLING, ARGUMENTS) NODE,
#include "rules/term/Functions.def"
#undef FUNCTION
};

enum class Name : uint8_t {
#define NAMED_CONSTANT(NODE, TEXT, DIGITS) NODE,
#include "rules/term/Constants.def"
#undef NAMED_CONSTANT
};

/// One node; `a`, `b`, `c` are indices of earlier nodes unless Op says otherwise.
struct Node {
  Op op = Op::Constant;
  uint8_t a = 0, b = 0, c = 0;
  friend constexpr bool operator==(const Node &, const Node &) = default;
};

inline constexpr unsigned MaxNodes = 112;
inline constexpr unsigned MaxConstants = 8;
inline constexpr int ShiftZero = 128;

/// The nodes of one rule. Operands come before their users.
struct Nodes {
  Node node[MaxNodes] = {};
  double constant[MaxConstants] = {};
  uint8_t size = 0;
  uint8_t constants = 0;

  constexpr uint8_t add(Node wanted) {
    for (uint8_t i = 0; i < size; ++i)
      if (node[i] == wanted)
        return i;
    if (size == MaxNodes)
      throw "rule too long: raise MaxNodes";
    node[size] = wanted;
    return size++;
  }

  constexpr uint8_t addConstant(double value) {
    for (uint8_t i = 0; i < constants; ++i)
      if (constant[i] == value)
        return add({Op::Constant, i});
    if (constants == MaxConstants)
      throw "too many constants in one rule: raise MaxConstants";
    constant[constants] = value;
    return add({Op::Constant, constants++});
  }
};

/// A real. A literal has no home yet; it gets one from the term it meets.
class Term {
public:
  constexpr Term(double literal) : literal(literal) {}
  constexpr Term(Nodes &nodes, uint8_t id) : nodes(&nodes), id(id) {}

  constexpr uint8_t in(Nodes &home) const { return nodes ? id : home.addConstant(literal); }
  constexpr Nodes *home() const { return nodes; }

private:
  Nodes *nodes = nullptr;
  uint8_t id = 0;
  double literal = 0;
};

/// An integer operand of the function.
struct Integer {
  Nodes *nodes;
  uint8_t id;
};

/// A truth value.
struct Condition {
  Nodes *nodes;
  uint8_t id;
};

namespace detail {
constexpr Nodes &home(Term a, Term b = 0.0, Term c = 0.0) {
  Nodes *nodes = a.home() ? a.home() : b.home() ? b.home() : c.home();
  if (!nodes)
    throw "a term of literals only: write the constant instead";
  return *nodes;
}
constexpr Term make(Op op, Term a) {
  Nodes &nodes = home(a);
  return {nodes, nodes.add({op, a.in(nodes)})};
}
constexpr Term make(Op op, Term a, Term b) {
  Nodes &nodes = home(a, b);
  uint8_t left = a.in(nodes);
  return {nodes, nodes.add({op, left, b.in(nodes)})};
}
constexpr Condition compare(Op op, Term a, Term b) {
  Nodes &nodes = home(a, b);
  uint8_t left = a.in(nodes);
  return {&nodes, nodes.add({op, left, b.in(nodes)})};
}
} // namespace detail

constexpr Term operator+(Term a, Term b) { return detail::make(Op::Add, a, b); }
constexpr Term operator-(Term a, Term b) { return detail::make(Op::Sub, a, b); }
constexpr Term operator*(Term a, Term b) { return detail::make(Op::Mul, a, b); }
constexpr Term operator/(Term a, Term b) { return detail::make(Op::Div, a, b); }
constexpr Term operator-(Term a) { return detail::make(Op::Neg, a); }

constexpr Condition operator<(Term a, Term b) { return detail::compare(Op::Less, a, b); }
constexpr Condition operator<=(Term a, Term b) { return detail::compare(Op::LessEqual, a, b); }
constexpr Condition operator>(Term a, Term b) { return b < a; }
constexpr Condition operator>=(Term a, Term b) { return b <= a; }
constexpr Condition operator==(Term a, Term b) { return detail::compare(Op::Equal, a, b); }
constexpr Condition isNaN(Term a) {
  Nodes &nodes = detail::home(a);
  return {&nodes, nodes.add({Op::IsNaN, a.in(nodes)})};
}
constexpr Condition operator||(Condition a, Condition b) {
  return {a.nodes, a.nodes->add({Op::Or, a.id, b.id})};
}
constexpr Condition operator&&(Condition a, Condition b) {
  return {a.nodes, a.nodes->add({Op::And, a.id, b.id})};
}
constexpr Condition operator!(Condition a) { return {a.nodes, a.nodes->add({Op::Not, a.id})}; }

/// condition ? a : b, both computed.
constexpr Term select(Condition condition, Term a, Term b) {
  Nodes &nodes = *condition.nodes;
  uint8_t whenTrue = a.in(nodes);
  return {nodes, nodes.add({Op::Select, condition.id, whenTrue, b.in(nodes)})};
}

constexpr Integer operator+(Integer n, int shift) {
  return {n.nodes, n.nodes->add({Op::Shift, n.id, uint8_t(shift + ShiftZero)})};
}
/// The integer `value` (0 to 255) beside the term `near`.
constexpr Integer whole(uint8_t value, Term near) {
  Nodes &nodes = detail::home(near);
  return {&nodes, nodes.add({Op::Whole, value})};
}
constexpr Integer operator-(Integer n, int shift) { return n + -shift; }
constexpr Term toReal(Integer n) { return {*n.nodes, n.nodes->add({Op::ToReal, n.id})}; }

/// A constant of Constants.def beside the term `near`: pi(x).
constexpr Term named(Name name, Term near) {
  Nodes &nodes = detail::home(near);
  return {nodes, nodes.add({Op::Named, uint8_t(name)})};
}

constexpr Term fabs(Term x) { return detail::make(Op::Abs, x); }
constexpr Term copysign(Term x, Term y) { return detail::make(Op::CopySign, x, y); }
constexpr Term rint(Term x) { return detail::make(Op::Rint, x); }
constexpr Term floor(Term x) { return detail::make(Op::Floor, x); }
constexpr Term sqrt(Term x) { return detail::make(Op::Sqrt, x); }
constexpr Term exp(Term x) { return detail::make(Op::Exp, x); }
constexpr Term exp2(Term x) { return detail::make(Op::Exp2, x); }
constexpr Term log(Term x) { return detail::make(Op::Log, x); }
constexpr Term pow(Term x, Term y) { return detail::make(Op::Pow, x, y); }
constexpr Term sin(Term x) { return detail::make(Op::Sin, x); }
constexpr Term cos(Term x) { return detail::make(Op::Cos, x); }
constexpr Term sinh(Term x) { return detail::make(Op::Sinh, x); }
constexpr Term cosh(Term x) { return detail::make(Op::Cosh, x); }
constexpr Term atan2(Term y, Term x) { return detail::make(Op::Atan2, y, x); }
constexpr Term hypot(Term x, Term y) { return detail::make(Op::Hypot, x, y); }
constexpr Term j0(Term x) { return detail::make(Op::J0, x); }
constexpr Term j1(Term x) { return detail::make(Op::J1, x); }
constexpr Term y0(Term x) { return detail::make(Op::Y0, x); }
constexpr Term y1(Term x) { return detail::make(Op::Y1, x); }
constexpr Term digamma(Term x) { return detail::make(Op::Digamma, x); }
constexpr Term jn(Integer n, Term x) {
  uint8_t real = x.in(*n.nodes);
  return {*n.nodes, n.nodes->add({Op::Jn, n.id, real})};
}
constexpr Term yn(Integer n, Term x) {
  return {*n.nodes, n.nodes->add({Op::Yn, n.id, x.in(*n.nodes)})};
}
constexpr Term polygamma(Integer n, Term x) {
  return {*n.nodes, n.nodes->add({Op::Polygamma, n.id, x.in(*n.nodes)})};
}
constexpr Term powi(Term x, Integer n) {
  return {*n.nodes, n.nodes->add({Op::Powi, x.in(*n.nodes), n.id})};
}
constexpr Term ldexp(Term x, Integer n) {
  return {*n.nodes, n.nodes->add({Op::Ldexp, x.in(*n.nodes), n.id})};
}

constexpr Term square(Term x) { return x * x; }

} // namespace enzyme::term
#endif
