//===- Pull.cpp ----------------------------------------------------------===//
//
// Formulas as in plan/LinearStep.h; x̅ is the slot of x, *p' the place behind the
// shadow of p. Fast-math flags of derivative instructions are the primal's.
//===----------------------------------------------------------------------===//
#include "emit/Pull.h"
#include "emit/AliasScopes.h"
#include "emit/Errors.h"
#include "emit/FirstNaN.h"
#include "emit/Guard.h"
#include "prepare/IndirectCalls.h"
#include "rules/gpu/Devices.h"
#include "rules/openmp/TeamCalls.h"
#include "shadow/CopyLoops.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "shadow/TeamCalls.h"
#include "shadow/ThreadSums.h"
#include "support/Mutation.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {

Value *sinkOf(IRBuilderBase &builder, Type *type) {
  return entrySink(*builder.GetInsertBlock()->getParent(), type);
}

/// The adjoint of one output of a formula.
Value *Pull::adjointPart(Value *adjoint, const Port &port) {
  if (port.component < 0)
    return adjoint;
  return mapLanes(portType(port), adjoint, [&](Value *lane) {
    return lane->getType()->isVectorTy() ? builder.CreateExtractElement(lane, port.component)
                                         : builder.CreateExtractValue(lane, port.component);
  });
}

/// Sums of adjoints are contracted like the primal's (optimise/Contract.cpp).
void Pull::allowContraction() {
  FastMathFlags flags = builder.getFastMathFlags();
  flags.setAllowContract(flags.allowContract() || primal.mayContract);
  builder.setFastMathFlags(flags);
}

/// y = f(x…):  x̅_i += Σ_o ∂y_o/∂x_i · y̅_o
void Pull::operator()(const ScaleStep &step) {
  IRBuilderBase::FastMathFlagGuard flags(builder);
  if (auto *math = dyn_cast<FPMathOperator>(step.at))
    builder.setFastMathFlags(math->getFastMathFlags());
  if (context.options.fast_math)
    builder.setFastMathFlags(FastMathFlags::getFast());
  if (context.options.trap_nan)
    builder.clearFastMathFlags();
  Value *adjoint = slots.take(builder, step.at);
  const BoundFormula &formula = step.formula;
  auto lookUp = [&](Value *value) { return get(value); };
  for (unsigned o = 0; o != formula.outputs.size(); ++o) {
    Value *out = adjointPart(adjoint, formula.outputs[o]);
    Type *from = portType(formula.outputs[o]);
    if (primal.key.errors == Errors::Bound)
      if (Value *error = roundedAway(builder, step, formula.outputs[o], lookUp))
        for (unsigned lane = 0; lane != lanes.count(); ++lane)
          addToBound(builder, lanes.get(builder, out, lane), error);
    for (unsigned i = 0; i != formula.inputs.size(); ++i) {
      const Port &input = formula.inputs[i];
      if (!formula.hasPartial(o, i) || !primal.isActive(input.value))
        continue;
      Type *type = input.component >= 0 ? from : input.value->getType();
      Value *part = convertLanes(builder, lanes, out, from, type);
      bool isProduct = !formula.isMinusOne(o, i) && !formula.isOne(o, i);
      Value *partial = isProduct ? formula.emitPartial(builder, o, i, lookUp) : nullptr;
      IRBuilderBase::FastMathFlagGuard ofTheSum(builder);
      allowContraction();
      if (isProduct)
        part = scaleLanes(builder, lanes, part, partial, guardOf(context, primal, step, o, i));
      else if (formula.isMinusOne(o, i))
        part = mapLanes(type, part, [&](Value *lane) { return builder.CreateFNeg(lane); });
      if (context.options.trap_nan)
        watch(builder, primal, step, part, out);
      slots.addPart(builder, input.value, input.component, part);
    }
  }
}

void Pull::operator()(const RouteStep &step) {
  Instruction &at = *step.at;
  Value *adjoint = slots.take(builder, &at);
  if (auto *select = dyn_cast<SelectInst>(&at)) {
    routeSelect(*select, adjoint);
  } else if (isa<FreezeInst>(at)) {
    slots.add(builder, at.getOperand(0), adjoint);
  } else if (isa<BitCastInst>(at)) {
    Type *type = at.getOperand(0)->getType();
    slots.add(builder, at.getOperand(0), mapLanes(type, adjoint, [&](Value *lane) {
                return builder.CreateBitCast(lane, type);
              }));
  } else if (isa<ExtractValueInst, InsertValueInst>(at)) {
    routeAggregate(at, adjoint);
  } else if (isa<ExtractElementInst, InsertElementInst>(at)) {
    routeElement(at, adjoint);
  } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&at)) {
    routeShuffle(*shuffle, adjoint);
  } else {
    routeThroughInteger(at, adjoint);
  }
}

