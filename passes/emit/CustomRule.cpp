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
// nothing it hands out belongs to a lane. Else the rule is refused. Of a pair of
// derivatives behind a function pointer only the run knows the functions: those of
// this file that must not be called twice are refused there.
//
// Memory the caller holds const has no shadow; the rule gets a scratch one that
// reads as zero and may be written (runtime: enzyme_rt_scratch). Rules of ours take null
// for it, and then do nothing for it.
//===----------------------------------------------------------------------===//
#include "emit/CustomRule.h"
#include "abi/Signature.h"
#include "emit/Communicate.h"
#include "emit/RuleEffects.h"
#include "emit/RuleRequests.h"
#include "emit/Teams.h"
#include "request/CallRule.h"
#include "request/FitResult.h"
#include "request/PairRules.h"
#include "request/ParseGlobals.h"
#include "rules/mpi/Exchange.h"
#include "rules/openmp/TeamCalls.h"
#include "shadow/RuntimeCalls.h"
#include "support/CallAttributes.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace enzyme {

/// Calls of MPI have rules of our own, where the program registered none.
static bool isCommunication(const Context &context, const DerivativeKey &key) {
  return !context.userRules.derivativeOf(*key.primal) &&
         !context.userRules.gradientOf(*key.primal) && exchangeOf(*key.primal);
}

bool hasCustomRule(const Context &context, const DerivativeKey &key) {
  if (isTeamWait(*key.primal) || isCommunication(context, key))
    return true;
  if (key.mode == Mode::Forward)
    return context.userRules.derivativeOf(*key.primal);
  if (key.servesForward && context.userRules.splitOf(*key.primal))
    return true;
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
  Value *whole() const { return result; }

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
  void forwardFromTape(const CustomSplit &rule);
  void augmented(const CustomAugmented &rule);
  void gradient(const CustomGradient &rule);
  void combined(const CustomGradient &rule);
  /// Stops the program where the first entry of a pair is a function of this file that
  /// must not be called once per lane.
  void refuseUnrepeatablePair(const RuleFunction &rule);

private:
  void passParameters(RuleCall &call, const RuleFunction &rule, unsigned lane);
  Value *shadowFor(unsigned parameter, unsigned lane, const RuleFunction *rule = nullptr);
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
  /// The primal's result: ours, or what the hidden pointer leads to.
  void setReturned(Value *value) {
    if (hidesResult())
      storeLeaves(builder, value, function.getArg(signature.primalParameter[0]));
    else
      set(signature.primalResult, value);
  }
  /// The same for its shadow or tangent.
  void setReturnedShadow(unsigned lane, Value *value) {
    if (!hidesResult())
      setLane(signature.shadowResult, lane, value);
    else if (Value *shadow = resultShadow(lane))
      storeLeaves(builder, value, shadow);
  }
  bool hidesResult() const {
    return key.primal->arg_size() != 0 && key.primal->getArg(0)->hasStructRetAttr();
  }
  bool wantsPrimal() const { return hidesResult() || signature.primalResult; }
  /// Where the shadow of a result in memory is; null if there is none.
  Value *resultShadow(unsigned lane) {
    auto shadow = signature.shadowParameter[0];
    return shadow ? function.getArg(*shadow + lane) : nullptr;
  }
  Value *seedInMemory(unsigned lane);
  void setPrimal(RuleCall &call, const CustomAugmented &rule, unsigned lane);
  void passSeed(RuleCall &call, unsigned first, unsigned lane);
  void passTape(RuleCall &call, const RuleFunction &rule, ArrayRef<RuleTapePiece> pieces,
                Value *block);
  void stopIf(Value *condition, StringRef sentence);
  void setForwardPrimal(RuleCall &call, const CustomDerivative &rule);
  Value *callPrimal();
  void reverse(const CustomGradient &rule, Value *block, unsigned lane);
  SmallVector<Value *, 4> callAugmented(const CustomAugmented &rule);
  void freeScratch();
  void finish();

  const DerivativeKey &key;
  const LanePlan plan;
  Signature signature;
  Function &function;
  IRBuilder<> builder;
  Value *result;
  SmallVector<Value *, 2> scratch; ///< that is to be freed
};

Value *RuleEmitter::shadowFor(unsigned parameter, unsigned lane, const RuleFunction *rule) {
  if (auto shadow = signature.shadowParameter[parameter])
    return function.getArg(*shadow + lane);
  Argument *value = function.getArg(signature.primalParameter[parameter]);
  if (value->getType()->isFPOrFPVectorTy())
    return Constant::getNullValue(value->getType());
  if (!value->getType()->isPointerTy()) // integers: the same value again
    return rule && rule->takesLane ? ConstantInt::get(value->getType(), lane) : cast<Value>(value);
  if (rule && rule->takesNullForConst)
    return ConstantPointerNull::get(cast<PointerType>(value->getType()));
  scratch.push_back(RuntimeCalls(*function.getParent()).scratch(builder));
  return scratch.back();
}

