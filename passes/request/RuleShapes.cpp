//===- RuleShapes.cpp - do a user's functions fit as a rule? --------------===//
//
//   gradient of  R f(floats…, others…)
//     augmented  (float once; other parameters twice: value, shadow)
//                  f void:     nothing, or the tape
//                  f a number: R, or {tape, R}
//                  f pointer:  {R, R shadow}, or {tape, R, R shadow}
//     reverse    (the same, [seed if R is a float], [tape])
//                  the adjoints of the float parameters, in order
//   derivative
//     forward    (every parameter twice)  ->  nothing, or {R, R tangent}
//
// Integers may stand once instead of twice, in all of them or in none.
//===----------------------------------------------------------------------===//
#include "request/RuleShapes.h"
#include "request/Convert.h"
#include "request/FitResult.h"
#include "request/ReadArguments.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isFloat(const Type *type) { return holdsFloat(type) && !holdsPointer(type); }

/// The parameters of one function of a rule, matched to the primal's.
class ParameterMatch {
public:
  ParameterMatch(const Function &primal, RuleFunction &rule, bool doublesFloats)
      : primal(primal), rule(rule), doublesFloats(doublesFloats) {
    Function &function = *rule.function;
    rule.hiddenResult = function.arg_size() != 0 && function.getArg(0)->hasStructRetAttr();
    rule.resultType =
        rule.hiddenResult ? function.getParamStructRetType(0) : function.getReturnType();
  }

  /// Matches with `extra` more types behind (null: any type). "" or what is wrong.
  std::string match(ArrayRef<Type *> extra) {
    std::string withDoubled = tryMatch(extra, /*doublesIntegers=*/true);
    if (withDoubled.empty() || tryMatch(extra, /*doublesIntegers=*/false).empty())
      return "";
    return withDoubled;
  }

  /// Index of the first extra parameter.
  unsigned firstExtra() const { return next; }

private:
  std::string tryMatch(ArrayRef<Type *> extra, bool doublesIntegers) {
    rule.parameters.clear();
    next = rule.hiddenResult ? 1 : 0;
    std::string wrong;
    for (const Argument &parameter : primal.args()) {
      Type *type = parameter.getType();
      bool isDoubled = isFloat(type) ? doublesFloats : doublesIntegers || holdsPointer(type);
      RuleParameter place{next, std::nullopt};
      wrong = take(next++, type, wrong);
      if (isDoubled) {
        place.shadow = next;
        wrong = take(next++, type, wrong);
      }
      rule.parameters.push_back(place);
    }
    unsigned end = next;
    for (Type *type : extra)
      wrong = take(end++, type, wrong);
    unsigned given = rule.function->arg_size();
    if (given != end)
      return "it takes " + std::to_string(given) + " parameters where " + std::to_string(end) +
             " are expected";
    return wrong;
  }

  std::string take(unsigned index, Type *type, std::string before) const {
    if (!before.empty() || index >= rule.function->arg_size() || !type ||
        rule.function->getArg(index)->getType() == type)
      return before;
    return "parameter " + std::to_string(index + 1) + " is " +
           describeType(rule.function->getArg(index)->getType()) + " where " + describeType(type) +
           " is expected";
  }

  const Function &primal;
  RuleFunction &rule;
  bool doublesFloats;
  unsigned next = 0;
};

std::vector<Leaf> resultsOf(const RuleFunction &rule) {
  return leavesOf(rule.resultType, rule.function->getDataLayout());
}

RuleResult resultAt(const Leaf &leaf) { return {{leaf.path.begin(), leaf.path.end()}}; }

