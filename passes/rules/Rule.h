//===- Rule.h - one row of a table of formulas ---------------------------===//
//
// Problem: a function's derivative, its operands' meaning and the points at which
// it is tested belong together.
//
// Here: Formula, the row, and the functions that make one: unary, binary, zero,
// holomorphic, formula. All run in the compiler; a row is read-only data.
//
// Operands are described by a string of roles, one letter an operand:
//     x  a real                      z  a complex number (one or two operands)
//     n  an integer partials read    .  anything without a real, which partials do not read
//     w  a real of another width than the result
//     _  a real from which no derivative flows
// Results likewise: "x", "z", "xx" (a struct of two reals), "x." and "" (no real).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_RULE_H
#define ENZYME_RULES_RULE_H

#include "rules/term/ComplexTerm.h"
#include "rules/term/Term.h"
#include <array>
#include <initializer_list>
#include <string_view>

namespace enzyme {

inline constexpr unsigned MaxInputs = 4;
inline constexpr unsigned MaxOutputs = 2;
inline constexpr unsigned MaxSamples = 16;
inline constexpr uint8_t NoPartial = 0xff;

/// One function: what its operands are and all its partials.
struct Formula {
  std::string_view name; ///< C name for double, opcode, or "llvm.…"
  std::string_view roles;
  std::string_view results;
  uint8_t inputs = 0;
  uint8_t outputs = 0;
  uint8_t parameters = 0;
  term::Nodes nodes;
  /// partial[i][j] = d output i / d input j, as a node; NoPartial where it is 0.
  uint8_t partial[MaxOutputs][MaxInputs] = {};
  /// Points at which the tests compare with differences: operand by operand,
  /// real and imaginary part for z, nothing for '.'.
  double sample[MaxSamples] = {};
  uint8_t samples = 0;

  constexpr unsigned valuesPerSample() const { return inputs + parameters; }
};

namespace detail {

constexpr unsigned countReals(std::string_view roles) {
  unsigned count = 0;
  for (char role : roles)
    count += role == 'x' || role == 'w' ? 1 : role == 'z' ? 2 : 0;
  return count;
}

constexpr Formula emptyFormula(std::string_view name, std::string_view roles,
                               std::string_view results, std::initializer_list<double> samples) {
  Formula row;
  row.name = name;
  row.roles = roles;
  row.results = results;
  row.inputs = countReals(roles);
  row.outputs = countReals(results);
  for (char role : roles)
    row.parameters += role == 'n';
  if (row.inputs > MaxInputs || row.outputs > MaxOutputs)
    throw "too many reals: raise MaxInputs or MaxOutputs";
  for (auto &line : row.partial)
    for (uint8_t &entry : line)
      entry = NoPartial;
  for (double value : samples) {
    if (row.samples == MaxSamples)
      throw "too many sample points: raise MaxSamples";
    row.sample[row.samples++] = value;
  }
  if (row.valuesPerSample() && row.samples % row.valuesPerSample())
    throw "a sample point needs one value for each real and integer operand";
  return row;
}

constexpr void setPartial(Formula &row, unsigned output, unsigned input, term::Term partial) {
  uint8_t node = partial.in(row.nodes);
  term::Node made = row.nodes.node[node];
  bool isZero = made.op == term::Op::Constant && row.nodes.constant[made.a] == 0;
  row.partial[output][input] = isZero ? NoPartial : node;
}

} // namespace detail

/// The names a rule may use for its operands and results.
struct Ports {
  term::Nodes &nodes;
  constexpr term::Term x(unsigned i) const {
    return {nodes, nodes.add({term::Op::Input, uint8_t(i)})};
  }
  constexpr term::Term y(unsigned i = 0) const {
    return {nodes, nodes.add({term::Op::Output, uint8_t(i)})};
  }
  constexpr term::Integer n() const { return {&nodes, nodes.add({term::Op::Parameter, 0})}; }
  constexpr term::Complex z(unsigned i) const { return {x(2 * i), x(2 * i + 1)}; }
  constexpr term::Complex w() const { return {y(0), y(1)}; }
};

/// Partials of one output by all inputs.
template <unsigned N> using Partials = std::array<term::Term, N>;
using Pair = Partials<2>;

/// The general row: `rule(Ports)` returns the Jacobian, output by output, as an
/// array of inputs * outputs terms.
template <typename Rule>
constexpr Formula formula(std::string_view name, std::string_view roles, std::string_view results,
                          Rule rule, std::initializer_list<double> samples) {
  Formula row = detail::emptyFormula(name, roles, results, samples);
  auto jacobian = rule(Ports{row.nodes});
  if (jacobian.size() != unsigned(row.inputs * row.outputs))
    throw "a rule gives one partial for each pair of output and input";
  for (unsigned i = 0; i < row.outputs; ++i)
    for (unsigned j = 0; j < row.inputs; ++j)
      detail::setPartial(row, i, j, jacobian[i * row.inputs + j]);
  return row;
}

/// y = f(x): rule(x, y) is dy/dx.
template <typename Rule>
constexpr Formula unary(std::string_view name, Rule rule, std::initializer_list<double> samples) {
  return formula(
      name, "x", "x", [rule](Ports p) { return Partials<1>{rule(p.x(0), p.y())}; }, samples);
}

/// y = f(a, b): rule(a, b, y) is {dy/da, dy/db}.
template <typename Rule>
constexpr Formula binary(std::string_view name, Rule rule, std::initializer_list<double> samples) {
  return formula(
      name, "xx", "x", [rule](Ports p) -> Pair { return rule(p.x(0), p.x(1), p.y()); }, samples);
}

/// A function whose derivative is zero wherever it has one, or that by its meaning
/// has none.
constexpr Formula zero(std::string_view name, std::string_view roles, std::string_view results,
                       std::initializer_list<double> samples = {}) {
  return detail::emptyFormula(name, roles, results, samples);
}

namespace detail {
/// A complex derivative u + iv by complex input k: the block [[u, -v], [v, u]].
constexpr void setHolomorphic(Formula &row, unsigned k, term::Complex d) {
  setPartial(row, 0, 2 * k, d.re);
  setPartial(row, 1, 2 * k + 1, d.re);
  setPartial(row, 1, 2 * k, d.im);
  setPartial(row, 0, 2 * k + 1, -d.im);
}
} // namespace detail

/// w = f(z), holomorphic: rule(z, w) is dw/dz.
template <typename Rule>
constexpr Formula holomorphic(std::string_view name, Rule rule,
                              std::initializer_list<double> samples) {
  Formula row = detail::emptyFormula(name, "z", "z", samples);
  Ports p{row.nodes};
  detail::setHolomorphic(row, 0, rule(p.z(0), p.w()));
  return row;
}

/// w = f(a, b), holomorphic in both: rule(a, b, w) is {dw/da, dw/db}.
template <typename Rule>
constexpr Formula holomorphic2(std::string_view name, Rule rule,
                               std::initializer_list<double> samples) {
  Formula row = detail::emptyFormula(name, "zz", "z", samples);
  Ports p{row.nodes};
  std::array<term::Complex, 2> d = rule(p.z(0), p.z(1), p.w());
  detail::setHolomorphic(row, 0, d[0]);
  detail::setHolomorphic(row, 1, d[1]);
  return row;
}

} // namespace enzyme
#endif