void RuleEmitter::passParameters(RuleCall &call, const RuleFunction &rule, unsigned lane) {
  for (unsigned i = 0; i != rule.parameters.size(); ++i) {
    if (rule.parameters[i].isResult)
      continue;
    call.pass(rule.parameters[i].value, function.getArg(signature.primalParameter[i]));
    if (rule.parameters[i].shadow)
      call.pass(*rule.parameters[i].shadow, shadowFor(i, lane, &rule));
  }
}

void RuleEmitter::freeScratch() {
  for (Value *memory : llvm::reverse(scratch))
    RuntimeCalls(*function.getParent()).freeScratch(builder, memory);
  scratch.clear();
}

void RuleEmitter::finish() {
  if (result)
    builder.CreateRet(result);
  else
    builder.CreateRetVoid();
  announceRule(function);
}

/// The first function that serves the key.
static const RuleFunction &augmentedFor(const DerivativeKey &key, const CustomAugmented &rule) {
  bool isKept = !rule.unchanged.function || any_of(rule.unlessOverwritten, [&](unsigned parameter) {
    return parameter >= key.overwritten.size() || key.overwritten[parameter];
  });
  return isKept ? rule.function : rule.unchanged;
}

/// What a lane calls: the first one does for the primal what the rule does.
static RuleFunction functionFor(unsigned lane, RuleFunction rule) {
  if (lane && rule.onShadows)
    rule.function = rule.onShadows;
  return rule;
}

void RuleEmitter::forward(const CustomDerivative &rule) {
  for (unsigned lane = 0; lane != key.width; ++lane) {
    RuleFunction called = functionFor(lane, rule.forward);
    RuleCall call(builder, called);
    passParameters(call, called, lane);
    call.call();
    if (lane == 0)
      setForwardPrimal(call, rule);
    if (rule.tangentResult)
      setReturnedShadow(lane, call.get(*rule.tangentResult));
    freeScratch();
  }
  finish();
}

void RuleEmitter::forwardFromTape(const CustomSplit &rule) {
  const CustomDerivative &forward = rule.forward;
  RuleCall call(builder, forward.forward);
  passParameters(call, forward.forward, 0);
  passTape(call, forward.forward, rule.tapePieces, function.getArg(*signature.tapeParameter));
  call.call();
  setForwardPrimal(call, forward);
  if (forward.tangentResult)
    setReturnedShadow(0, call.get(*forward.tangentResult));
  freeScratch();
  finish();
}

void RuleEmitter::setForwardPrimal(RuleCall &call, const CustomDerivative &rule) {
  if (!wantsPrimal())
    return;
  if (rule.primalResult)
    return setReturned(call.get(*rule.primalResult));
  Value *value = callPrimal(); // it writes a result in memory itself
  if (!hidesResult())
    setReturned(value);
}

/// For rules that give the tangent alone.
Value *RuleEmitter::callPrimal() {
  SmallVector<Value *, 8> arguments;
  for (unsigned parameter : signature.primalParameter)
    arguments.push_back(function.getArg(parameter));
  CallInst *call = builder.CreateCall(key.primal, arguments);
  call->setCallingConv(key.primal->getCallingConv());
  call->setAttributes(callAttributes(*key.primal));
  return call;
}

void RuleEmitter::setPrimal(RuleCall &call, const CustomAugmented &rule, unsigned lane) {
  if (rule.primalResult && lane == 0)
    setReturned(call.get(*rule.primalResult));
  if (rule.shadowResult)
    setReturnedShadow(lane, call.get(*rule.shadowResult));
}

/// The augmented function once, or once per lane; what each lane's call returned,
/// which begins with the tape, null where the rule has none.
SmallVector<Value *, 4> RuleEmitter::callAugmented(const CustomAugmented &rule) {
  SmallVector<Value *, 4> tapes;
  for (unsigned lane = 0; lane != (plan == LanePlan::Once ? 1 : key.width); ++lane) {
    RuleFunction called = functionFor(lane, augmentedFor(key, rule));
    RuleCall call(builder, called);
    passParameters(call, called, lane);
    call.call();
    tapes.push_back(rule.tapeBytes ? call.whole() : nullptr);
    setPrimal(call, rule, lane);
    if (key.mode == Mode::ReverseAugmented || key.width > 1)
      freeScratch();
  }
  tapes.resize(key.width, tapes[0]);
  return tapes;
}

