//===- Slopes.cpp ----------------------------------------------------------===//
#include "emit/Slopes.h"
#include "emit/Floats.h"
#include "emit/Guard.h"

using namespace llvm;

namespace enzyme {

/// Sums of errors look at each operation, and so does a search for what is not finite.
bool Slopes::isChained(const ScaleStep &step) const {
  if (primal.key.mode != Mode::Forward || primal.key.errors != Errors::None ||
      context.options.trap_nan)
    return false;
  const BoundFormula &formula = step.formula;
  Type *type = step.at->getType();
  return (type->isFloatTy() || type->isDoubleTy()) && formula.outputs.size() == 1 &&
         formula.outputs[0].component < 0 &&
         all_of(
             formula.inputs,
             [&](const Port &port) { return port.component < 0 && port.value->getType() == type; });
}

/// Does anything else ask for the tangent? It exists then, and to go on from it costs no more.
bool Slopes::isAskedElsewhere(const Value &value, const Instruction &here) const {
  return any_of(value.users(), [&](const User *user) {
    auto *at = cast<Instruction>(user);
    bool isOfPrimal = at != &here && primal.origin(at);
    return isOfPrimal && (at->getType()->isVoidTy() || primal.isActive(at));
  });
}

/// ∂y/∂x · slope of x
Slope Slopes::partOf(IRBuilderBase &builder, const ScaleStep &step, unsigned input) const {
  const BoundFormula &formula = step.formula;
  Value *value = formula.inputs[input].value;
  auto found = known.find(value);
  bool isChain = found != known.end() && !isAskedElsewhere(*value, *step.at);
  Slope part = isChain ? found->second
                       : Slope{value, ConstantFP::get(value->getType(), 1), ZeroFactor::None};
  if (formula.isOne(0, input))
    return part;
  if (formula.isMinusOne(0, input)) {
    part.slope = builder.CreateFNeg(part.slope);
    return part;
  }
  Value *partial = formula.emitPartial(builder, 0, input, [](Value *same) { return same; });
  ZeroFactor zero = guardOf(context, primal, step, 0, input);
  part.slope = isChain ? scale(builder, part.slope, partial, zero) : partial;
  part.zero = std::max(part.zero, zero);
  return part;
}

SmallVector<Slope, 3> Slopes::of(IRBuilderBase &builder, const ScaleStep &step) {
  SmallVector<Slope, 3> parts;
  if (!isChained(step))
    return parts;
  for (unsigned input = 0; input != step.formula.inputs.size(); ++input) {
    if (!step.formula.hasPartial(0, input) || !primal.isActive(step.formula.inputs[input].value))
      continue;
    Slope part = partOf(builder, step, input);
    auto *same = find_if(parts, [&](const Slope &other) { return other.from == part.from; });
    if (same == parts.end()) {
      parts.push_back(part);
      continue;
    }
    same->slope = builder.CreateFAdd(same->slope, part.slope);
    same->zero = std::max(same->zero, part.zero);
  }
  if (parts.size() == 1)
    known[step.at] = parts.front();
  return parts;
}

} // namespace enzyme
