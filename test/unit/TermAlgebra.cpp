//===- TermAlgebra.cpp - the language of formulas ---------------------------===//
#include "rules/Rule.h"
#include "rules/term/Evaluate.h"
#include "rules/term/Needs.h"
#include "rules/term/Print.h"
#include "gtest/gtest.h"

using namespace enzyme;
using namespace enzyme::term;

namespace {

/// A row whose only use is its one partial.
template <typename Rule> constexpr Formula row(Rule rule) { return unary("row", rule, {}); }

double valueOf(const Formula &formula, double x, double y = 0) {
  return evaluate(formula.nodes, formula.partial[0][0], Point<double>{&x, &y, 0});
}

std::string textOf(const Formula &formula) {
  auto leaf = [](Op op, unsigned) -> std::string { return op == Op::Input ? "x" : "y"; };
  Printed printed = print(formula.nodes, formula.partial[0][0], leaf);
  std::string text;
  for (const std::string &shared : printed.shared)
    text += shared + "; ";
  return text + printed.terms[0];
}

TEST(TermAlgebra, EqualNodesAreStoredOnce) {
  constexpr Formula formula = row([](Term x, Term) { return (x * x + 1.0) / (x * x + 1.0); });
  // x, y, x*x, 1, x*x + 1, quotient
  EXPECT_EQ(formula.nodes.size, 6);
}

TEST(TermAlgebra, LiteralsFindTheirHome) {
  constexpr Formula formula = row([](Term x, Term) { return 1.0 - 2.0 * x; });
  EXPECT_EQ(valueOf(formula, 3.0), -5.0);
}

TEST(TermAlgebra, ZeroIsNoPartial) {
  constexpr Formula formula = row([](Term, Term) { return 0.0; });
  EXPECT_EQ(formula.partial[0][0], NoPartial);
}

TEST(TermAlgebra, SelectTakesOneArm) {
  constexpr Formula formula = row([](Term x, Term) { return select(x < 0.0, -1.0, 1.0 / x); });
  EXPECT_EQ(valueOf(formula, -3.0), -1.0);
  EXPECT_EQ(valueOf(formula, 4.0), 0.25);
}

TEST(TermAlgebra, ComparisonsWithNaNAreFalse) {
  constexpr Formula formula = row(
      [](Term x, Term) { return select(x < 0.0 || x >= 0.0, 1.0, select(isNaN(x), 2.0, 3.0)); });
  EXPECT_EQ(valueOf(formula, NAN), 2.0);
}

TEST(TermAlgebra, NeedsAreTheLeavesUnderThePartial) {
  constexpr Formula formula = row([](Term x, Term y) {
    Term unused = exp(x); // not under the partial
    (void)unused;
    return 1.0 - y * y;
  });
  constexpr Needs needs = needsOf(formula.nodes, formula.partial[0][0]);
  EXPECT_EQ(needs.inputs, 0);
  EXPECT_EQ(needs.outputs, 1);
}

TEST(TermAlgebra, BoundedMeansFiniteForAnyOperand) {
  constexpr Formula choice = row([](Term x, Term) { return select(x < 0.0, -1.0, 1.0); });
  constexpr Formula overflow = row([](Term x, Term) { return x; });
  EXPECT_TRUE(isBounded(choice.nodes, choice.partial[0][0]));
  EXPECT_FALSE(isBounded(overflow.nodes, overflow.partial[0][0]));
}

TEST(TermAlgebra, PrintsWithTheParenthesesThatMatter) {
  EXPECT_EQ(textOf(row([](Term x, Term y) { return x - (y - x); })), "x - (y - x)");
  EXPECT_EQ(textOf(row([](Term x, Term y) { return (x + y) * -x; })), "(x + y)*-x");
  EXPECT_EQ(textOf(row([](Term x, Term y) { return x / (y * x); })), "x/(y*x)");
  EXPECT_EQ(textOf(row([](Term x, Term) { return -0.5 * exp(x); })), "-0.5*exp(x)");
}

TEST(TermAlgebra, PrintsSharedTermsOnce) {
  EXPECT_EQ(textOf(row([](Term x, Term y) { return (x * y) / exp(x * y); })),
            "t1 = x*y; t1/exp(t1)");
}

TEST(TermAlgebra, ComplexDivisionDoesNotOverflow) {
  Formula formula = holomorphic("f", [](Complex z, Complex) { return reciprocal(z); }, {});
  double z[2] = {3e200, 4e200}, w[2] = {};
  Point<double> at{z, w, 0};
  EXPECT_NEAR(evaluate(formula.nodes, formula.partial[0][0], at) * 1e201, 1.2, 1e-12);
  EXPECT_NEAR(evaluate(formula.nodes, formula.partial[1][0], at) * 1e201, -1.6, 1e-12);
}

} // namespace