void Pull::routeSelect(SelectInst &select, Value *adjoint) {
  Value *condition = get(select.getCondition());
  auto where = [&](bool chosen) {
    return mapLanes(select.getType(), adjoint, [&](Value *lane) {
      Value *zero = zeroOf(lane->getType());
      return chosen ? builder.CreateSelect(condition, lane, zero)
                    : builder.CreateSelect(condition, zero, lane);
    });
  };
  if (primal.isActive(select.getTrueValue()))
    slots.add(builder, select.getTrueValue(), where(!mutation::breaks("pull.select")));
  if (primal.isActive(select.getFalseValue()))
    slots.add(builder, select.getFalseValue(), where(false));
}

/// Moves of float bits through integers: the opposite move.
void Pull::routeThroughInteger(Instruction &at, Value *adjoint) {
  Value *from = at.getOperand(0);
  Type *type = from->getType();
  auto moved = [&](Value *lane) -> Value * {
    switch (at.getOpcode()) {
    case Instruction::Shl:
      return builder.CreateLShr(lane, at.getOperand(1));
    case Instruction::LShr:
      return builder.CreateShl(lane, at.getOperand(1));
    case Instruction::ZExt:
      return builder.CreateTrunc(lane, type);
    case Instruction::Trunc:
      return builder.CreateZExt(lane, type);
    case Instruction::And:
      return builder.CreateAnd(lane, at.getOperand(1));
    case Instruction::Xor: // signs that are turned
      return builder.CreateXor(lane, at.getOperand(1));
    default: // or of disjoint parts: each operand takes its own
      assert(at.getOpcode() == Instruction::Or && "linearise admits no other integer move");
      return lane;
    }
  };
  slots.add(builder, from, mapLanes(type, adjoint, moved));
  if (at.getOpcode() == Instruction::Or)
    slots.add(builder, at.getOperand(1), adjoint);
}

void Pull::routeShuffle(ShuffleVectorInst &at, Value *adjoint) {
  unsigned width = cast<FixedVectorType>(at.getOperand(0)->getType())->getNumElements();
  for (unsigned element = 0; element != at.getShuffleMask().size(); ++element) {
    int from = at.getMaskValue(element);
    if (from >= 0)
      slots.addPart(builder, at.getOperand(unsigned(from) / width), unsigned(from) % width,
                    mapLanes(at.getType()->getScalarType(), adjoint, [&](Value *all) {
                      return builder.CreateExtractElement(all, element);
                    }));
  }
}

void Pull::routeAggregate(Instruction &at, Value *adjoint) {
  if (auto *extract = dyn_cast<ExtractValueInst>(&at)) {
    Value *aggregate = extract->getAggregateOperand();
    Type *type = aggregate->getType();
    slots.add(builder, aggregate, mapLanes(type, adjoint, [&](Value *lane) {
                return builder.CreateInsertValue(zeroOf(type), lane, extract->getIndices());
              }));
    return;
  }
  auto &insert = cast<InsertValueInst>(at);
  Value *inserted = insert.getInsertedValueOperand();
  slots.add(builder, inserted, mapLanes(inserted->getType(), adjoint, [&](Value *lane) {
              return builder.CreateExtractValue(lane, insert.getIndices());
            }));
  slots.add(
      builder, insert.getAggregateOperand(), mapLanes(at.getType(), adjoint, [&](Value *lane) {
        return builder.CreateInsertValue(lane, zeroOf(inserted->getType()), insert.getIndices());
      }));
}

