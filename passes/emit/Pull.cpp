//===- Pull.cpp ----------------------------------------------------------===//
//
// Formulas as in plan/LinearStep.h; x̅ is the slot of x, *p' the place behind the
// shadow of p. Fast-math flags of derivative instructions are the primal's.
//===----------------------------------------------------------------------===//
#include "emit/Pull.h"
#include "emit/Guard.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"

using namespace llvm;

namespace enzyme {

Value *sinkOf(IRBuilderBase &builder, Type *type) {
  return entrySink(*builder.GetInsertBlock()->getParent(), type);
}

/// y = f(x…):  x̅_i += Σ_o ∂y_o/∂x_i · y̅_o
void Pull::operator()(const ScaleStep &step) {
  IRBuilderBase::FastMathFlagGuard flags(builder);
  if (auto *math = dyn_cast<FPMathOperator>(step.at))
    builder.setFastMathFlags(math->getFastMathFlags());
  Value *adjoint = slots.take(builder, step.at);
  const BoundFormula &formula = step.formula;
  auto lookUp = [&](Value *value) { return get(value); };
  for (unsigned o = 0; o != formula.outputs.size(); ++o) {
    Value *out = adjoint;
    if (int component = formula.outputs[o].component; component >= 0)
      out = adjoint->getType()->isVectorTy() ? builder.CreateExtractElement(adjoint, component)
                                             : builder.CreateExtractValue(adjoint, component);
    for (unsigned i = 0; i != formula.inputs.size(); ++i) {
      const Port &input = formula.inputs[i];
      if (!formula.hasPartial(o, i) || !primal.isActive(input.value))
        continue;
      Type *type = input.component >= 0 ? out->getType() : input.value->getType();
      Value *part = convertFloat(builder, out, type);
      if (formula.isMinusOne(o, i))
        part = builder.CreateFNeg(part);
      else if (!formula.isOne(o, i))
        part = scale(builder, part, formula.emitPartial(builder, o, i, lookUp),
                     needsGuard(context, step, o, i));
      slots.addPart(builder, input.value, input.component, part);
    }
  }
}

void Pull::operator()(const RouteStep &step) {
  Instruction &at = *step.at;
  Value *adjoint = slots.take(builder, &at);
  Value *zero = zeroOf(at.getType());
  if (auto *select = dyn_cast<SelectInst>(&at)) {
    Value *condition = get(select->getCondition());
    if (primal.isActive(select->getTrueValue()))
      slots.add(builder, select->getTrueValue(), builder.CreateSelect(condition, adjoint, zero));
    if (primal.isActive(select->getFalseValue()))
      slots.add(builder, select->getFalseValue(), builder.CreateSelect(condition, zero, adjoint));
  } else if (isa<FreezeInst>(at)) {
    slots.add(builder, at.getOperand(0), adjoint);
  } else if (isa<BitCastInst>(at)) {
    slots.add(builder, at.getOperand(0), builder.CreateBitCast(adjoint, at.getOperand(0)->getType()));
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

/// Moves of float bits through integers: the opposite move.
void Pull::routeThroughInteger(Instruction &at, Value *adjoint) {
  Value *from = at.getOperand(0);
  switch (at.getOpcode()) {
  case Instruction::Shl:
    return slots.add(builder, from, builder.CreateLShr(adjoint, at.getOperand(1)));
  case Instruction::LShr:
    return slots.add(builder, from, builder.CreateShl(adjoint, at.getOperand(1)));
  case Instruction::ZExt:
    return slots.add(builder, from, builder.CreateTrunc(adjoint, from->getType()));
  case Instruction::Trunc:
    return slots.add(builder, from, builder.CreateZExt(adjoint, from->getType()));
  case Instruction::And:
    return slots.add(builder, from, builder.CreateAnd(adjoint, at.getOperand(1)));
  default: // or of disjoint parts: each operand takes its own
    assert(at.getOpcode() == Instruction::Or && "linearise admits no other integer move");
    slots.add(builder, from, adjoint);
    slots.add(builder, at.getOperand(1), adjoint);
  }
}

void Pull::routeShuffle(ShuffleVectorInst &at, Value *adjoint) {
  unsigned width = cast<FixedVectorType>(at.getOperand(0)->getType())->getNumElements();
  for (unsigned lane = 0; lane != at.getShuffleMask().size(); ++lane) {
    int from = at.getMaskValue(lane);
    if (from >= 0)
      slots.addPart(builder, at.getOperand(unsigned(from) / width), unsigned(from) % width,
                    builder.CreateExtractElement(adjoint, lane));
  }
}

void Pull::routeAggregate(Instruction &at, Value *adjoint) {
  if (auto *extract = dyn_cast<ExtractValueInst>(&at)) {
    Value *aggregate = extract->getAggregateOperand();
    slots.add(builder, aggregate,
              builder.CreateInsertValue(zeroOf(aggregate->getType()), adjoint, extract->getIndices()));
    return;
  }
  auto &insert = cast<InsertValueInst>(at);
  Value *inserted = insert.getInsertedValueOperand();
  slots.add(builder, inserted, builder.CreateExtractValue(adjoint, insert.getIndices()));
  slots.add(builder, insert.getAggregateOperand(),
            builder.CreateInsertValue(adjoint, zeroOf(inserted->getType()), insert.getIndices()));
}

void Pull::routeElement(Instruction &at, Value *adjoint) {
  if (auto *extract = dyn_cast<ExtractElementInst>(&at)) {
    Value *vector = extract->getVectorOperand();
    slots.add(builder, vector,
              builder.CreateInsertElement(zeroOf(vector->getType()), adjoint, get(extract->getIndexOperand())));
    return;
  }
  auto &insert = cast<InsertElementInst>(at);
  Value *index = get(insert.getOperand(2));
  slots.add(builder, insert.getOperand(1), builder.CreateExtractElement(adjoint, index));
  slots.add(builder, insert.getOperand(0),
            builder.CreateInsertElement(adjoint, zeroOf(insert.getOperand(1)->getType()), index));
}

/// The address behind which the adjoint of `pointer`'s memory is summed; a sink
/// where the memory turns out to be const.
Value *Pull::place(Value *pointer, Type *accessed) {
  Value *shadow = get(primal.shadowOf(pointer));
  if (primal.pointerActivity(pointer) != PointerActivity::Mixed)
    return shadow;
  Value *sink = sinkOf(builder, accessed);
  builder.CreateStore(zeroOf(accessed), sink);
  return writableShadow(builder, get(pointer), shadow, sink);
}

static Value *partAddress(IRBuilderBase &builder, Value *place, const FloatPart &part) {
  return part.offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, part.offset) : place;
}

void Pull::addToPlace(Value *pointer, Value *accessed, Value *adjoint, Align align) {
  Value *shadow = place(pointer, accessed->getType());
  for (const FloatPart &part : floatParts(*accessed, primal)) {
    Value *address = partAddress(builder, shadow, part);
    Align partAlign = commonAlignment(align, part.offset);
    Value *old = builder.CreateAlignedLoad(part.type, address, partAlign);
    Value *sum = builder.CreateFAdd(old, extractPart(builder, adjoint, part));
    builder.CreateAlignedStore(sum, address, partAlign);
  }
}

/// *p' before it is cleared.
Value *Pull::takePlace(Value *pointer, Value *accessed, Align align) {
  Value *shadow = place(pointer, accessed->getType());
  Value *taken = zeroOf(accessed->getType());
  for (const FloatPart &part : floatParts(*accessed, primal)) {
    Value *address = partAddress(builder, shadow, part);
    Align partAlign = commonAlignment(align, part.offset);
    Value *old = builder.CreateAlignedLoad(part.type, address, partAlign);
    builder.CreateAlignedStore(zeroOf(part.type), address, partAlign);
    taken = insertPart(builder, taken, part, old);
  }
  return taken;
}

/// x = *p:  *p' += x̅
void Pull::operator()(const LoadStep &step) {
  Value *adjoint = slots.take(builder, step.at);
  addToPlace(step.at->getPointerOperand(), step.at, adjoint, step.at->getAlign());
}

/// *p = x:  x̅ += *p'; *p' = 0
void Pull::operator()(const StoreStep &step) {
  Value *stored = step.at->getValueOperand();
  Value *taken = takePlace(step.at->getPointerOperand(), stored, step.at->getAlign());
  if (step.isValueActive)
    slots.add(builder, stored, taken);
}

/// old = *p; *p += x:  x̅ += *p'; *p' += old̅
void Pull::operator()(const UpdateStep &step) {
  Value *operand = step.at->getValOperand();
  Value *shadow = place(step.at->getPointerOperand(), operand->getType());
  Value *adjoint = builder.CreateAlignedLoad(operand->getType(), shadow, step.at->getAlign());
  if (step.at->getOperation() == AtomicRMWInst::FSub)
    adjoint = builder.CreateFNeg(adjoint);
  slots.add(builder, operand, adjoint);
  if (primal.isActive(step.at))
    addToPlace(step.at->getPointerOperand(), step.at, slots.take(builder, step.at), step.at->getAlign());
}

/// `bytes` where `pointer`'s memory is shadowed (or is not) at run time, else 0.
Value *Pull::bytesWhere(Value *pointer, bool isShadowed, Value *bytes) {
  Value *none = zeroOf(bytes->getType());
  switch (primal.pointerActivity(pointer)) {
  case PointerActivity::Active:
    return isShadowed ? bytes : none;
  case PointerActivity::Const:
    return isShadowed ? none : bytes;
  case PointerActivity::Mixed:
    break;
  }
  Value *isConst = builder.CreateICmpEQ(get(pointer), get(primal.shadowOf(pointer)));
  return isShadowed ? builder.CreateSelect(isConst, none, bytes)
                    : builder.CreateSelect(isConst, bytes, none);
}

void Pull::clearFloats(Value *place, Value *bytes, const Layout &layout) {
  if (isZero(bytes))
    return;
  Module &module = *builder.GetInsertBlock()->getModule();
  if (!layout.known || !layout.hasPointers())
    builder.CreateMemSet(place, builder.getInt8(0), bytes, MaybeAlign(1));
  else
    RuntimeCalls(module).clearFloats(builder, place, bytes, layoutGlobal(module, layout));
}

/// q[..] = p[..]:  p' += q'; q' = 0, on float bytes; const sources only clear
void Pull::operator()(const CopyStep &step) {
  if (!step.layout.hasFloats())
    return; // shadow pointers were copied in the primal sweep
  Value *to = step.at->getRawDest(), *from = step.at->getRawSource();
  Value *bytes = bytesWhere(to, true, get(step.at->getLength()));
  Value *toShadow = get(primal.shadowOf(to));
  Value *pulled = bytesWhere(from, true, bytes), *cleared = bytesWhere(from, false, bytes);
  if (!isZero(pulled))
    RuntimeCalls(*builder.GetInsertBlock()->getModule())
        .pullCopy(builder, toShadow, get(primal.shadowOf(from)), pulled, step.layout);
  clearFloats(toShadow, cleared, step.layout);
}

/// p[..] = c:  p' = 0
void Pull::operator()(const ClearStep &step) {
  Value *memory = step.at->getRawDest();
  clearFloats(get(primal.shadowOf(memory)), bytesWhere(memory, true, get(step.at->getLength())),
              step.layout);
}

/// y = f(x…) with tape t:  x̅ += gradient_f(x…, x'…, y̅, t)
void Pull::operator()(const CallStep &step) {
  const DerivativeCall &made = *step.made;
  DerivativeKey key = made.key;
  key.mode = Mode::ReverseGradient;
  key.returnsPrimal = false;
  Function *gradient = context.derivativeOf(key);
  assert(gradient && "the augmented half exists, so does this one");
  Signature signature = Signature::of(key);
  SmallVector<Value *, 8> operands;
  for (unsigned i = 0; i != key.arguments.size(); ++i) {
    operands.push_back(get(made.call->getArgOperand(made.signature.primalParameter[i])));
    if (auto shadow = made.signature.shadowParameter[i])
      operands.push_back(get(made.call->getArgOperand(*shadow)));
  }
  if (signature.seedParameter)
    operands.push_back(made.primalResult && primal.isActive(made.primalResult)
                           ? slots.take(builder, made.primalResult)
                           : zeroOf(gradient->getArg(*signature.seedParameter)->getType()));
  if (signature.tapeParameter)
    operands.push_back(get(made.tape));
  Value *adjoints = builder.CreateCall(gradient, operands);
  for (unsigned i = 0; i != key.arguments.size(); ++i)
    if (auto index = signature.adjointResult[i])
      slots.add(builder, made.call->getArgOperand(made.signature.primalParameter[i]),
                builder.CreateExtractValue(adjoints, *index));
}

} // namespace enzyme
