//===- Evaluate.h - the value of a term, without LLVM --------------------===//
//
// Tests compare partials with differences. This reading computes a term in
// `double` or `long double` with the C library. Its users link
// runtime/digamma.c.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_TERM_EVALUATE_H
#define ENZYME_RULES_TERM_EVALUATE_H

#include "rules/term/Term.h"
#include <cmath>

extern "C" double enzyme_rt_digamma(double);
extern "C" double enzyme_rt_polygamma(int, double);

namespace enzyme::term {

/// Values of the leaves.
template <typename Real> struct Point {
  const Real *inputs = nullptr;
  const Real *outputs = nullptr;
  int parameter = 0;
};

template <typename Real> class Evaluator {
public:
  Evaluator(const Nodes &nodes, Point<Real> point) : nodes(nodes), point(point) {}

  Real real(uint8_t id) const {
    const Node &node = nodes.node[id];
    switch (node.op) {
    case Op::Constant:
      return nodes.constant[node.a];
    case Op::Named:
      return named(Name(node.a));
    case Op::Input:
      return point.inputs[node.a];
    case Op::Output:
      return point.outputs[node.a];
    case Op::Select:
      return truth(node.a) ? real(node.b) : real(node.c);
    case Op::ToReal:
      return integer(node.a);
    case Op::Jn:
      return ::jn(integer(node.a), double(real(node.b)));
    case Op::Polygamma:
      return enzyme_rt_polygamma(integer(node.a), double(real(node.b)));
    case Op::Yn:
      return ::yn(integer(node.a), double(real(node.b)));
    case Op::Powi:
      return std::pow(real(node.a), Real(integer(node.b)));
    case Op::Ldexp:
      return std::ldexp(real(node.a), integer(node.b));
    default:
      return arithmetic(node, real(node.a));
    }
  }

private:
  Real arithmetic(const Node &node, Real a) const {
    switch (node.op) {
    case Op::Add:
      return a + real(node.b);
    case Op::Sub:
      return a - real(node.b);
    case Op::Mul:
      return a * real(node.b);
    case Op::Div:
      return a / real(node.b);
    case Op::Neg:
      return -a;
    case Op::CopySign:
      return std::copysign(a, real(node.b));
    case Op::Pow:
      return std::pow(a, real(node.b));
    case Op::Atan2:
      return std::atan2(a, real(node.b));
    case Op::Hypot:
      return std::hypot(a, real(node.b));
    default:
      return function(node.op, a);
    }
  }

  static Real function(Op op, Real a) {
    switch (op) {
    case Op::Abs:
      return std::fabs(a);
    case Op::Rint:
      return std::rint(a);
    case Op::Floor:
      return std::floor(a);
    case Op::Sqrt:
      return std::sqrt(a);
    case Op::Exp:
      return std::exp(a);
    case Op::Exp2:
      return std::exp2(a);
    case Op::Log:
      return std::log(a);
    case Op::Sin:
      return std::sin(a);
    case Op::Cos:
      return std::cos(a);
    case Op::Sinh:
      return std::sinh(a);
    case Op::Cosh:
      return std::cosh(a);
    case Op::J0:
      return ::j0(double(a));
    case Op::J1:
      return ::j1(double(a));
    case Op::Y0:
      return ::y0(double(a));
    case Op::Y1:
      return ::y1(double(a));
    case Op::Digamma:
      return enzyme_rt_digamma(double(a));
    default:
      return std::nan("");
    }
  }

  bool truth(uint8_t id) const {
    const Node &node = nodes.node[id];
    switch (node.op) {
    case Op::Less:
      return real(node.a) < real(node.b);
    case Op::LessEqual:
      return real(node.a) <= real(node.b);
    case Op::Equal:
      return real(node.a) == real(node.b);
    case Op::IsNaN:
      return std::isnan(real(node.a));
    case Op::Or:
      return truth(node.a) || truth(node.b);
    case Op::And:
      return truth(node.a) && truth(node.b);
    default:
      return !truth(node.a);
    }
  }

  int integer(uint8_t id) const {
    const Node &node = nodes.node[id];
    if (node.op == Op::Whole)
      return node.a;
    return node.op == Op::Shift ? integer(node.a) + node.b - ShiftZero : point.parameter;
  }

  static Real named(Name name) {
    switch (name) {
#define NAMED_CONSTANT(NODE, TEXT, DIGITS)                                                         \
  case Name::NODE:                                                                                 \
    return DIGITS##L;
#include "rules/term/Constants.def"
#undef NAMED_CONSTANT
    }
    return 0;
  }

  const Nodes &nodes;
  Point<Real> point;
};

template <typename Real> Real evaluate(const Nodes &nodes, uint8_t id, Point<Real> point) {
  return Evaluator<Real>(nodes, point).real(id);
}

} // namespace enzyme::term
#endif