void Pull::routeElement(Instruction &at, Value *adjoint) {
  if (auto *extract = dyn_cast<ExtractElementInst>(&at)) {
    Value *vector = extract->getVectorOperand(), *index = get(extract->getIndexOperand());
    slots.add(builder, vector, mapLanes(vector->getType(), adjoint, [&](Value *lane) {
                return builder.CreateInsertElement(zeroOf(vector->getType()), lane, index);
              }));
    return;
  }
  auto &insert = cast<InsertElementInst>(at);
  Value *index = get(insert.getOperand(2));
  Type *element = insert.getOperand(1)->getType();
  slots.add(builder, insert.getOperand(1), mapLanes(element, adjoint, [&](Value *lane) {
              return builder.CreateExtractElement(lane, index);
            }));
  slots.add(builder, insert.getOperand(0), mapLanes(at.getType(), adjoint, [&](Value *lane) {
              return builder.CreateInsertElement(lane, zeroOf(element), index);
            }));
}

RuntimeCalls::ChangedBits changeBits(IRBuilderBase &builder, const StoreStep &step, Value *shadow) {
  Type *type = step.at->getValueOperand()->getType();
  uint64_t bytes = step.at->getDataLayout().getTypeStoreSize(type), number = step.changedNumber;
  Value *all = builder.getInt64(bytes), *none = builder.getInt64(0);
  if (!step.isSignTurned)
    return {shadow, all, number};
  // The last byte is that of a number that ends there: numbers lie at multiples of their size.
  Value *end = builder.CreateAdd(builder.CreatePtrToInt(shadow, builder.getInt64Ty()), all);
  Value *isSign = bytes % number == 0 && step.at->getAlign() >= number
                      ? builder.getTrue()
                      : builder.CreateICmpEQ(builder.CreateAnd(end, number - 1), none);
  Value *before = builder.CreateAlignedLoad(type, shadow, step.at->getAlign());
  Value *turned = builder.CreateXor(before, APInt::getSignMask(type->getScalarSizeInBits()));
  Value *isTurned = builder.CreateAnd(isSign, builder.CreateIsNotNull(before));
  builder.CreateAlignedStore(builder.CreateSelect(isTurned, turned, before), shadow,
                             step.at->getAlign());
  return {shadow, builder.CreateSelect(isSign, none, all), number};
}

Type *sinkOfBits(Type &stored) {
  constexpr unsigned bits = 128; // whole numbers, wherever in it
  unsigned own = stored.getPrimitiveSizeInBits().getKnownMinValue();
  return own >= bits ? &stored : Type::getIntNTy(stored.getContext(), bits);
}

/// The address behind which the adjoint of `pointer`'s memory is summed; a sink
/// where the memory turns out to be const.
Value *Pull::place(Value *pointer, Type *accessed, unsigned lane) {
  Value *shadow = get(primal.shadowOf(pointer, lane));
  if (primal.pointerActivity(pointer) != PointerActivity::Mixed || mutation::breaks("pull.mixed"))
    return shadow;
  Value *sink = sinkOf(builder, accessed);
  builder.CreateStore(zeroOf(accessed), sink);
  return writableShadow(builder, get(pointer), shadow, sink);
}

/// Numbers that are half a word may lie where half an address was.
void Pull::forgetAddresses(Value *place, Type &type, const FloatParts &parts) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto isHalf = [](const FloatPart &part) { return part.type->getScalarSizeInBits() <= 32; };
  if (none_of(parts, isHalf))
    return;
  uint64_t bytes = module.getDataLayout().getTypeStoreSize(&type);
  RuntimeCalls(module).forgetAddresses(builder, place, builder.getInt64(bytes));
}

static bool mayLieAskew(const Piece &piece, Align align) {
  return piece.kind == Kind::Float && mayLieAskew(*piece.floatType, align);
}

/// *p' before it is cleared.
Value *Pull::takePlace(const StoreStep &step) {
  return lanes.build(builder, step.at->getValueOperand()->getType(),
                     [&](unsigned lane) { return takeLane(step, lane); });
}

