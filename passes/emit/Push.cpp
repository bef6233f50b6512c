//===- Push.cpp ----------------------------------------------------------===//
//
// Formulas as in plan/LinearStep.h; d_x is the tangent of x, *p' the place behind
// the shadow of p. Fast-math flags of derivative instructions are the primal's.
//===----------------------------------------------------------------------===//
#include "emit/Push.h"
#include "emit/AliasScopes.h"
#include "emit/Errors.h"
#include "emit/FirstNaN.h"
#include "emit/Guard.h"
#include "emit/Pull.h"
#include "rules/gpu/Devices.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "support/Lines.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {

Value *Push::tangent(Value *copy) const {
  Value *found = tangents.lookup(copy);
  return found && primal.isActive(copy) ? found : zeroOf(lanes.type(copy->getType()));
}

Value *Push::tangentPart(IRBuilderBase &builder, const Port &port) const {
  Value *whole = tangent(port.value);
  if (port.component < 0)
    return whole;
  return lanes.map(builder, portType(port), whole, [&](Value *lane) {
    return port.value->getType()->isVectorTy() ? builder.CreateExtractElement(lane, port.component)
                                               : builder.CreateExtractValue(lane, port.component);
  });
}

/// d_o = Σ_i ∂y_o/∂x_i · d_i
Value *Push::scaleInto(IRBuilderBase &builder, const ScaleStep &step, unsigned output) {
  const BoundFormula &formula = step.formula;
  Type *type = portType(formula.outputs[output]);
  Value *sum = zeroOf(lanes.type(type));
  for (unsigned i = 0; i != formula.inputs.size(); ++i) {
    if (!formula.hasPartial(output, i) || !primal.isActive(formula.inputs[i].value))
      continue;
    Value *part = tangentPart(builder, formula.inputs[i]);
    Type *from = portType(formula.inputs[i]);
    if (formula.isMinusOne(output, i))
      part = lanes.map(builder, from, part, [&](Value *lane) { return builder.CreateFNeg(lane); });
    else if (!formula.isOne(output, i))
      part = scaleLanes(builder, lanes, part,
                        formula.emitPartial(builder, output, i, [](Value *value) { return value; }),
                        guardOf(context, primal, step, output, i));
    part = convertLanes(builder, lanes, part, from, type);
    if (context.options.trap_nan)
      watch(builder, primal, step, part, tangentPart(builder, formula.inputs[i]));
    if (primal.key.errors == Errors::Estimate)
      part = errorPart(builder, step, output, i, part);
    sum = isZero(sum) ? part : lanes.map(builder, type, sum, part, [&](Value *a, Value *b) {
      return builder.CreateFAdd(a, b);
    });
  }
  if (primal.key.errors != Errors::Estimate)
    return sum;
  Value *result = valueAt(builder, formula.outputs[output], step.at);
  return lanes.map(builder, type, sum, [&](Value *lane) {
    return atLeastUlp(builder, lane, lanes.alike(builder, result, lane));
  });
}

/// |part · x_i / y|
Value *Push::errorPart(IRBuilderBase &builder, const ScaleStep &step, unsigned output,
                       unsigned input, Value *part) {
  const Port &from = step.formula.inputs[input], &to = step.formula.outputs[output];
  Value *x = valueAt(builder, from, from.value), *y = valueAt(builder, to, step.at);
  return lanes.map(builder, portType(to), part, [&](Value *lane) {
    return relativeError(builder, lane, lanes.alike(builder, x, lane),
                         lanes.alike(builder, y, lane));
  });
}

