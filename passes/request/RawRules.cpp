//===- RawRules.cpp - the rules of copies of unknown memory ----------------===//
//
// They are linear, and what is an address in the memory is one in its shadow, so that
// each is its own tangent: f(q, p, n); f(q', p', n). Of the reverse:
//
//   function   does                            augmented          reverse
//   copy       q = p on addresses              copy(q', p')
//   const      the same, and q = 0 elsewhere   copy(q', p')       pull(q', null)
//   pull       p += q; q = 0 elsewhere                            spread(q', p')
//   spread     q = p elsewhere                                    pull(q', p')
//
// The set is closed, so that derivatives of any order are made of these four. Where a
// shadow is the memory itself, that memory is const: nothing is done.
//===----------------------------------------------------------------------===//
#include "request/RawRules.h"
#include "request/Vocabulary.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

struct RawRule {
  Runtime primal;
  std::optional<Runtime> augmented, reverse;
  bool hasSource = true; ///< of the reverse; else null
};

constexpr RawRule rawRules[] = {
    {Runtime::CopyRaw, Runtime::CopyRaw, std::nullopt},
    {Runtime::CopyConstRaw, Runtime::CopyRaw, Runtime::PullRaw, false},
    {Runtime::PullRaw, std::nullopt, Runtime::SpreadRaw},
    {Runtime::SpreadRaw, std::nullopt, Runtime::PullRaw},
};

constexpr int anyFormat = -1;

Function *declare(Module &module, Runtime which) {
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  SmallVector<Type *, 4> parameters{pointer, pointer, Type::getInt64Ty(context)};
  if (which == Runtime::PullRaw || which == Runtime::SpreadRaw)
    parameters.push_back(Type::getInt32Ty(context));
  auto *type = FunctionType::get(Type::getVoidTy(context), parameters, false);
  auto *function = cast<Function>(module.getOrInsertFunction(nameOf(which), type).getCallee());
  function->setDoesNotThrow();
  return function;
}

/// One function of a rule: each parameter of the primal, and behind it its shadow.
class RuleBody {
public:
  RuleBody(Function &primal, StringRef half) : primal(primal), builder(primal.getContext()) {
    SmallVector<Type *, 8> parameters;
    for (const Argument &argument : primal.args()) {
      unsigned index = 2 * argument.getArgNo();
      rule.parameters.push_back({index, index + 1});
      parameters.append(2, argument.getType());
    }
    rule.resultType = primal.getReturnType();
    rule.function = Function::Create(FunctionType::get(rule.resultType, parameters, false),
                                     GlobalValue::InternalLinkage, primal.getName() + "." + half,
                                     primal.getParent());
    builder.SetInsertPoint(BasicBlock::Create(primal.getContext(), "entry", rule.function));
  }

  void callPrimal(Runtime which) { call(which, {at(0), at(2), at(4)}); }
  void callOnShadows(Runtime which, bool hasSource) {
    Value *isConst = builder.CreateICmpEQ(at(0), at(1));
    Value *none = ConstantPointerNull::get(builder.getPtrTy());
    call(which, {at(1), hasSource ? at(3) : none,
                 builder.CreateSelect(isConst, builder.getInt64(0), at(4))});
  }
  RuleFunction finish() {
    builder.CreateRetVoid();
    return rule;
  }

private:
  Value *at(unsigned parameter) { return rule.function->getArg(parameter); }
  void call(Runtime which, ArrayRef<Value *> memory) {
    Function *callee = declare(*primal.getParent(), which);
    SmallVector<Value *, 4> arguments(memory);
    if (callee->arg_size() > arguments.size())
      arguments.push_back(primal.arg_size() > memory.size() ? at(6) : builder.getInt32(anyFormat));
    builder.CreateCall(callee, arguments);
  }

  Function &primal;
  IRBuilder<> builder;
  RuleFunction rule;
};

void addRule(Module &workshop, const RawRule &raw, UserRules &rules) {
  Function &primal = *declare(workshop, raw.primal);
  auto make = [&](StringRef half, bool hasPrimal, std::optional<Runtime> onShadows,
                  bool hasSource = true) {
    RuleBody body(primal, half);
    if (hasPrimal)
      body.callPrimal(raw.primal);
    if (onShadows)
      body.callOnShadows(*onShadows, hasSource);
    return body.finish();
  };
  // A move that overlaps itself must not be made again for every lane.
  auto makeWithPrimal = [&](StringRef half, std::optional<Runtime> onShadows) {
    RuleFunction whole = make(half, true, onShadows);
    whole.onShadows = make((half + ".shadows").str(), false, onShadows).function;
    return whole;
  };
  CustomGradient gradient;
  gradient.primal = &primal;
  gradient.augmented.function = makeWithPrimal("augmented", raw.augmented);
  gradient.reverse = make("reverse", false, raw.reverse, raw.hasSource);
  gradient.adjoints.resize(primal.arg_size());
  CustomDerivative derivative;
  derivative.primal = &primal;
  derivative.forward = makeWithPrimal("forward", raw.primal);
  rules.add(std::move(gradient), std::move(derivative));
}

} // namespace

void addRawRules(Module &workshop, UserRules &rules) {
  for (const RawRule &raw : rawRules)
    addRule(workshop, raw, rules);
}

} // namespace enzyme