Value *Pull::takeLane(const StoreStep &step, unsigned lane) {
  StoreInst &store = *step.at;
  Type *type = store.getValueOperand()->getType();
  Value *shadow = place(store.getPointerOperand(), type, lane);
  Value *taken = zeroOf(type);
  FloatParts parts = storedParts(store, primal);
  forgetAddresses(shadow, *type, parts);
  RuntimeCalls runtime(*builder.GetInsertBlock()->getModule());
  for (const FloatPart &part : parts) {
    Value *address = addressOf(builder, shadow, part);
    Align partAlign = commonAlignment(store.getAlign(), part.offset);
    LoadInst *old = builder.CreateAlignedLoad(part.type, address, partAlign);
    note(*old, Memory::Adjoint);
    if (!step.isUpdate && !mutation::breaks("pull.store", "not cleared"))
      note(*builder.CreateAlignedStore(zeroOf(part.type), address, partAlign), Memory::Adjoint);
    taken = insertPart(builder, taken, part, old);
  }
  auto isNoted = [&](const FloatPart &part) {
    return step.isAmongOthers || mayLieAskew(*part.type, store.getAlign());
  };
  if (any_of(parts, isNoted))
    runtime.unskewed(builder, shadow,
                     builder.getInt64(store.getDataLayout().getTypeStoreSize(type)));
  return taken;
}

/// x = *p:  *p' += x̅;  where a store to p follows:  *p' = x̅
void Pull::operator()(const LoadStep &step) {
  Value *adjoint = slots.take(builder, step.at);
  if (step.isUpdated) {
    LoadInst *load = step.at;
    for (unsigned lane = 0; lane != lanes.count(); ++lane) {
      Value *shadow = place(load->getPointerOperand(), load->getType(), lane);
      note(*builder.CreateAlignedStore(lanes.get(builder, adjoint, lane), shadow, load->getAlign()),
           Memory::Adjoint);
      notePlace(shadow, {{}, 0, load->getType(), false}, load->getAlign(), step.isAmongOthers);
    }
    return;
  }
  addToPlace(step.at->getPointerOperand(), step.at, adjoint, step.at->getAlign(),
             {step.isAmongOthers, step.isShared, step.isOwn});
}

/// *p = x:  x̅ += *p'; *p' = 0 (the latter not where a load's adjoint follows)
void Pull::operator()(const StoreStep &step) {
  Value *stored = step.at->getValueOperand();
  if (step.isOfBits || step.isSignTurned) {
    for (unsigned lane = 0; lane != lanes.count(); ++lane) {
      Value *shadow = place(step.at->getPointerOperand(), sinkOfBits(*stored->getType()), lane);
      auto bits = changeBits(builder, step, shadow);
      if (!isZero(bits.bytes))
        RuntimeCalls(*builder.GetInsertBlock()->getModule())
            .bitsRead(builder, bits, Position::of(*step.at));
    }
    return;
  }
  if (step.isAnyZero) {
    for (unsigned lane = 0; lane != lanes.count() && !mutation::breaks("pull.store", "any zero");
         ++lane) {
      Value *shadow = place(step.at->getPointerOperand(), stored->getType(), lane);
      builder.CreateAlignedStore(zeroOf(stored->getType()), shadow, step.at->getAlign());
    }
    return;
  }
  Value *taken = takePlace(step);
  if (step.isValueActive)
    slots.add(builder, stored, taken);
}

/// old = *p; *p += x:  x̅ += *p'; *p' += old̅
void Pull::operator()(const UpdateStep &step) {
  Value *operand = step.at->getValOperand();
  slots.add(
      builder, operand, lanes.build(builder, operand->getType(), [&](unsigned lane) -> Value * {
        Value *shadow = place(step.at->getPointerOperand(), operand->getType(), lane);
        Value *adjoint = builder.CreateAlignedLoad(operand->getType(), shadow, step.at->getAlign());
        bool isMinus =
            step.at->getOperation() == AtomicRMWInst::FSub && !mutation::breaks("pull.update");
        return isMinus ? builder.CreateFNeg(adjoint) : adjoint;
      }));
  if (primal.isActive(step.at))
    addToPlace(step.at->getPointerOperand(), step.at, slots.take(builder, step.at),
               step.at->getAlign(), {/*isAmongOthers=*/false, step.isShared});
}

/// if (*p == m) *p = n:  no number was read there afterwards, or the run stops. (Also where nothing
/// was exchanged: who compares an integer has none there.)
void Pull::operator()(const ExchangeStep &step) {
  Type *word = step.at->getNewValOperand()->getType();
  Value *bytes = builder.getInt64(step.at->getDataLayout().getTypeStoreSize(word));
  for (unsigned lane = 0; lane != lanes.count(); ++lane) {
    Value *shadow = place(step.at->getPointerOperand(), sinkOfBits(*word), lane);
    RuntimeCalls(*builder.GetInsertBlock()->getModule())
        .bitsRead(builder, {shadow, bytes, step.numberBytes}, Position::of(*step.at));
  }
}

