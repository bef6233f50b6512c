//===- RulesPolicy.cpp - kinks, edges and what the emitter is told -----------===//
//
// The choices of docs/rules.md at points where calculus gives none.
//===----------------------------------------------------------------------===//
#include "RulesParse.h"
#include "rules/Formulas.h"
#include "rules/Lookup.h"
#include "rules/term/Evaluate.h"
#include "gtest/gtest.h"
#include <cmath>
#include <vector>

using namespace llvm;
using namespace enzyme;
using namespace enzyme::test;

namespace {

/// d name / d input j at `x`, where the function's value is `y`.
double partial(const char *name, std::vector<double> x, std::vector<double> y, unsigned j,
               int n = 0) {
  const Formula *row = findFunction(name);
  EXPECT_TRUE(row) << name;
  uint8_t node = row->partial[0][j];
  return node == NoPartial
             ? 0.0
             : term::evaluate(row->nodes, node, term::Point<double>{x.data(), y.data(), n});
}

double powBase(double x, double y) { return partial("pow", {x, y}, {std::pow(x, y)}, 0); }
double powExponent(double x, double y) { return partial("pow", {x, y}, {std::pow(x, y)}, 1); }

TEST(RulesPolicy, RootsAtZeroGiveZero) {
  EXPECT_EQ(partial("sqrt", {0}, {0}, 0), 0);
  EXPECT_EQ(partial("cbrt", {0}, {0}, 0), 0);
  EXPECT_EQ(partial("hypot", {0, 0}, {0}, 0), 0);
  EXPECT_EQ(partial("hypot", {0, 0}, {0}, 1), 0);
  EXPECT_EQ(partial("cabs", {0, 0}, {0}, 0), 0);
  EXPECT_EQ(partial("csqrt", {0, 0}, {0, 0}, 0), 0);
  EXPECT_EQ(partial("atan2", {0, 0}, {0}, 0), 0);
}

TEST(RulesPolicy, PowByBase) {
  EXPECT_EQ(powBase(0, 2), 0);
  EXPECT_EQ(powBase(0, 1), 1);
  EXPECT_EQ(powBase(0, 0.5), 0);
  EXPECT_EQ(powBase(0, 0), 0);
  EXPECT_EQ(powBase(3, 0), 0);
  EXPECT_EQ(powBase(-2, 3), 12);
  EXPECT_EQ(powBase(-2, 0), 0);
  EXPECT_EQ(powBase(1e-200, 2), 2e-200); // although pow itself is 0
}

TEST(RulesPolicy, PowByExponent) {
  EXPECT_EQ(powExponent(0, 2), 0);
  EXPECT_EQ(powExponent(0, 0), 0);
  EXPECT_EQ(powExponent(-2, 3), 0);
  EXPECT_DOUBLE_EQ(powExponent(2, 3), 8 * std::log(2.0));
  EXPECT_TRUE(std::isnan(powExponent(NAN, 2)));
}

TEST(RulesPolicy, IntegerPowers) {
  EXPECT_EQ(partial("powi", {0}, {1}, 0, 0), 0);
  EXPECT_EQ(partial("powi", {0}, {0}, 0, 1), 1);
  EXPECT_EQ(partial("powi", {0}, {0}, 0, 2), 0);
  EXPECT_EQ(partial("powi", {-2}, {-8}, 0, 3), 12);
}

TEST(RulesPolicy, KinksAndTies) {
  EXPECT_EQ(partial("fabs", {0}, {0}, 0), 0);
  EXPECT_EQ(partial("fabs", {-0.0}, {0}, 0), 0);
  for (const char *name :
       {"fmin", "fmax", "fminimum", "fmaximum", "fminimum_num", "fmaximum_num"}) {
    EXPECT_EQ(partial(name, {2, 2}, {2}, 0), 1) << name;
    EXPECT_EQ(partial(name, {2, 2}, {2}, 1), 0) << name;
  }
}

TEST(RulesPolicy, MinimumOfANumberAndNaNIsTheNumber) {
  for (const char *name : {"fmin", "fmax", "fminimum_num", "fmaximum_num"}) {
    EXPECT_EQ(partial(name, {NAN, 2}, {2}, 0), 0) << name;
    EXPECT_EQ(partial(name, {NAN, 2}, {2}, 1), 1) << name;
    EXPECT_EQ(partial(name, {2, NAN}, {2}, 0), 1) << name;
  }
}

TEST(RulesPolicy, OthersKeepTheirInfinity) {
  EXPECT_EQ(partial("log", {0}, {-INFINITY}, 0), INFINITY);
  EXPECT_EQ(partial("asin", {1}, {M_PI / 2}, 0), INFINITY);
}

TEST(RulesPolicy, BesselOneAtZero) {
  EXPECT_EQ(partial("j1", {0}, {0}, 0), 0.5);
  EXPECT_EQ(partial("j0", {0}, {1}, 0), 0);
  EXPECT_DOUBLE_EQ(partial("jn", {0}, {0}, 0, 1), 0.5);
}

/// What formulaFor says about the first instruction of @f.
struct Bound {
  explicit Bound(const std::string &instruction)
      : parsed("define void @f(double %a, double %b, float %c) {\n  %r = " + instruction +
               "\n  ret void\n}\n"),
        formula(*formulaFor(*parsed.function().getEntryBlock().begin())) {}
  Parsed parsed;
  BoundFormula formula;
  Value *argument(unsigned i) { return parsed.function().getArg(i); }
};

TEST(RulesBinding, Multiplication) {
  Bound fmul("fmul double %a, %b");
  EXPECT_EQ(fmul.formula.needs(0, 0), ArrayRef<Value *>(fmul.argument(1)));
  EXPECT_TRUE(fmul.formula.maySingular(0, 0));
  EXPECT_FALSE(fmul.formula.isOne(0, 0));
}

TEST(RulesBinding, Subtraction) {
  Bound fsub("fsub double %a, %b");
  EXPECT_TRUE(fsub.formula.isOne(0, 0));
  EXPECT_TRUE(fsub.formula.isMinusOne(0, 1));
  EXPECT_FALSE(fsub.formula.maySingular(0, 1));
  EXPECT_TRUE(fsub.formula.needs(0, 1).empty());
}

TEST(RulesBinding, DivisionByBNeedsTheQuotient) {
  Bound fdiv("fdiv double %a, %b");
  SmallVector<Value *, 3> needs = fdiv.formula.needs(0, 1);
  EXPECT_TRUE(is_contained(needs, fdiv.argument(1)));
  EXPECT_TRUE(is_contained(needs, &*fdiv.parsed.function().getEntryBlock().begin()));
  EXPECT_FALSE(is_contained(needs, fdiv.argument(0)));
}

TEST(RulesBinding, ConstantsAreNoNeeds) {
  Bound fmul("fmul double %a, 3.0");
  EXPECT_TRUE(fmul.formula.needs(0, 0).empty());
}

TEST(RulesBinding, Extension) {
  Bound fpext("fpext float %c to double");
  EXPECT_TRUE(fpext.formula.isOne(0, 0));
}

TEST(RulesBinding, EmitsWithTheBuildersFlags) {
  Bound fdiv("fdiv double %a, %b");
  IRBuilder<> builder(fdiv.parsed.function().getEntryBlock().getTerminator());
  builder.setFastMathFlags(FastMathFlags::getFast());
  auto same = [](Value *value) { return value; };
  auto *partial = cast<Instruction>(fdiv.formula.emitPartial(builder, 0, 0, same));
  EXPECT_TRUE(partial->isFast());
}

} // namespace
