//===- CustomRule.cpp ----------------------------------------------------===//
//
// A registered rule becomes a derivative function with our own ABI, so that no
// other room knows of it:
//
//   forward     { R, R' } = forward(x, x', …)
//   augmented   tape block = { what the rule's augmented function hands out as tape }
//   gradient    d… = reverse(x, x', …, seed, tape from the block)
//   combined    both, one after the other
//
// Memory the caller holds const has no shadow; the rule gets a scratch one that
// reads as zero and may be written (runtime: enzyme_rt_scratch).
//===----------------------------------------------------------------------===//
#include "emit/CustomRule.h"
#include "request/CallRule.h"
#include "request/ParseGlobals.h"
#include "request/Signature.h"
#include "shadow/RuntimeCalls.h"

using namespace llvm;

namespace enzyme {

bool hasCustomRule(const Context &context, const DerivativeKey &key) {
  if (key.mode == Mode::Forward)
    return context.userRules.derivativeOf(*key.primal);
  return context.userRules.gradientOf(*key.primal);
}

namespace {

/// A call of one of the rule's functions and its results.
class RuleCall {
public:
  RuleCall(IRBuilder<> &builder, const RuleFunction &rule) : builder(builder), rule(rule) {
    for (Type *type : rule.function->getFunctionType()->params())
      operands.push_back(Constant::getNullValue(type));
  }
  void pass(unsigned parameter, Value *value) { operands[parameter] = value; }
  void call() {
    ArrayRef<Value *> visible(operands);
    result = callRule(builder, rule, visible.drop_front(rule.hiddenResult ? 1 : 0));
  }
  Value *get(const RuleResult &at) { return ruleResult(builder, result, at); }

private:
  IRBuilder<> &builder;
  const RuleFunction &rule;
  SmallVector<Value *, 8> operands;
  Value *result = nullptr;
};

class RuleEmitter {
public:
  RuleEmitter(const DerivativeKey &key, Function &function)
      : key(key), signature(Signature::of(key)), function(function),
        builder(BasicBlock::Create(function.getContext(), "entry", &function)),
        result(function.getReturnType()->isVoidTy() ? nullptr
                                                    : PoisonValue::get(function.getReturnType())) {}

  void forward(const CustomDerivative &rule);
  void augmented(const CustomGradient &rule);
  void gradient(const CustomGradient &rule);
  void combined(const CustomGradient &rule);

private:
  void passParameters(RuleCall &call, const RuleFunction &rule);
  Value *shadowFor(unsigned parameter);
  void set(std::optional<unsigned> index, Value *value) {
    if (index)
      result = builder.CreateInsertValue(result, value, *index);
  }
  void setPrimal(RuleCall &call, const CustomGradient &rule);
  void reverse(const CustomGradient &rule, Value *tape);
  void finish();

  const DerivativeKey &key;
  Signature signature;
  Function &function;
  IRBuilder<> builder;
  Value *result;
  bool usesScratch = false;
};

Value *RuleEmitter::shadowFor(unsigned parameter) {
  if (auto shadow = signature.shadowParameter[parameter])
    return function.getArg(*shadow);
  Argument *value = function.getArg(signature.primalParameter[parameter]);
  if (value->getType()->isFPOrFPVectorTy())
    return Constant::getNullValue(value->getType());
  if (!value->getType()->isPointerTy())
    return value; // integers: the same value again
  usesScratch = true;
  return RuntimeCalls(*function.getParent()).scratch(builder);
}

void RuleEmitter::passParameters(RuleCall &call, const RuleFunction &rule) {
  for (unsigned i = 0; i != rule.parameters.size(); ++i) {
    call.pass(rule.parameters[i].value, function.getArg(signature.primalParameter[i]));
    if (rule.parameters[i].shadow)
      call.pass(*rule.parameters[i].shadow, shadowFor(i));
  }
}

void RuleEmitter::finish() {
  if (usesScratch)
    RuntimeCalls(*function.getParent()).clearScratch(builder);
  if (result)
    builder.CreateRet(result);
  else
    builder.CreateRetVoid();
}

void RuleEmitter::forward(const CustomDerivative &rule) {
  RuleCall call(builder, rule.forward);
  passParameters(call, rule.forward);
  call.call();
  if (rule.primalResult)
    set(signature.primalResult, call.get(*rule.primalResult));
  if (rule.tangentResult)
    set(signature.shadowResult, call.get(*rule.tangentResult));
  finish();
}

void RuleEmitter::setPrimal(RuleCall &call, const CustomGradient &rule) {
  if (rule.primalResult)
    set(signature.primalResult, call.get(*rule.primalResult));
  if (rule.shadowResult)
    set(signature.shadowResult, call.get(*rule.shadowResult));
}

void RuleEmitter::augmented(const CustomGradient &rule) {
  RuleCall call(builder, rule.augmented);
  passParameters(call, rule.augmented);
  call.call();
  Value *block = ConstantPointerNull::get(builder.getPtrTy());
  if (rule.tape) {
    Value *tape = call.get(*rule.tape);
    uint64_t bytes = function.getDataLayout().getTypeAllocSize(tape->getType());
    block = RuntimeCalls(*function.getParent()).allocate(builder, builder.getInt64(bytes));
    builder.CreateStore(tape, block);
  }
  set(signature.tapeResult, block);
  setPrimal(call, rule);
  finish();
}

/// x̅… = reverse(x, x', …, seed, tape)
void RuleEmitter::reverse(const CustomGradient &rule, Value *tape) {
  RuleCall call(builder, rule.reverse);
  passParameters(call, rule.reverse);
  if (rule.seedParameter) {
    Type *type = rule.reverse.function->getArg(*rule.seedParameter)->getType();
    call.pass(*rule.seedParameter, signature.seedParameter
                                       ? cast<Value>(function.getArg(*signature.seedParameter))
                                       : Constant::getNullValue(type));
  }
  if (rule.tapeParameter)
    call.pass(*rule.tapeParameter, tape);
  call.call();
  for (unsigned i = 0; i != signature.adjointResult.size(); ++i)
    if (signature.adjointResult[i])
      set(signature.adjointResult[i],
          rule.adjoints[i] ? call.get(*rule.adjoints[i])
                           : Constant::getNullValue(key.primal->getArg(i)->getType()));
  finish();
}

void RuleEmitter::gradient(const CustomGradient &rule) {
  Value *tape = nullptr;
  if (rule.tapeParameter)
    tape = builder.CreateLoad(rule.reverse.function->getArg(*rule.tapeParameter)->getType(),
                              function.getArg(*signature.tapeParameter));
  reverse(rule, tape);
}

void RuleEmitter::combined(const CustomGradient &rule) {
  RuleCall call(builder, rule.augmented);
  passParameters(call, rule.augmented);
  call.call();
  setPrimal(call, rule);
  reverse(rule, rule.tape ? call.get(*rule.tape) : nullptr);
}

} // namespace

bool emitCustomRule(Context &context, const DerivativeKey &key, Function &function) {
  RuleEmitter emitter(key, function);
  switch (key.mode) {
  case Mode::Forward:
    emitter.forward(*context.userRules.derivativeOf(*key.primal));
    return true;
  case Mode::ReverseAugmented:
    emitter.augmented(*context.userRules.gradientOf(*key.primal));
    return true;
  case Mode::ReverseGradient:
    emitter.gradient(*context.userRules.gradientOf(*key.primal));
    return true;
  case Mode::ReverseCombined:
    emitter.combined(*context.userRules.gradientOf(*key.primal));
    return true;
  }
  llvm_unreachable("all modes are listed");
}

} // namespace enzyme