/// The same, the numbers that it comes from taken together.
Value *Push::wholeOf(IRBuilderBase &builder, const ScaleStep &step) {
  SmallVector<Slope, 3> parts = slopes.of(builder, step);
  if (parts.empty())
    return scaleInto(builder, step, 0);
  Type *type = step.at->getType();
  Value *sum = nullptr;
  for (const Slope &part : parts) {
    auto *constant = dyn_cast<ConstantFP>(part.slope);
    Value *product = tangent(part.from);
    if (constant && constant->isExactlyValue(-1.0))
      product = lanes.map(builder, type, product, [&](Value *d) { return builder.CreateFNeg(d); });
    else if (!constant || !constant->isExactlyValue(1.0))
      product = scaleLanes(builder, lanes, product, part.slope, part.zero);
    sum = !sum ? product : lanes.map(builder, type, sum, product, [&](Value *a, Value *b) {
      return builder.CreateFAdd(a, b);
    });
  }
  return sum;
}

void Push::operator()(const ScaleStep &step) {
  LineBuilder builder(afterDefinition(*step.at), *step.at);
  if (auto *math = dyn_cast<FPMathOperator>(step.at))
    builder.setFastMathFlags(math->getFastMathFlags());
  FastMathFlags flags = builder.getFastMathFlags();
  flags.setAllowContract(flags.allowContract() || primal.mayContract); // optimise/Contract.cpp
  builder.setFastMathFlags(context.options.fast_math ? FastMathFlags::getFast() : flags);
  // 0 / 0 is met, and stands for nothing known; or what is not finite is looked for.
  if (primal.key.errors != Errors::None || context.options.trap_nan)
    builder.clearFastMathFlags();
  if (step.formula.outputs.size() == 1 && step.formula.outputs[0].component < 0)
    return finishScale(builder, step, wholeOf(builder, step));
  Type *type = step.at->getType();
  Value *whole = zeroOf(lanes.type(type));
  for (unsigned o = 0; o != step.formula.outputs.size(); ++o) {
    Value *part = scaleInto(builder, step, o);
    int component = step.formula.outputs[o].component;
    whole = lanes.map(builder, type, whole, part, [&](Value *to, Value *value) {
      return type->isVectorTy() ? builder.CreateInsertElement(to, value, component)
                                : builder.CreateInsertValue(to, value, component);
    });
  }
  finishScale(builder, step, whole);
}

void Push::finishScale(IRBuilderBase &builder, const ScaleStep &step, Value *tangent) {
  setTangent(step.at, tangent);
  if (primal.key.errors == Errors::Estimate)
    for (unsigned lane = 0; lane != lanes.count(); ++lane)
      logError(builder, *step.at, lanes.get(builder, tangent, lane));
}

/// The same move on the tangents of one lane; what is not a float (conditions,
/// indices, masks) stays.
Instruction *Push::moveLane(IRBuilderBase &builder, Instruction &at, unsigned lane) {
  SmallVector<Value *, 4> operands(at.operands());
  for (auto [i, operand] : enumerate(operands)) {
    bool isControl = (isa<SelectInst>(at) && i == 0) || (isa<ExtractElementInst>(at) && i == 1) ||
                     (isa<InsertElementInst>(at) && i == 2) ||
                     (isa<BinaryOperator>(at) && isa<Constant>(operand));
    if (!isControl)
      operand = lanes.get(builder, tangent(operand), lane);
  }
  Instruction *move = at.clone();
  for (auto [i, operand] : enumerate(operands))
    move->setOperand(i, operand);
  builder.Insert(move);
  move->dropPoisonGeneratingFlags();
  if (at.hasName())
    move->setName(at.getName() + ".tangent");
  return move;
}

void Push::operator()(const RouteStep &step) {
  LineBuilder builder(afterDefinition(*step.at), *step.at);
  Type *type = step.at->getType();
  auto *select = dyn_cast<SelectInst>(step.at);
  bool isWhole = lanes.count() > 1 && select && !select->getCondition()->getType()->isVectorTy();
  setTangent(step.at,
             isWhole ? builder.CreateSelect(select->getCondition(), tangent(select->getTrueValue()),
                                            tangent(select->getFalseValue()))
                     : lanes.build(builder, type, [&](unsigned lane) {
                         return moveLane(builder, *step.at, lane);
                       }));
}