/// The tapes of all lanes, one behind the other.
void RuleEmitter::augmented(const CustomAugmented &rule) {
  SmallVector<Value *, 4> tapes = callAugmented(rule);
  Value *block = ConstantPointerNull::get(builder.getPtrTy());
  if (rule.tapeBytes) {
    Type *type = tapes[0]->getType();
    uint64_t bytes = function.getDataLayout().getTypeAllocSize(type);
    block =
        RuntimeCalls(*function.getParent()).allocate(builder, builder.getInt64(bytes * key.width));
    for (auto [lane, tape] : enumerate(tapes))
      storeLeaves(builder, tape,
                  lane ? builder.CreateConstInBoundsGEP1_64(type, block, lane) : block);
  }
  set(signature.tapeResult, block);
  finish();
}

/// A copy of the adjoint of a result in memory, which is spent: the function has
/// overwritten the result.
Value *RuleEmitter::seedInMemory(unsigned lane) {
  Type *type = returnedBy(*key.primal);
  IRBuilder<> atEntry(&function.getEntryBlock(), function.getEntryBlock().begin());
  Value *copy = atEntry.CreateAlloca(type, nullptr, "seed"), *shadow = resultShadow(lane);
  Value *seed = Constant::getNullValue(type);
  if (shadow)
    seed = builder.CreateAlignedLoad(type, shadow, Align(1));
  storeLeaves(builder, seed, copy);
  if (shadow)
    storeLeaves(builder, Constant::getNullValue(type), shadow);
  return copy;
}

/// One parameter for each member of the primal's result; zero where nothing is seeded.
void RuleEmitter::passSeed(RuleCall &call, unsigned first, unsigned lane) {
  if (hidesResult())
    return call.pass(first, seedInMemory(lane));
  if (!signature.seedParameter)
    return;
  Value *seed = function.getArg(*signature.seedParameter);
  if (key.width > 1)
    seed = builder.CreateExtractValue(seed, lane);
  auto *structure = dyn_cast<StructType>(seed->getType());
  for (unsigned i = 0; i != (structure ? structure->getNumElements() : 1); ++i)
    call.pass(first + i, structure ? builder.CreateExtractValue(seed, i) : seed);
}

void RuleEmitter::passTape(RuleCall &call, const RuleFunction &rule, ArrayRef<RuleTapePiece> pieces,
                           Value *block) {
  for (const RuleTapePiece &piece : pieces) {
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, piece.offset);
    Type *type = rule.function->getArg(piece.parameter)->getType();
    call.pass(piece.parameter,
              piece.isAddress ? address : builder.CreateAlignedLoad(type, address, Align(1)));
  }
}

/// x̅… = reverse(x, x', …, seed, tape)
void RuleEmitter::reverse(const CustomGradient &rule, Value *block, unsigned lane) {
  RuleCall call(builder, rule.reverse);
  passParameters(call, rule.reverse, lane);
  if (rule.seedParameter)
    passSeed(call, *rule.seedParameter, lane);
  passTape(call, rule.reverse, rule.tapePieces, block);
  call.call();
  for (unsigned i = 0; i != signature.adjointResult.size(); ++i)
    if (signature.adjointResult[i])
      setLane(signature.adjointResult[i], lane,
              rule.adjoints[i] ? call.get(*rule.adjoints[i])
                               : Constant::getNullValue(key.primal->getArg(i)->getType()));
  freeScratch();
}

void RuleEmitter::gradient(const CustomGradient &rule) {
  for (unsigned lane = 0; lane != key.width; ++lane) {
    Value *block = function.getArg(*signature.tapeParameter);
    if (lane && rule.augmented.tapeBytes)
      block = builder.CreateConstInBoundsGEP1_64(rule.augmented.function.resultType, block, lane);
    reverse(rule, block, lane);
  }
  finish();
}

void RuleEmitter::combined(const CustomGradient &rule) {
  for (auto [lane, tape] : enumerate(callAugmented(rule.augmented))) {
    Value *block = nullptr;
    if (tape) {
      block = builder.CreateAlloca(tape->getType(), nullptr, "tape");
      storeLeaves(builder, tape, block);
    }
    reverse(rule, block, lane);
  }
  finish();
}

/// The parameters of a rule's function that are other ones in each lane.
SmallVector<unsigned, 4> ownOfLane(const RuleFunction &rule) {
  SmallVector<unsigned, 4> own;
  if (rule.hiddenResult)
    own.push_back(0);
  for (const RuleParameter &parameter : rule.parameters)
    if (parameter.shadow && !parameter.isResult)
      own.push_back(*parameter.shadow);
  return own;
}