/// `bytes` where `pointer`'s memory is shadowed (or is not) at run time, else 0.
Value *Pull::bytesWhere(Value *pointer, bool isShadowed, Value *bytes, unsigned lane) {
  Value *none = zeroOf(bytes->getType());
  switch (primal.pointerActivity(pointer)) {
  case PointerActivity::Active:
    return isShadowed ? bytes : none;
  case PointerActivity::Const:
    return isShadowed || mutation::breaks("pull.copy", "from const") ? none : bytes;
  case PointerActivity::Mixed:
    break;
  }
  if (mutation::breaks("pull.mixed", "bytes"))
    return isShadowed ? bytes : none;
  Value *isConst = builder.CreateICmpEQ(get(pointer), get(primal.shadowOf(pointer, lane)));
  return isShadowed ? builder.CreateSelect(isConst, none, bytes)
                    : builder.CreateSelect(isConst, bytes, none);
}

void Pull::clearFloats(Value *place, Value *bytes, const Layout &layout) {
  if (isZero(bytes) || mutation::breaks("pull.clear"))
    return;
  Module &module = *builder.GetInsertBlock()->getModule();
  if (!layout.known || !layout.hasPointers())
    builder.CreateMemSet(place, builder.getInt8(0), bytes, MaybeAlign(1));
  else
    RuntimeCalls(module).clearFloats(builder, place, bytes, layout);
}

/// q[..] = p[..]:  p' += q'; q' = 0, on float bytes; const sources only clear
void Pull::operator()(const CopyStep &step) {
  if (step.layout.known && !step.layout.hasFloats())
    return; // shadow pointers were copied in the primal sweep
  for (unsigned lane = 0; lane != lanes.count(); ++lane)
    pullLane(step, lane);
}

void Pull::pullLane(const CopyStep &step, unsigned lane) {
  Value *to = step.at->getRawDest(), *from = step.at->getRawSource();
  Value *bytes = bytesWhere(to, true, get(step.at->getLength()), lane);
  Value *toShadow = get(primal.shadowOf(to, lane));
  Value *pulled = bytesWhere(from, true, bytes, lane),
        *cleared = bytesWhere(from, false, bytes, lane);
  RuntimeCalls runtime(*builder.GetInsertBlock()->getModule());
  if (!step.layout.known) {
    Value *none = ConstantPointerNull::get(builder.getPtrTy());
    Position where = positionIn(primal, *step.at);
    if (!isZero(pulled))
      runtime.pullRaw(builder, {toShadow, get(primal.shadowOf(from, lane)), pulled, where},
                      step.onlyFloat);
    if (!isZero(cleared))
      runtime.pullRaw(builder, {toShadow, none, cleared, where}, step.onlyFloat);
    return;
  }
  if (!isZero(pulled)) {
    Value *fromShadow = get(primal.shadowOf(from, lane));
    bool hasHalves = any_of(step.layout.pieces, [](const Piece &piece) {
      return piece.kind == Kind::Float && piece.floatType->getScalarSizeInBits() <= 32;
    });
    if (!step.layout.hasPointers() && hasHalves) // as a double an address is nothing
      for (Value *floats : {toShadow, fromShadow})
        runtime.forgetAddresses(builder, floats, pulled);
    runtime.pullCopy(builder, {toShadow, fromShadow, pulled, step.isShared}, step.layout);
    notePlaces(fromShadow, pulled, step);
  }
  Align align = step.at->getDestAlign().valueOrOne();
  if (step.isAmongOthers ||
      any_of(step.layout.pieces, [&](const Piece &piece) { return mayLieAskew(piece, align); }))
    runtime.unskewed(builder, toShadow, bytes);
  clearFloats(toShadow, cleared, step.layout);
}

/// p[..] = c:  p' = 0. A half may run again on its tape: then it finds addresses there once more.
/// (No runtime tells them from numbers in code for a device.)
void Pull::operator()(const ClearStep &step) {
  Value *memory = step.at->getRawDest();
  bool mayRunAgain =
      primal.key.mode != Mode::ReverseCombined && !isForDevice(*primal.function->getParent());
  for (unsigned lane = 0; lane != lanes.count(); ++lane) {
    Value *shadow = get(primal.shadowOf(memory, lane));
    Value *bytes = bytesWhere(memory, true, get(step.at->getLength()), lane);
    if (step.layout.known || !mayRunAgain || isZero(bytes) || mutation::breaks("pull.clear")) {
      clearFloats(shadow, bytes, step.layout);
      continue;
    }
    RuntimeCalls runtime(*builder.GetInsertBlock()->getModule());
    Value *none = ConstantPointerNull::get(builder.getPtrTy());
    runtime.pullRaw(builder, {shadow, none, bytes, positionIn(primal, *step.at)}, nullptr);
  }
}

