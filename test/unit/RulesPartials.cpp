//===- RulesPartials.cpp - every partial against differences ----------------===//
//
// Each row names points. At each point the formula, evaluated without LLVM, must
// agree with a difference of the function itself, and the emitted IR with the
// formula: in double to rounding, in other types to theirs.
//===----------------------------------------------------------------------===//
#include "RulesJit.h"
#include "support/Mutation.h"
#include "rules/term/Evaluate.h"
#include "gtest/gtest.h"
#include <cfloat>
#include <cmath>
#include <set>

using namespace llvm;
using namespace enzyme;
using namespace enzyme::test;

namespace {

double evaluated(const Formula &row, unsigned i, unsigned j, const Sample &at,
                 const std::vector<double> &y) {
  uint8_t node = row.partial[i][j];
  term::Point<double> point{at.x.data(), y.data(), at.n};
  return node == NoPartial ? 0.0 : term::evaluate(row.nodes, node, point);
}

/// d output i / d input j by an eight-point difference.
double difference(const Primal &primal, Sample at, unsigned i, unsigned j) {
  double x = at.x[j];
  double h = std::ldexp(1.0, x == 0 ? -9 : std::min(-9, std::ilogb(x) - 9));
  if (std::fabs(x) > 1)
    h = std::ldexp(1.0, std::ilogb(x) - 9);
  const double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  double sum = 0;
  for (int k = 1; k <= 4; ++k) {
    double plus[2] = {}, minus[2] = {};
    at.x[j] = x + k * h;
    primal(at.x.data(), at.n, plus);
    at.x[j] = x - k * h;
    primal(at.x.data(), at.n, minus);
    sum += weights[k - 1] * (plus[i] - minus[i]);
  }
  return sum / h;
}

void compareWithDifferences(const Formula &row, const Primal &primal) {
  for (const Sample &at : samplesOf(row)) {
    std::vector<double> y(2);
    primal(at.x.data(), at.n, y.data());
    for (unsigned i = 0; i < row.outputs; ++i)
      for (unsigned j = 0; j < row.inputs; ++j) {
        double expected = difference(primal, at, i, j);
        double scale = std::max({1.0, std::fabs(expected), std::fabs(y[i])});
        EXPECT_NEAR(evaluated(row, i, j, at, y), expected, 2e-11 * scale)
            << "d output " << i << " / d input " << j << " at x0 = " << at.x[0];
      }
  }
}

/// Products that derivatives of derivatives are made of: no library has them.
bool isOurOwn(const Formula &row) { return row.name.starts_with("enzyme."); }

TEST(RulesPartials, AgreeWithDifferences) {
  RuleJit jit;
  for (const Formula *row : allRows()) {
    SCOPED_TRACE(std::string(row->name));
    bool hasReals = row->inputs > 0 && row->outputs > 0;
    EXPECT_TRUE(row->samples > 0 || !hasReals || row->name.starts_with("next") ||
                row->name.starts_with("enzyme_rt_")) // test/derivatives/precision
        << "a formula without points is not tested";
    if (row->samples == 0 || isOurOwn(*row))
      continue;
    Primal primal = jit.primal(*row);
    ASSERT_TRUE(primal);
    compareWithDifferences(*row, primal);
  }
}

/// A floating type to emit in, and how closely the result must agree.
struct Precision {
  RuleJit::MakeType type;
  double tolerance;
  double (*round)(double); ///< points are rounded to what the type holds
};

void compareEmitted(RuleJit &jit, const Formula &row, const Precision &precision) {
  if (isOurOwn(row))
    return;
  SCOPED_TRACE(std::string(row.name));
  Primal primal = jit.primal(row);
  Jacobian jacobian = jit.jacobian(row, precision.type);
  ASSERT_TRUE(primal && jacobian);
  for (Sample at : samplesOf(row)) {
    for (double &x : at.x)
      x = precision.round(x);
    std::vector<double> y(2), emitted(row.outputs * row.inputs + 1);
    primal(at.x.data(), at.n, y.data());
    for (double &output : y)
      output = precision.round(output);
    jacobian(at.x.data(), y.data(), at.n, emitted.data());
    for (unsigned i = 0; i < row.outputs; ++i)
      for (unsigned j = 0; j < row.inputs; ++j) {
        double expected = evaluated(row, i, j, at, y);
        double scale = std::max(1.0, std::fabs(expected));
        EXPECT_NEAR(emitted[i * row.inputs + j], expected, precision.tolerance * scale)
            << "partial " << i << ", " << j << " at x0 = " << at.x[0];
      }
  }
}

/// Outputs and inputs of a row whose emitted partial differs at a point from the formula's.
std::set<std::pair<unsigned, unsigned>> wrongPartials(RuleJit &jit, const Formula &row) {
  std::set<std::pair<unsigned, unsigned>> wrong;
  Primal primal = jit.primal(row);
  Jacobian jacobian = jit.jacobian(row, Type::getDoubleTy);
  for (const Sample &at : samplesOf(row)) {
    std::vector<double> y(2), emitted(row.outputs * row.inputs + 1);
    primal(at.x.data(), at.n, y.data());
    jacobian(at.x.data(), y.data(), at.n, emitted.data());
    for (unsigned i = 0; i < row.outputs; ++i)
      for (unsigned j = 0; j < row.inputs; ++j) {
        double expected = evaluated(row, i, j, at, y);
        if (!(std::fabs(emitted[i * row.inputs + j] - expected) <=
              8 * DBL_EPSILON * std::max(1.0, std::fabs(expected))))
          wrong.insert({i, j});
      }
  }
  return wrong;
}

/// Broken by a factor (support/Mutation.h), each partial is seen to be wrong at one of its points.
TEST(RulesEmit, NoticesEachBrokenPartial) {
  mutation::choose("formula");
  RuleJit jit;
  unsigned noticed = 0;
  for (const Formula *row : allRows()) {
    if (row->samples == 0 || isOurOwn(*row))
      continue;
    auto wrong = wrongPartials(jit, *row);
    noticed += wrong.size();
    for (unsigned i = 0; i < row->outputs; ++i)
      for (unsigned j = 0; j < row->inputs; ++j)
        EXPECT_TRUE(row->partial[i][j] == NoPartial || wrong.contains({i, j}))
            << row->name << " d" << i << "/d" << j << " is zero at all points";
  }
  mutation::choose("");
  RecordProperty("noticed", noticed);
}

double toFloat(double x) { return float(x); }
/// Fewer bits than any small type has, so that all types see the same point.
double toBrainFloat(double x) {
  int exponent;
  double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::rint(std::ldexp(fraction, 7)), exponent - 7);
}
double same(double x) { return x; }