/// Where the tape, the primal and the shadow are in augmented's result.
std::string shapeAugmentedResult(CustomGradient &rule, Type *&tapeType) {
  Type *returned = rule.primal->getReturnType();
  std::vector<Leaf> results = resultsOf(rule.augmented);
  unsigned own = returned->isVoidTy() ? 0 : holdsPointer(returned) ? 2 : 1;
  if (results.size() < own || results.size() > own + 1)
    return "it returns " + std::to_string(results.size()) + " values where " + std::to_string(own) +
           ", or a tape and " + std::to_string(own) + ", are expected";
  unsigned first = results.size() - own;
  for (unsigned i = first; i < results.size(); ++i)
    if (results[i].type != returned)
      return "it returns " + describeType(results[i].type) + " where " + describeType(returned) +
             " is expected (members that share a register " +
             "of the calling convention cannot be told apart; make them all the same size)";
  if (first == 1) {
    rule.tape = resultAt(results[0]);
    tapeType = results[0].type;
  }
  if (own > 0)
    rule.primalResult = resultAt(results[first]);
  if (own > 1)
    rule.shadowResult = resultAt(results[first + 1]);
  return "";
}

/// Which part of reverse's result is the adjoint of which parameter.
std::string shapeAdjoints(CustomGradient &rule) {
  std::vector<Leaf> results = resultsOf(rule.reverse);
  size_t next = 0;
  for (const Argument &parameter : rule.primal->args()) {
    Type *type = parameter.getType();
    std::optional<RuleResult> adjoint;
    if (isFloat(type)) {
      bool isVector = isa<FixedVectorType>(type);
      size_t width = isVector ? cast<FixedVectorType>(type)->getNumElements() : 1;
      if (next + width > results.size())
        return "it returns too few adjoints: one per floating-point parameter is expected";
      if (results[next].type != type->getScalarType())
        return "it returns " + describeType(results[next].type) + " as the adjoint of " +
               describeType(type);
      adjoint = resultAt(results[next]);
      if (isVector) // the vector that holds the leaf is the adjoint
        adjoint->path.pop_back();
      next += width;
    }
    rule.adjoints.push_back(adjoint);
  }
  return next == results.size() || next == 0
             ? ""
             : "it returns more values than there are floating-point parameters";
}

std::string refusesPrimal(const Function &primal) {
  if (primal.isVarArg())
    return "it takes a variable number of arguments";
  if (primal.arg_size() != 0 && primal.getArg(0)->hasStructRetAttr())
    return "it returns a structure through memory, which rules cannot have yet";
  return "";
}

} // namespace

ShapeError shapeGradient(CustomGradient &rule) {
  if (std::string wrong = refusesPrimal(*rule.primal); !wrong.empty())
    return {"the function", wrong};
  ParameterMatch augmented(*rule.primal, rule.augmented, /*doublesFloats=*/false);
  if (std::string wrong = augmented.match({}); !wrong.empty())
    return {"the augmented function", wrong};
  Type *tapeType = nullptr;
  if (std::string wrong = shapeAugmentedResult(rule, tapeType); !wrong.empty())
    return {"the augmented function", wrong};

  SmallVector<Type *, 2> extra;
  bool isSeeded = isFloat(rule.primal->getReturnType());
  if (isSeeded)
    extra.push_back(rule.primal->getReturnType());
  if (tapeType)
    extra.push_back(tapeType);
  ParameterMatch reverse(*rule.primal, rule.reverse, /*doublesFloats=*/false);
  if (std::string wrong = reverse.match(extra); !wrong.empty())
    return {"the reverse function", wrong};
  if (isSeeded)
    rule.seedParameter = reverse.firstExtra();
  if (tapeType)
    rule.tapeParameter = reverse.firstExtra() + (isSeeded ? 1 : 0);
  return {"the reverse function", shapeAdjoints(rule)};
}

ShapeError shapeDerivative(CustomDerivative &rule) {
  if (std::string wrong = refusesPrimal(*rule.primal); !wrong.empty())
    return {"the function", wrong};
  ParameterMatch forward(*rule.primal, rule.forward, /*doublesFloats=*/true);
  if (std::string wrong = forward.match({}); !wrong.empty())
    return {"the forward function", wrong};
  Type *returned = rule.primal->getReturnType();
  if (returned->isVoidTy())
    return {};
  std::vector<Leaf> results = resultsOf(rule.forward);
  bool isPair = results.size() == 2 && results[0].type == returned && results[1].type == returned;
  if (!isPair)
    return {"the forward function", "it must return a structure of the value and its tangent"};
  rule.primalResult = resultAt(results[0]);
  rule.tangentResult = resultAt(results[1]);
  return {};
}

} // namespace enzyme
