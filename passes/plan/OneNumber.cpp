//===- OneNumber.cpp --------------------------------------------------------===//
#include "plan/OneNumber.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Its own variables' adjoints are no one else's.
bool isOwnVariable(const Value &pointer) {
  return isa<AllocaInst>(getUnderlyingObject(&pointer)) || mutation::breaks("one-number", "memory");
}

/// Does the step hand adjoints on between values and own variables only?
bool staysInside(const LinearStep &step) {
  if (auto *load = std::get_if<LoadStep>(&step))
    return isOwnVariable(*load->at->getPointerOperand());
  if (auto *store = std::get_if<StoreStep>(&step))
    return isOwnVariable(*store->at->getPointerOperand());
  if (auto *clear = std::get_if<ClearStep>(&step))
    return isOwnVariable(*clear->at->getRawDest());
  return std::holds_alternative<ScaleStep>(step) || std::holds_alternative<RouteStep>(step) ||
         std::holds_alternative<PhiStep>(step);
}

} // namespace

std::optional<unsigned> onlyActiveNumber(const DerivativeKey &key) {
  auto isActive = [](Activity activity) { return activity != Activity::Const; };
  auto first = find_if(key.arguments, isActive);
  if (first == key.arguments.end() || *first != Activity::Out ||
      std::any_of(std::next(first), key.arguments.end(), isActive))
    return std::nullopt;
  return first - key.arguments.begin();
}

bool isForwardCheaper(const Context &context, const ShadowedPrimal &primal, const Plan &plan) {
  if (!context.options.tangents || context.options.trap_nan)
    return false;
  const DerivativeKey &key = primal.key;
  bool isPlain = key.mode == Mode::ReverseCombined && key.returned == ReturnActivity::Out &&
                 key.errors == Errors::None && !key.runsAgain && primal.exit &&
                 primal.calls.empty() && primal.refusesAtRunTime.empty();
  std::optional<unsigned> active = isPlain ? onlyActiveNumber(key) : std::nullopt;
  Type *result = key.primal->getReturnType();
  if (!active || !result->isFloatingPointTy() || key.primal->getArg(*active)->getType() != result)
    return false;
  auto keepsIterations = [](const TapeLevel &level) { return level.header && level.isUsed(); };
  return any_of(plan.levels, keepsIterations) &&
         all_of(plan.steps, [](const auto &block) { return all_of(block.second, staysInside); });
}

} // namespace enzyme