/// Can one call of the augmented function serve all lanes? Not if it hands out or
/// touches anything of one lane's, nor if the reverse function uses the tape up.
bool servesAllLanes(const CustomGradient &rule) {
  if (rule.augmented.shadowResult || rule.augmented.function.function->isDeclaration() ||
      rule.reverse.function->isDeclaration())
    return false;
  RuleEffects augmented = effectsOf(*rule.augmented.function.function),
              reverse = effectsOf(*rule.reverse.function);
  SmallVector<unsigned, 4> own = ownOfLane(rule.augmented.function),
                           ownReverse = ownOfLane(rule.reverse);
  auto isIn = [](const Value *object, ArrayRef<unsigned> parameters) {
    auto *parameter = dyn_cast<Argument>(object);
    return parameter && is_contained(parameters, parameter->getArgNo());
  };
  auto touchesOwn = [&](const Value *object) {
    return isIn(object, ArrayRef(own).drop_front(rule.augmented.function.hiddenResult));
  };
  return !any_of(augmented.reads, touchesOwn) && !any_of(augmented.writes, touchesOwn) &&
         !reverse.frees && !reverse.writesElsewhere &&
         all_of(reverse.writes, [&](const Value *object) { return isIn(object, ownReverse); });
}

/// The call through the pair's entry in a function that PairRules.h made.
const CallInst &callThroughPair(const Function &made) {
  for (const Instruction &instruction : made.getEntryBlock())
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->isIndirectCall())
      return *call;
  llvm_unreachable("a pair's function calls through the pair");
}

/// Parameters of the functions of a pair that are other ones in each lane: the pair's
/// own function takes the pointer and its shadow before them.
SmallVector<unsigned, 4> ownOfLaneInPair(const RuleFunction &rule, const CallInst &call) {
  const unsigned hidden = call.arg_size() != 0 && call.paramHasAttr(0, Attribute::StructRet);
  SmallVector<unsigned, 4> own;
  if (hidden)
    own.push_back(0);
  for (const RuleParameter &parameter : drop_begin(rule.parameters))
    if (parameter.shadow)
      own.push_back(*parameter.shadow - 2 + hidden);
  return own;
}

void RuleEmitter::refuseUnrepeatablePair(const RuleFunction &rule) {
  const CallInst &call = callThroughPair(*rule.function);
  SmallVector<unsigned, 4> own = ownOfLaneInPair(rule, call);
  SmallVector<Function *, 4> unrepeatable;
  for (Function &candidate : *function.getParent())
    if (candidate.hasAddressTaken() && !candidate.isDeclaration() &&
        candidate.getFunctionType() == call.getFunctionType() && !isRepeatable(candidate, own))
      unrepeatable.push_back(&candidate);
  Value *isOwn = builder.getFalse(), *isAny = builder.getFalse();
  for (unsigned lane = 0; lane != key.width; ++lane)
    isOwn = builder.CreateOr(isOwn, builder.CreateICmpEQ(shadowFor(0, lane), function.getArg(0)));
  stopIf(isOwn,
         "a function pointer has a pair of derivatives as its shadow in one lane, and is its "
         "own shadow in another");
  for (unsigned lane = 0; lane != key.width && !unrepeatable.empty(); ++lane) {
    Value *entry = builder.CreateLoad(builder.getPtrTy(), shadowFor(0, lane));
    for (Function *candidate : unrepeatable)
      isAny = builder.CreateOr(isAny, builder.CreateICmpEQ(entry, candidate));
  }
  stopIf(isAny, "a function pointer has a pair of derivatives as its shadow whose first function "
                "cannot be called once per lane, since it changes memory that it also reads");
}

void RuleEmitter::stopIf(Value *condition, StringRef sentence) {
  if (isa<Constant>(condition))
    return;
  BasicBlock *refused = BasicBlock::Create(function.getContext(), "refused", &function);
  BasicBlock *fine = BasicBlock::Create(function.getContext(), "fine", &function);
  builder.CreateCondBr(condition, refused, fine);
  builder.SetInsertPoint(refused);
  RuntimeCalls(*function.getParent()).refuse(builder, sentence, Position());
  builder.CreateUnreachable();
  builder.SetInsertPoint(fine);
}

bool servesEachLane(const RuleFunction &rule) {
  return rule.onShadows || isRepeatable(*rule.function, ownOfLane(rule));
}

