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
// With several lanes the rule's functions are called once per lane, the augmented
// one with a tape for each. What it does to the primal's memory must be the same
// each time (RuleEffects.h); if it is not, one call of it can serve all lanes where
// nothing it hands out belongs to a lane. Else the rule is refused.
//
// Memory the caller holds const has no shadow; the rule gets a scratch one that
// reads as zero and may be written (runtime: enzyme_rt_scratch).
//===----------------------------------------------------------------------===//
#include "emit/CustomRule.h"
#include "emit/RuleEffects.h"
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

/// How the augmented function is called.
enum class LanePlan { Each, Once };

class RuleEmitter {
public:
  RuleEmitter(const DerivativeKey &key, Function &function, LanePlan plan)
      : key(key), plan(plan), signature(Signature::of(key)), function(function),
        builder(BasicBlock::Create(function.getContext(), "entry", &function)),
        result(function.getReturnType()->isVoidTy() ? nullptr
                                                    : PoisonValue::get(function.getReturnType())) {}

  void forward(const CustomDerivative &rule);
  void augmented(const CustomGradient &rule);
  void gradient(const CustomGradient &rule);
  void combined(const CustomGradient &rule);

private:
  void passParameters(RuleCall &call, const RuleFunction &rule, unsigned lane);
  Value *shadowFor(unsigned parameter, unsigned lane);
  void set(std::optional<unsigned> index, Value *value) {
    if (index)
      result = builder.CreateInsertValue(result, value, *index);
  }
  void setLane(std::optional<unsigned> index, unsigned lane, Value *value) {
    if (index && key.width == 1)
      set(index, value);
    else if (index)
      result = builder.CreateInsertValue(result, value, {*index, lane});
  }
  void setPrimal(RuleCall &call, const CustomGradient &rule, unsigned lane);
  Value *seedOf(Type *type, unsigned lane);
  void reverse(const CustomGradient &rule, Value *tape, unsigned lane);
  SmallVector<Value *, 4> callAugmented(const CustomGradient &rule);
  void clearScratch();
  void finish();

  const DerivativeKey &key;
  const LanePlan plan;
  Signature signature;
  Function &function;
  IRBuilder<> builder;
  Value *result;
  bool usesScratch = false; ///< since it was last cleared
};

Value *RuleEmitter::shadowFor(unsigned parameter, unsigned lane) {
  if (auto shadow = signature.shadowParameter[parameter])
    return function.getArg(*shadow + lane);
  Argument *value = function.getArg(signature.primalParameter[parameter]);
  if (value->getType()->isFPOrFPVectorTy())
    return Constant::getNullValue(value->getType());
  if (!value->getType()->isPointerTy())
    return value; // integers: the same value again
  usesScratch = true;
  return RuntimeCalls(*function.getParent()).scratch(builder);
}

void RuleEmitter::passParameters(RuleCall &call, const RuleFunction &rule, unsigned lane) {
  for (unsigned i = 0; i != rule.parameters.size(); ++i) {
    call.pass(rule.parameters[i].value, function.getArg(signature.primalParameter[i]));
    if (rule.parameters[i].shadow)
      call.pass(*rule.parameters[i].shadow, shadowFor(i, lane));
  }
}

void RuleEmitter::clearScratch() {
  if (std::exchange(usesScratch, false))
    RuntimeCalls(*function.getParent()).clearScratch(builder);
}

void RuleEmitter::finish() {
  if (result)
    builder.CreateRet(result);
  else
    builder.CreateRetVoid();
}

void RuleEmitter::forward(const CustomDerivative &rule) {
  for (unsigned lane = 0; lane != key.width; ++lane) {
    RuleCall call(builder, rule.forward);
    passParameters(call, rule.forward, lane);
    call.call();
    if (rule.primalResult && lane == 0)
      set(signature.primalResult, call.get(*rule.primalResult));
    if (rule.tangentResult)
      setLane(signature.shadowResult, lane, call.get(*rule.tangentResult));
    clearScratch();
  }
  finish();
}

void RuleEmitter::setPrimal(RuleCall &call, const CustomGradient &rule, unsigned lane) {
  if (rule.primalResult && lane == 0)
    set(signature.primalResult, call.get(*rule.primalResult));
  if (rule.shadowResult)
    setLane(signature.shadowResult, lane, call.get(*rule.shadowResult));
}

/// The augmented function once, or once per lane; the tape each lane gets, null
/// where the rule has none.
SmallVector<Value *, 4> RuleEmitter::callAugmented(const CustomGradient &rule) {
  SmallVector<Value *, 4> tapes;
  for (unsigned lane = 0; lane != (plan == LanePlan::Once ? 1 : key.width); ++lane) {
    RuleCall call(builder, rule.augmented);
    passParameters(call, rule.augmented, lane);
    call.call();
    tapes.push_back(rule.tape ? call.get(*rule.tape) : nullptr);
    setPrimal(call, rule, lane);
    if (key.mode == Mode::ReverseAugmented || key.width > 1)
      clearScratch();
  }
  tapes.resize(key.width, tapes[0]);
  return tapes;
}