/// y = f(x…) whose reverse has run: x̅ += what it gave
void Pull::pullRunInPlace(const DerivativeCall &made) {
  bool isActive = made.primalResult && primal.isActive(made.primalResult);
  Value *adjoint = isActive ? slots.take(builder, made.primalResult) : nullptr;
  for (auto [i, found] : enumerate(made.adjoints)) {
    Value *argument = made.inPrimal(i);
    if (found.passed && adjoint)
      slots.add(builder, argument, adjointPart(adjoint, {made.primalResult, *found.passed}));
    else if (found.value && !found.isSummed)
      slots.add(builder, argument, lanes.unpack(builder, get(found.value)));
  }
}

/// The adjoint of an integer that was made of numbers' bits: was it read as a number?
void Pull::refuseUnlessZero(Value *adjoint, const Instruction &made) {
  const DataLayout &layout = made.getDataLayout();
  for (unsigned lane = 0; lane != lanes.count(); ++lane) {
    Value *one = lanes.get(builder, adjoint, lane);
    IRBuilder<> entry(&*builder.GetInsertBlock()->getParent()->getEntryBlock().begin());
    AllocaInst *place = entry.CreateAlloca(one->getType(), nullptr, "bits");
    builder.CreateStore(one, place);
    RuntimeCalls(*builder.GetInsertBlock()->getModule())
        .bitsRead(builder, {place, builder.getInt64(layout.getTypeStoreSize(one->getType())), 0},
                  Position::of(made));
  }
}

/// n = f(m…), as an integer
void Pull::operator()(const BitsStep &step) {
  refuseUnlessZero(slots.take(builder, step.at), *step.at);
}

/// y = f(x…) with tape t:  x̅ += gradient_f(x…, x'…, y̅, t)
/// replayed:               x̅ += combined_f(x…, x'…, y̅)
void Pull::operator()(const CallStep &step) {
  const DerivativeCall &made = *step.made;
  if (made.isInPlace())
    return pullRunInPlace(made);
  DerivativeKey key = made.key;
  if (!made.isReplayed())
    key.mode = Mode::ReverseGradient;
  key.returnsPrimal = false;
  Function *gradient = made.reverse;
  assert(gradient && "the augmented half exists, so does this one");
  Signature signature = Signature::of(key);
  SmallVector<Value *, 8> operands;
  for (unsigned i = 0; i != key.arguments.size(); ++i) {
    operands.push_back(get(made.argument(i)));
    if (auto shadow = made.signature.shadowParameter[i])
      for (unsigned lane = 0; lane != lanes.count(); ++lane)
        operands.push_back(get(made.operand(*shadow + lane)));
  }
  if (signature.seedParameter)
    operands.push_back(made.primalResult && primal.isActive(made.primalResult)
                           ? lanes.pack(builder, slots.take(builder, made.primalResult))
                           : zeroOf(gradient->getArg(*signature.seedParameter)->getType()));
  if (signature.tapeParameter)
    operands.push_back(get(made.tape));
  CallInst *adjoints = builder.CreateCall(gradient, operands);
  adjoints->setMetadata(candidateMark, made.call->getMetadata(candidateMark)); // for higher orders
  if (isTaskCall(*made.call))
    markTaskCall(*adjoints, key.mode, "");
  else if (isTeamCall(*made.call))
    markTeamCall(*adjoints, key.mode, primal.key.mode);
  for (unsigned i = 0; i != key.arguments.size(); ++i)
    if (auto index = signature.adjointResult[i]) {
      Value *adjoint = lanes.unpack(builder, builder.CreateExtractValue(adjoints, *index));
      if (made.isOfBits(i))
        refuseUnlessZero(adjoint, *made.call);
      else
        slots.add(builder, made.inPrimal(i), adjoint);
    }
}

} // namespace enzyme
