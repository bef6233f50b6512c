//===- RuleShapes.cpp - do a user's functions fit as a rule? --------------===//
//
//   gradient of  R f(floats…, others…)
//     augmented  (float once; other parameters twice: value, shadow)
//                  f void:     nothing, or the tape
//                  f a number: R, or {tape, R}
//                  f pointer:  {R, R shadow}, or {tape, R, R shadow}
//     reverse    (the same, [seed if R holds floats], [tape])
//                  the adjoints of the float parameters, in order
//   derivative
//     forward    (every parameter twice)  ->  nothing, or {R, R tangent}, or R tangent
//   split derivative
//     augmented  as above with every parameter twice
//     forward    (every parameter twice, [tape])  ->  as a derivative
//
// A last function of a gradient or a derivative, of the type of augmented or forward, is what
// further lanes call: it does nothing to the primal's memory.
//
// Integers may stand once instead of twice, in all of them or in none. The tape is
// of any type: what lies before R in memory, handed on in the pieces in which the
// C ABI passes it. A structure that f returns through a hidden pointer is R like any
// other; as a seed it is passed by value or by address.
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

  /// Matches with the seed's members behind, and then a tape of so many bytes.
  /// "" or what is wrong.
  std::string match(ArrayRef<Type *> seed = {}, uint64_t tape = 0) {
    tapeBytes = tape;
    std::string withDoubled = tryMatch(seed, /*doublesIntegers=*/true);
    if (withDoubled.empty() || tryMatch(seed, /*doublesIntegers=*/false).empty())
      return "";
    return withDoubled;
  }

  /// Index of the first parameter of the seed.
  unsigned firstExtra() const { return next; }
  std::vector<RuleTapePiece> tapePieces;

