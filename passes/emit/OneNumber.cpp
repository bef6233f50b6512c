//===- OneNumber.cpp --------------------------------------------------------===//
#include "emit/OneNumber.h"
#include "emit/Floats.h"
#include "emit/Lanes.h"
#include "report/Remarks.h"
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

/// The parameter that carries derivative, if it is the only one; else none.
std::optional<unsigned> onlyActive(const DerivativeKey &key) {
  auto isActive = [](Activity activity) { return activity != Activity::Const; };
  auto first = find_if(key.arguments, isActive);
  if (first == key.arguments.end() || *first != Activity::Out ||
      std::any_of(std::next(first), key.arguments.end(), isActive))
    return std::nullopt;
  return first - key.arguments.begin();
}

bool isForwardCheaper(const ShadowedPrimal &primal, const Plan &plan) {
  const DerivativeKey &key = primal.key;
  bool isPlain = key.mode == Mode::ReverseCombined && key.returnsPrimal &&
                 key.returned == ReturnActivity::Out && key.errors == Errors::None &&
                 !key.runsAgain && primal.exit && primal.calls.empty() &&
                 primal.refusesAtRunTime.empty();
  std::optional<unsigned> active = isPlain ? onlyActive(key) : std::nullopt;
  Type *result = key.primal->getReturnType();
  if (!active || !result->isFloatingPointTy() || key.primal->getArg(*active)->getType() != result)
    return false;
  auto keepsIterations = [](const TapeLevel &level) { return level.header && level.isUsed(); };
  return any_of(plan.levels, keepsIterations) &&
         all_of(plan.steps, [](const auto &block) { return all_of(block.second, staysInside); });
}

/// The forward derivative that the gradient `key` names is made of.
DerivativeKey tangentOfOneNumber(const DerivativeKey &key) {
  DerivativeKey forward = key;
  forward.mode = Mode::Forward;
  forward.width = 1;
  forward.arguments[*onlyActive(key)] = Activity::Dup;
  forward.keepsAll = false;
  return forward;
}

/// x̅ = y̅ · f'(x)
void emitCall(const ShadowedPrimal &primal, Function &forward) {
  const DerivativeKey &key = primal.key;
  assert(onlyActive(key) && "what has several active parameters has no one tangent");
  unsigned active = *onlyActive(key);
  Signature own = primal.signature, tangent = Signature::of(tangentOfOneNumber(key));
  Function &gradient = *primal.function;
  gradient.deleteBody();
  gradient.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> builder(BasicBlock::Create(gradient.getContext(), "entry", &gradient));
  SmallVector<Value *, 4> arguments(tangent.type->getNumParams());
  for (unsigned i = 0; i != key.arguments.size(); ++i)
    arguments[tangent.primalParameter[i]] = gradient.getArg(own.primalParameter[i]);
  assert(tangent.shadowResult && own.seedParameter && "a number comes out, and is seeded");
  Type *number = key.primal->getReturnType();
  arguments[*tangent.shadowParameter[active]] = ConstantFP::get(number, 1);
  CallInst *call = builder.CreateCall(&forward, arguments);
  Lanes lanes(key.width);
  Value *slope = builder.CreateExtractValue(call, *tangent.shadowResult);
  Value *adjoint =
      scaleLanes(builder, lanes, lanes.unpack(builder, gradient.getArg(*own.seedParameter)), slope,
                 ZeroFactor::Slot);
  Value *result = PoisonValue::get(gradient.getReturnType());
  if (own.primalResult)
    result = builder.CreateInsertValue(
        result, builder.CreateExtractValue(call, *tangent.primalResult), *own.primalResult);
  builder.CreateRet(builder.CreateInsertValue(
      result, lanes.pack(builder, withoutMinusZero(builder, adjoint)), *own.adjointResult[active]));
}

} // namespace

bool emitByTangent(Context &context, const ShadowedPrimal &primal, const Plan &plan) {
  if (!context.options.tangents || context.options.trap_nan || !isForwardCheaper(primal, plan))
    return false;
  Function *forward = context.derivativeOf(tangentOfOneNumber(primal.key));
  if (!forward)
    return false;
  if (context.remarks)
    context.remarks->add({RemarkKind::Passed,
                          "ByTangent",
                          primal.key.primal,
                          {},
                          "its derivative by its only number runs forward: nothing is kept"});
  emitCall(primal, *forward);
  return true;
}

} // namespace enzyme