void Push::operator()(const PhiStep &step) {
  IRBuilder<> builder(step.at);
  setTangent(step.at,
             builder.CreatePHI(lanes.type(step.at->getType()), step.at->getNumIncomingValues(),
                               step.at->getName() + ".tangent"));
  phis.push_back(step.at);
}

/// n = f(m…):  d_n = 0 where all d_m are, else NaN, which 255 in all bytes is
void Push::operator()(const BitsStep &step) {
  LineBuilder builder(afterDefinition(*step.at), *step.at);
  Type *type = step.at->getType();
  setTangent(step.at, lanes.build(builder, type, [&](unsigned lane) -> Value * {
    Value *isUnknown = builder.getInt1(step.isUnknown);
    for (Value *operand : step.at->operand_values())
      if (operand->getType()->isIntegerTy() && !isZero(tangent(operand)))
        isUnknown = builder.CreateOr(
            isUnknown, builder.CreateIsNotNull(lanes.get(builder, tangent(operand), lane)));
    return builder.CreateSelect(isUnknown, Constant::getAllOnesValue(type), zeroOf(type));
  }));
}

void Push::completePhis() {
  for (PHINode *phi : phis)
    for (unsigned i = 0; i != phi->getNumIncomingValues(); ++i)
      cast<PHINode>(tangents.lookup(phi))
          ->addIncoming(tangent(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
}

/// A place that may be written: a sink where the memory turns out to be const.
Value *Push::place(IRBuilderBase &builder, Value *pointer, Type *accessed, unsigned lane) {
  Value *shadow = primal.shadowOf(pointer, lane);
  if (!isMixed(pointer) || mutation::breaks("push.mixed", "write"))
    return shadow;
  return writableShadow(builder, pointer, shadow, sinkOf(builder, accessed));
}

/// x = *p:  d_x = *p', zero where the memory is const
Value *Push::loadLane(IRBuilderBase &builder, const LoadStep &step, unsigned lane) {
  Value *pointer = step.at->getPointerOperand(), *shadow = primal.shadowOf(pointer, lane);
  Type *type = step.at->getType();
  LoadInst *loaded =
      builder.CreateAlignedLoad(type, shadow, step.at->getAlign(), step.at->getName() + ".tangent");
  if (isMixed(pointer) && !mutation::breaks("push.mixed", "load"))
    return builder.CreateSelect(builder.CreateICmpEQ(pointer, shadow), zeroOf(type), loaded);
  noteTangent(*loaded, lane);
  return loaded;
}

void Push::operator()(const LoadStep &step) {
  LineBuilder builder(afterDefinition(*step.at), *step.at);
  setTangent(step.at, lanes.build(builder, step.at->getType(),
                                  [&](unsigned lane) { return loadLane(builder, step, lane); }));
}

/// *p = n, made of bits:  *p' = -*p' or NaN
void Push::changeTangent(IRBuilderBase &builder, const StoreStep &step, Value *shadow) {
  auto bits = changeBits(builder, step, shadow);
  if (!isZero(bits.bytes))
    RuntimeCalls(*step.at->getModule()).bitsStored(builder, bits, Position::of(*step.at));
}

/// *p = x:  *p' = d_x, on float bytes
void Push::operator()(const StoreStep &step) {
  LineBuilder builder(step.at->getNextNode(), *step.at);
  Value *stored = step.at->getValueOperand();
  FloatParts parts = storedParts(*step.at, primal);
  for (unsigned lane = 0; lane != lanes.count(); ++lane) {
    bool isOfBits = step.isOfBits || step.isSignTurned;
    Type *written = isOfBits ? sinkOfBits(*stored->getType()) : stored->getType();
    if (isOfBits && isMixed(step.at->getPointerOperand()))
      builder.CreateStore(zeroOf(written), sinkOf(builder, written));
    Value *shadow = place(builder, step.at->getPointerOperand(), written, lane);
    Value *tangents = lanes.get(builder, tangent(stored), lane);
    if (step.isAnyZero)
      builder.CreateAlignedStore(zeroOf(stored->getType()), shadow, step.at->getAlign());
    if (isOfBits)
      changeTangent(builder, step, shadow);
    for (const FloatPart &part : parts) {
      StoreInst *store = builder.CreateAlignedStore(
          extractPart(builder, tangents, part), addressOf(builder, shadow, part),
          commonAlignment(step.at->getAlign(), part.offset));
      noteTangent(*store, lane);
    }
  }
}

/// old = *p; *p += x:  d_old = *p'; *p' += d_x
void Push::operator()(const UpdateStep &step) {
  LineBuilder builder(step.at->getNextNode(), *step.at);
  Value *operand = step.at->getValOperand();
  setTangent(step.at, lanes.build(builder, operand->getType(), [&](unsigned lane) {
    Value *shadow = place(builder, step.at->getPointerOperand(), operand->getType(), lane);
    return builder.CreateAtomicRMW(step.at->getOperation(), shadow,
                                   lanes.get(builder, tangent(operand), lane), step.at->getAlign(),
                                   step.at->getOrdering(), step.at->getSyncScopeID());
  }));
}

/// if (*p == m) *p = n:  *p' = NaN, or stop where *p' is a number's tangent
void Push::operator()(const ExchangeStep &step) {
  LineBuilder builder(step.at->getNextNode(), *step.at);
  Type *word = step.at->getNewValOperand()->getType(), *written = sinkOfBits(*word);
  Value *pointer = step.at->getPointerOperand();
  uint64_t bytes = step.at->getDataLayout().getTypeStoreSize(word);
  Value *isExchanged = builder.CreateExtractValue(step.at, 1);
  Value *changed = builder.CreateSelect(isExchanged, builder.getInt64(bytes), builder.getInt64(0));
  for (unsigned lane = 0; lane != lanes.count(); ++lane) {
    if (isMixed(pointer))
      builder.CreateStore(zeroOf(written), sinkOf(builder, written));
    Value *shadow = place(builder, pointer, written, lane);
    RuntimeCalls(*step.at->getModule())
        .bitsStored(builder, {shadow, changed, step.numberBytes}, Position::of(*step.at));
  }
}

/// q[..] = p[..]:  q' = p'. What a const source holds has tangent zero, and a
/// pointer from there is its own shadow.
void Push::operator()(const CopyStep &step) {
  LineBuilder builder(step.at->getNextNode(), *step.at);
  for (unsigned lane = 0; lane != lanes.count(); ++lane)
    copyLane(builder, step, lane);
}

/// Is the shadow of an address null, or computed of null? That of what a function without a
/// derivative stored (runtime/raw.c).
static Value *isMissing(IRBuilderBase &builder, Value *shadow) {
  constexpr unsigned firstPage = 4096;
  Type *word = builder.getInt64Ty();
  return builder.CreateICmpULT(builder.CreatePtrToInt(shadow, word),
                               ConstantInt::get(word, firstPage));
}

/// Is that known not to be so?
static bool isSurelyThere(const Value &shadow) {
  const Value *object = getUnderlyingObject(&shadow);
  return isa<AllocaInst, GlobalVariable, Argument>(object) || isNoAliasCall(object);
}

void Push::copyLane(IRBuilderBase &builder, const CopyStep &step, unsigned lane) {
  Value *to = step.at->getRawDest(), *from = step.at->getRawSource();
  Value *toShadow = primal.shadowOf(to, lane), *fromShadow = primal.shadowOf(from, lane);
  Value *bytes = step.at->getLength(), *none = zeroOf(bytes->getType());
  if (isMixed(to) && !mutation::breaks("push.mixed", "copy"))
    bytes = builder.CreateSelect(builder.CreateICmpEQ(to, toShadow), none, bytes);
  // On devices no function of a library stores addresses, and those of private memory are small.
  bool mayBeMissing = !step.layout.known && !isForDevice(*step.at->getModule());
  if (mayBeMissing && !isSurelyThere(*toShadow))
    bytes = builder.CreateSelect(isMissing(builder, toShadow), none, bytes);
  if (mayBeMissing && !isSurelyThere(*fromShadow)) {
    Value *cleared = builder.CreateSelect(isMissing(builder, fromShadow), bytes, none);
    builder.CreateMemSet(toShadow, builder.getInt8(0), cleared, step.at->getDestAlign());
    bytes = builder.CreateSub(bytes, cleared);
  }
  bool mayOverlap = isMixed(to) || isMixed(from) || step.at->getIntrinsicID() == Intrinsic::memmove;
  MaybeAlign toAlign = step.at->getDestAlign(), fromAlign = step.at->getSourceAlign();
  CallInst *copy = mayOverlap
                       ? builder.CreateMemMove(toShadow, toAlign, fromShadow, fromAlign, bytes)
                       : builder.CreateMemCpy(toShadow, toAlign, fromShadow, fromAlign, bytes);
  for (StringRef kind : {layoutMetadata, unknownBytesMetadata})
    copy->setMetadata(kind, step.at->getMetadata(kind));
  PointerActivity source = primal.pointerActivity(from);
  if (source == PointerActivity::Active || mutation::breaks("push.copy", "from const") ||
      (step.layout.known && !step.layout.hasFloats()))
    return;
  if (source == PointerActivity::Mixed)
    bytes = builder.CreateSelect(builder.CreateICmpEQ(from, fromShadow), bytes, none);
  Module &module = *step.at->getModule();
  if (!step.layout.known)
    return RuntimeCalls(module).copyRaw(
        builder, {toShadow, fromShadow, bytes, positionIn(primal, *step.at)}, /*isFromConst=*/true);
  RuntimeCalls(module).clearFloats(builder, toShadow, bytes, step.layout);
}

/// p[..] = c:  p'[..] = 0
void Push::operator()(const ClearStep &step) {
  LineBuilder builder(step.at->getNextNode(), *step.at);
  Value *memory = step.at->getRawDest();
  for (unsigned lane = 0; lane != lanes.count(); ++lane) {
    Value *shadow = primal.shadowOf(memory, lane), *bytes = step.at->getLength();
    if (isMixed(memory) && !mutation::breaks("push.mixed", "clear"))
      bytes = builder.CreateSelect(builder.CreateICmpEQ(memory, shadow), zeroOf(bytes->getType()),
                                   bytes);
    builder.CreateMemSet(shadow, builder.getInt8(0), bytes, step.at->getDestAlign());
  }
}

/// The call of the forward derivative stands there already; now the tangents of
/// its float arguments exist.
void Push::operator()(const CallStep &step) {
  const DerivativeCall &made = *step.made;
  IRBuilder<> before(made.call);
  for (unsigned i = 0; i != made.key.arguments.size(); ++i) {
    auto shadow = made.signature.shadowParameter[i];
    Value *argument = made.call->getArgOperand(made.signature.primalParameter[i]);
    for (unsigned lane = 0; shadow && lane != lanes.count(); ++lane) {
      Value *pointers = made.call->getArgOperand(*shadow + lane);
      Value *floats = made.isOfBits(i) ? Constant::getAllOnesValue(argument->getType()) // NaN
                                       : lanes.get(before, tangent(argument), lane);
      if (isa<PoisonValue>(pointers))
        made.call->setArgOperand(*shadow + lane, floats);
      else if (argument->getType()->isAggregateType()) // holds both
        made.call->setArgOperand(*shadow + lane,
                                 mixShadow(before, *argument, pointers, floats, primal));
    }
  }
  if (!made.signature.shadowResult || !made.primalResult || !primal.isActive(made.primalResult))
    return;
  LineBuilder builder(afterDefinition(*made.call), *made.call);
  Value *result = builder.CreateExtractValue(made.call, *made.signature.shadowResult);
  setTangent(made.primalResult, lanes.unpack(builder, result));
}

} // namespace enzyme