private:
  std::string tryMatch(ArrayRef<Type *> seed, bool doublesIntegers) {
    rule.parameters.clear();
    next = rule.hiddenResult ? 1 : 0;
    std::string wrong;
    for (const Argument &parameter : primal.args()) {
      Type *type = parameter.getType();
      if (parameter.hasStructRetAttr()) {
        rule.parameters.push_back({0, std::nullopt, /*isResult=*/true});
        continue;
      }
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
    for (Type *type : seed)
      wrong = take(end++, type, wrong);
    unsigned given = rule.function->arg_size();
    if (tapeBytes ? given <= end : given != end)
      return "it takes " + std::to_string(given) + " parameters where " +
             std::to_string(end + (tapeBytes ? 1 : 0)) + " are expected";
    return wrong.empty() ? takeTape(end) : wrong;
  }

  /// All parameters from `first` on are the tape, as the C ABI passes it.
  std::string takeTape(unsigned first) {
    const DataLayout &layout = rule.function->getDataLayout();
    uint64_t offset = 0;
    tapePieces.clear();
    for (unsigned i = first; i < rule.function->arg_size(); ++i) {
      Type *behind = rule.function->getParamByValType(i);
      Type *type = behind ? behind : rule.function->getArg(i)->getType();
      offset = alignTo(offset, layout.getABITypeAlign(type));
      tapePieces.push_back({i, offset, behind != nullptr});
      offset += layout.getTypeAllocSize(type);
    }
    bool fits = offset <= alignTo(tapeBytes, 8) &&
                (offset == tapeBytes || tapeBytes - std::min(offset, tapeBytes) < 16);
    return fits ? ""
                : "it takes a tape of " + std::to_string(offset) +
                      " bytes where the augmented function returns one of " +
                      std::to_string(tapeBytes);
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
  uint64_t tapeBytes = 0;
  unsigned next = 0;
};

std::vector<Leaf> resultsOf(const RuleFunction &rule) {
  return leavesOf(rule.resultType, rule.function->getDataLayout());
}

SmallVector<Type *, 2> membersOf(Type *type) {
  auto *structure = dyn_cast<StructType>(type);
  return structure ? SmallVector<Type *, 2>(structure->elements()) : SmallVector<Type *, 2>{type};
}

/// Where the last of the values `result` begins that are all of `own`, in order;
/// none if it does not end like that. Members that share an integer register are
/// told apart by their size.
std::optional<uint64_t> endsWith(Type *result, ArrayRef<Leaf> own, uint64_t ownBytes,
                                 const DataLayout &layout) {
  std::vector<Leaf> leaves = leavesOf(result, layout);
  if (leaves.size() >= own.size()) {
    ArrayRef<Leaf> last = ArrayRef(leaves).take_back(own.size());
    bool isSame = all_of(zip(last, own), [&](const auto &pair) {
      auto &[a, b] = pair;
      return a.type == b.type && a.offset - last[0].offset == b.offset;
    });
    if (isSame)
      return last[0].offset;
  }
  if (leaves.empty() || own.size() != 1 || !leaves.back().type->isIntegerTy())
    return std::nullopt;
  uint64_t bytes = layout.getTypeStoreSize(leaves.back().type);
  uint64_t at = leaves.back().offset + bytes - std::min(bytes, ownBytes);
  bool isInRegister = bytes > ownBytes && at % layout.getABITypeAlign(own[0].type).value() == 0;
  return isInRegister ? std::optional(at) : std::nullopt;
}

/// Where the tape, the primal and the shadow are in augmented's result.
std::string shapeAugmentedResult(const Function &primal, CustomAugmented &augmented) {
  Type *returned = returnedBy(primal);
  Type *result = augmented.function.resultType;
  const DataLayout &layout = primal.getDataLayout();
  if (returned->isVoidTy()) {
    augmented.tapeBytes = result->isVoidTy() ? 0 : layout.getTypeAllocSize(result).getFixedValue();
    return "";
  }
  Type *own = holdsPointer(returned) ? StructType::get(returned, returned) : returned;
  std::optional<uint64_t> begin =
      result->isVoidTy()
          ? std::nullopt
          : endsWith(result, leavesOf(own, layout), layout.getTypeAllocSize(own), layout);
  if (!begin)
    return "it returns " + (result->isVoidTy() ? "nothing" : describeType(result)) + " where " +
           describeType(own) + ", or a tape and then that, is expected";
  augmented.tapeBytes = *begin;
  augmented.primalResult = RuleResult{*begin, returned};
  if (own != returned)
    augmented.shadowResult = RuleResult{*begin + layout.getTypeAllocSize(returned), returned};
  return "";
}

/// Which part of reverse's result is the adjoint of which parameter.
std::string shapeAdjoints(CustomGradient &rule) {
  const DataLayout &layout = rule.primal->getDataLayout();
  std::vector<Leaf> results = resultsOf(rule.reverse);
  size_t next = 0;
  for (const Argument &parameter : rule.primal->args()) {
    Type *type = parameter.getType();
    std::optional<RuleResult> adjoint;
    if (isFloat(type)) {
      std::vector<Leaf> own = leavesOf(type, layout);
      if (next + own.size() > results.size())
        return "it returns too few adjoints: one per floating-point parameter is expected";
      if (results[next].type != own[0].type)
        return "it returns " + describeType(results[next].type) + " as the adjoint of " +
               describeType(type);
      adjoint = RuleResult{results[next].offset, type};
      next += own.size();
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
  return "";
}

/// Fills what is known about the first function of a rule with two halves.
ShapeError shapeAugmented(const Function &primal, CustomAugmented &augmented, bool doublesFloats) {
  if (std::string wrong = refusesPrimal(primal); !wrong.empty())
    return {"the function", wrong};
  ParameterMatch parameters(primal, augmented.function, doublesFloats);
  if (std::string wrong = parameters.match(); !wrong.empty())
    return {"the augmented function", wrong};
  return {"the augmented function", shapeAugmentedResult(primal, augmented)};
}

/// {R, R tangent}; the tangent alone; of results without floats the value alone.
std::string shapeForwardResult(CustomDerivative &rule) {
  Type *returned = returnedBy(*rule.primal);
  if (returned->isVoidTy())
    return "";
  const DataLayout &layout = rule.primal->getDataLayout();
  Type *result = rule.forward.resultType;
  uint64_t one = layout.getTypeAllocSize(returned);
  bool isAlone = result == returned;
  bool isPair = !isAlone && !result->isVoidTy() &&
                endsWith(result, leavesOf(returned, layout), one, layout) == one;
  if (!isAlone && !isPair)
    return "it must return a structure of the value and its tangent";
  bool hasTangent = holdsFloat(returned) || holdsPointer(returned);
  if (isPair || !hasTangent)
    rule.primalResult = RuleResult{0, returned};
  if (isPair || hasTangent)
    rule.tangentResult = RuleResult{isPair ? one : 0, returned};
  return "";
}

} // namespace

Type *returnedBy(const Function &primal) {
  bool isHidden = primal.arg_size() != 0 && primal.getArg(0)->hasStructRetAttr();
  return isHidden ? primal.getParamStructRetType(0) : primal.getReturnType();
}

/// The parameters that take the adjoint of the result. What is returned in memory is
/// passed in memory too.
static SmallVector<Type *, 2> seedOf(const Function &primal) {
  Type *returned = returnedBy(primal);
  if (!isFloat(returned))
    return {};
  if (returned != primal.getReturnType())
    return {PointerType::getUnqual(primal.getContext())};
  return membersOf(returned);
}

ShapeError shapeGradient(CustomGradient &rule) {
  if (ShapeError error = shapeAugmented(*rule.primal, rule.augmented, /*doublesFloats=*/false);
      error.isError())
    return error;
  SmallVector<Type *, 2> seed = seedOf(*rule.primal);
  ParameterMatch reverse(*rule.primal, rule.reverse, /*doublesFloats=*/false);
  if (std::string wrong = reverse.match(seed, rule.augmented.tapeBytes); !wrong.empty())
    return {"the reverse function", wrong};
  if (!seed.empty())
    rule.seedParameter = reverse.firstExtra();
  rule.tapePieces = reverse.tapePieces;
  return {"the reverse function", shapeAdjoints(rule)};
}

ShapeError shapeDerivative(CustomDerivative &rule) {
  if (std::string wrong = refusesPrimal(*rule.primal); !wrong.empty())
    return {"the function", wrong};
  ParameterMatch forward(*rule.primal, rule.forward, /*doublesFloats=*/true);
  if (std::string wrong = forward.match(); !wrong.empty())
    return {"the forward function", wrong};
  return {"the forward function", shapeForwardResult(rule)};
}

ShapeError shapeSplit(CustomSplit &rule) {
  if (ShapeError error = shapeAugmented(*rule.primal, rule.augmented, /*doublesFloats=*/true);
      error.isError())
    return error;
  rule.forward.primal = rule.primal;
  ParameterMatch forward(*rule.primal, rule.forward.forward, /*doublesFloats=*/true);
  if (std::string wrong = forward.match({}, rule.augmented.tapeBytes); !wrong.empty())
    return {"the forward function", wrong};
  rule.tapePieces = forward.tapePieces;
  return {"the forward function", shapeForwardResult(rule.forward)};
}

ShapeError shapeOnShadows(RuleFunction &rule, Function &onShadows) {
  if (onShadows.getFunctionType() != rule.function->getFunctionType())
    return {"the function for further lanes",
            "it must be that of the function that the first lane calls"};
  rule.onShadows = &onShadows;
  return {};
}

} // namespace enzyme