/// The tapes of all lanes, one behind the other.
void RuleEmitter::augmented(const CustomGradient &rule) {
  SmallVector<Value *, 4> tapes = callAugmented(rule);
  Value *block = ConstantPointerNull::get(builder.getPtrTy());
  if (rule.tape) {
    Type *type = tapes[0]->getType();
    uint64_t bytes = function.getDataLayout().getTypeAllocSize(type);
    block =
        RuntimeCalls(*function.getParent()).allocate(builder, builder.getInt64(bytes * key.width));
    for (auto [lane, tape] : enumerate(tapes))
      builder.CreateStore(tape,
                          lane ? builder.CreateConstInBoundsGEP1_64(type, block, lane) : block);
  }
  set(signature.tapeResult, block);
  finish();
}

Value *RuleEmitter::seedOf(Type *type, unsigned lane) {
  if (!signature.seedParameter)
    return Constant::getNullValue(type);
  Value *seeds = function.getArg(*signature.seedParameter);
  return key.width == 1 ? seeds : builder.CreateExtractValue(seeds, lane);
}

/// x̅… = reverse(x, x', …, seed, tape)
void RuleEmitter::reverse(const CustomGradient &rule, Value *tape, unsigned lane) {
  RuleCall call(builder, rule.reverse);
  passParameters(call, rule.reverse, lane);
  if (rule.seedParameter)
    call.pass(*rule.seedParameter,
              seedOf(rule.reverse.function->getArg(*rule.seedParameter)->getType(), lane));
  if (rule.tapeParameter)
    call.pass(*rule.tapeParameter, tape);
  call.call();
  for (unsigned i = 0; i != signature.adjointResult.size(); ++i)
    if (signature.adjointResult[i])
      setLane(signature.adjointResult[i], lane,
              rule.adjoints[i] ? call.get(*rule.adjoints[i])
                               : Constant::getNullValue(key.primal->getArg(i)->getType()));
  clearScratch();
}

void RuleEmitter::gradient(const CustomGradient &rule) {
  for (unsigned lane = 0; lane != key.width; ++lane) {
    Value *tape = nullptr;
    if (rule.tapeParameter) {
      Type *type = rule.reverse.function->getArg(*rule.tapeParameter)->getType();
      Value *block = function.getArg(*signature.tapeParameter);
      tape = builder.CreateLoad(type, lane ? builder.CreateConstInBoundsGEP1_64(type, block, lane)
                                           : block);
    }
    reverse(rule, tape, lane);
  }
  finish();
}

void RuleEmitter::combined(const CustomGradient &rule) {
  for (auto [lane, tape] : enumerate(callAugmented(rule)))
    reverse(rule, tape, lane);
  finish();
}

/// The parameters of a rule's function that are other ones in each lane.
SmallVector<unsigned, 4> ownOfLane(const RuleFunction &rule) {
  SmallVector<unsigned, 4> own;
  if (rule.hiddenResult)
    own.push_back(0);
  for (const RuleParameter &parameter : rule.parameters)
    if (parameter.shadow)
      own.push_back(*parameter.shadow);
  return own;
}

/// Can one call of the augmented function serve all lanes? Not if it hands out or
/// touches anything of one lane's, nor if the reverse function uses the tape up.
bool servesAllLanes(const CustomGradient &rule) {
  if (rule.shadowResult || rule.augmented.function->isDeclaration() ||
      rule.reverse.function->isDeclaration())
    return false;
  RuleEffects augmented = effectsOf(*rule.augmented.function),
              reverse = effectsOf(*rule.reverse.function);
  SmallVector<unsigned, 4> own = ownOfLane(rule.augmented), ownReverse = ownOfLane(rule.reverse);
  auto isIn = [](const Value *object, ArrayRef<unsigned> parameters) {
    auto *parameter = dyn_cast<Argument>(object);
    return parameter && is_contained(parameters, parameter->getArgNo());
  };
  auto touchesOwn = [&](const Value *object) {
    return isIn(object, ArrayRef(own).drop_front(rule.augmented.hiddenResult));
  };
  return !any_of(augmented.reads, touchesOwn) && !any_of(augmented.writes, touchesOwn) &&
         !reverse.frees && !reverse.writesElsewhere &&
         all_of(reverse.writes, [&](const Value *object) { return isIn(object, ownReverse); });
}

std::optional<LanePlan> planLanes(const Context &context, const DerivativeKey &key) {
  if (key.width == 1)
    return LanePlan::Each;
  if (key.mode == Mode::Forward) {
    const RuleFunction &forward = context.userRules.derivativeOf(*key.primal)->forward;
    return isRepeatable(*forward.function, ownOfLane(forward)) ? std::optional(LanePlan::Each)
                                                               : std::nullopt;
  }
  const CustomGradient &rule = *context.userRules.gradientOf(*key.primal);
  if (isRepeatable(*rule.augmented.function, ownOfLane(rule.augmented)))
    return LanePlan::Each;
  return servesAllLanes(rule) ? std::optional(LanePlan::Once) : std::nullopt;
}

void refuseLanes(Context &context, const DerivativeKey &key) {
  Position where = context.chain.empty() ? Position::of(*key.primal) : context.chain.back().where;
  const char *which = key.mode == Mode::Forward ? "forward" : "augmented";
  context.diagnostics.refuse({MessageId::RuleNotPerLane,
                              where,
                              {which, readableName(*key.primal), std::to_string(key.width)},
                              {}});
}

} // namespace

bool emitCustomRule(Context &context, const DerivativeKey &key, Function &function) {
  std::optional<LanePlan> plan = planLanes(context, key);
  if (!plan) {
    refuseLanes(context, key);
    return false;
  }
  RuleEmitter emitter(key, function, *plan);
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