std::optional<LanePlan> planLanes(const Context &context, const DerivativeKey &key) {
  if (key.width == 1)
    return LanePlan::Each;
  if (key.mode == Mode::Forward) {
    const RuleFunction &forward = context.userRules.derivativeOf(*key.primal)->forward;
    return servesEachLane(forward) ? std::optional(LanePlan::Each) : std::nullopt;
  }
  const CustomGradient &rule = *context.userRules.gradientOf(*key.primal);
  if (servesEachLane(rule.augmented.function))
    return LanePlan::Each;
  return servesAllLanes(rule) ? std::optional(LanePlan::Once) : std::nullopt;
}

} // namespace

static void stop(Function &function, StringRef sentence) {
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
  RuntimeCalls(*function.getParent()).refuse(builder, sentence, Position());
  builder.CreateUnreachable();
}

/// The tape of a rule: what its augmented function returned, for each lane.
static TapeShape shapeOf(const CustomAugmented &rule, const DerivativeKey &key,
                         const Function &function) {
  TapeShape shape;
  std::string text = rule.function.function->getName().str() + ' ' + key.primal->getName().str();
  for (Activity activity : key.arguments)
    text += std::to_string(int(activity));
  shape.tag = xxh3_64bits(text + ' ' + std::to_string(key.width));
  if (!rule.tapeBytes)
    return shape;
  Type *type = ArrayType::get(rule.function.resultType, key.width);
  const DataLayout &layout = function.getDataLayout();
  for (const Leaf &leaf : leavesOf(type, layout))
    shape.fields.push_back({leaf.type, leaf.offset});
  shape.blockBytes = layout.getTypeAllocSize(type);
  return shape;
}

static bool refuseSplitRule(Context &context, const DerivativeKey &key, bool hasRule) {
  std::string what = "forward mode from a tape of ", help;
  if (key.primal->hasFnAttribute(throughPairAttribute)) {
    what += "a call through a pointer that other code made";
    help = "use __enzyme_fwddiff, or call the function by its name";
  } else {
    what += "'" + readableName(*key.primal) + "'" +
            (hasRule ? " in several lanes"
                     : ", which has a gradient registered and no split derivative");
    help = "register {function, augmented, forward} as __enzyme_register_splitderivative…";
  }
  context.diagnostics.refuse({MessageId::NotYetConstruct,
                              context.chain.empty() ? Position() : context.chain.back().where,
                              {what, help},
                              {}});
  return false;
}

/// A rule for forward mode from a tape makes tapes of its own.
static bool emitSplitRule(Context &context, const DerivativeKey &key, Function &function,
                          TapeShape &tape) {
  const CustomSplit *rule = context.userRules.splitOf(*key.primal);
  if (!rule || key.width > 1)
    return refuseSplitRule(context, key, rule != nullptr);
  if (key.mode == Mode::ReverseGradient) {
    stop(function, "a tape that a split derivative was registered for has no reverse half");
    return true;
  }
  RuleEmitter emitter(key, function, LanePlan::Each);
  if (key.mode == Mode::ForwardSplit)
    emitter.forwardFromTape(*rule);
  else
    emitter.augmented(rule->augmented);
  tape = shapeOf(rule->augmented, key, function);
  return true;
}

bool emitCustomRule(Context &context, const DerivativeKey &key, Function &function,
                    TapeShape &tape) {
  if (emitForTeam(context, key, function, tape))
    return true;
  if (isCommunication(context, key))
    return emitCommunication(context, key, function, tape);
  if (key.servesForward &&
      (key.mode == Mode::ForwardSplit || context.userRules.splitOf(*key.primal)))
    return emitSplitRule(context, key, function, tape);
  const bool isPair = key.primal->hasFnAttribute(throughPairAttribute);
  std::optional<LanePlan> plan = isPair ? LanePlan::Each : planLanes(context, key);
  if (!plan) {
    refuseLanes(context, key);
    return false;
  }
  RuleEmitter emitter(key, function, *plan);
  if (isPair && key.width > 1) // which pair it is, only the run tells
    emitter.refuseUnrepeatablePair(
        key.mode == Mode::Forward ? context.userRules.derivativeOf(*key.primal)->forward
                                  : context.userRules.gradientOf(*key.primal)->augmented.function);
  switch (key.mode) {
  case Mode::ForwardSplit: // above
  case Mode::Forward:
    emitter.forward(*context.userRules.derivativeOf(*key.primal));
    return true;
  case Mode::ReverseAugmented:
    emitter.augmented(context.userRules.gradientOf(*key.primal)->augmented);
    tape = shapeOf(context.userRules.gradientOf(*key.primal)->augmented, key, function);
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