bool always(const Formula &) { return true; }
/// The points of these are beyond the range of half.
bool fitsHalf(const Formula &row) {
  return row.name != "sqrt" && row.name != "cbrt" && !row.name.starts_with("log");
}

void compareAllEmitted(const Precision &precision, bool (*wanted)(const Formula &) = always) {
  RuleJit jit;
  for (const Formula *row : allRows())
    if (wanted(*row) && row->samples > 0)
      compareEmitted(jit, *row, precision);
}

TEST(RulesEmit, Double) { compareAllEmitted({Type::getDoubleTy, 8 * DBL_EPSILON, same}); }
TEST(RulesEmit, Float) { compareAllEmitted({Type::getFloatTy, 16 * FLT_EPSILON, toFloat}); }
TEST(RulesEmit, LongDouble) { compareAllEmitted({Type::getX86_FP80Ty, 8 * DBL_EPSILON, same}); }
TEST(RulesEmit, Quad) { compareAllEmitted({Type::getFP128Ty, 8 * DBL_EPSILON, same}); }
TEST(RulesEmit, Half) { compareAllEmitted({Type::getHalfTy, 1.0 / 64, toBrainFloat}, fitsHalf); }
TEST(RulesEmit, BFloat) { compareAllEmitted({Type::getBFloatTy, 1.0 / 8, toBrainFloat}); }
TEST(RulesEmit, Vector) {
  auto type = [](LLVMContext &context) -> Type * {
    return FixedVectorType::get(Type::getFloatTy(context), 4);
  };
  compareAllEmitted({type, 16 * FLT_EPSILON, toFloat});
}

} // namespace
