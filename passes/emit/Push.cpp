//===- Push.cpp ----------------------------------------------------------===//
//
// Formulas as in plan/LinearStep.h; d_x is the tangent of x, *p' the place behind
// the shadow of p. Fast-math flags of derivative instructions are the primal's.
//===----------------------------------------------------------------------===//
#include "emit/Push.h"
#include "emit/Guard.h"
#include "emit/Pull.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"

using namespace llvm;

namespace enzyme {

Value *Push::tangent(Value *copy) const {
  Value *found = tangents.lookup(copy);
  return found && primal.isActive(copy) ? found : zeroOf(copy->getType());
}

Value *Push::tangentPart(IRBuilderBase &builder, const Port &port) const {
  Value *whole = tangent(port.value);
  if (port.component < 0)
    return whole;
  return whole->getType()->isVectorTy() ? builder.CreateExtractElement(whole, port.component)
                                        : builder.CreateExtractValue(whole, port.component);
}

static Type *portType(const Port &port) {
  Type *type = port.value->getType();
  if (port.component < 0)
    return type;
  return type->isVectorTy() ? type->getScalarType() : cast<StructType>(type)->getElementType(port.component);
}

/// d_o = Σ_i ∂y_o/∂x_i · d_i
Value *Push::scaleInto(IRBuilderBase &builder, const ScaleStep &step, unsigned output) {
  const BoundFormula &formula = step.formula;
  Type *type = portType(formula.outputs[output]);
  Value *sum = zeroOf(type);
  for (unsigned i = 0; i != formula.inputs.size(); ++i) {
    if (!formula.hasPartial(output, i) || !primal.isActive(formula.inputs[i].value))
      continue;
    Value *part = tangentPart(builder, formula.inputs[i]);
    if (formula.isMinusOne(output, i))
      part = builder.CreateFNeg(part);
    else if (!formula.isOne(output, i))
      part = scale(builder, part,
                   formula.emitPartial(builder, output, i, [](Value *value) { return value; }),
                   needsGuard(context, step, output, i));
    part = convertFloat(builder, part, type);
    sum = isZero(sum) ? part : builder.CreateFAdd(sum, part);
  }
  return sum;
}

void Push::operator()(const ScaleStep &step) {
  IRBuilder<> builder(afterDefinition(*step.at));
  if (auto *math = dyn_cast<FPMathOperator>(step.at))
    builder.setFastMathFlags(math->getFastMathFlags());
  if (step.formula.outputs.size() == 1 && step.formula.outputs[0].component < 0)
    return setTangent(step.at, scaleInto(builder, step, 0));
  Value *whole = zeroOf(step.at->getType());
  for (unsigned o = 0; o != step.formula.outputs.size(); ++o) {
    Value *part = scaleInto(builder, step, o);
    int component = step.formula.outputs[o].component;
    whole = whole->getType()->isVectorTy() ? builder.CreateInsertElement(whole, part, component)
                                           : builder.CreateInsertValue(whole, part, component);
  }
  setTangent(step.at, whole);
}

/// The same move on tangents; what is no float (conditions, indices, masks) stays.
void Push::operator()(const RouteStep &step) {
  Instruction *move = step.at->clone();
  for (unsigned i = 0; i != move->getNumOperands(); ++i) {
    Value *operand = step.at->getOperand(i);
    bool isControl = (isa<SelectInst>(move) && i == 0) || (isa<ExtractElementInst>(move) && i == 1) ||
                     (isa<InsertElementInst>(move) && i == 2) ||
                     (isa<BinaryOperator>(move) && isa<Constant>(operand));
    if (!isControl)
      move->setOperand(i, tangent(operand));
  }
  move->insertBefore(afterDefinition(*step.at)->getIterator());
  move->dropPoisonGeneratingFlags();
  if (step.at->hasName())
    move->setName(step.at->getName() + ".tangent");
  setTangent(step.at, move);
}

void Push::operator()(const PhiStep &step) {
  IRBuilder<> builder(step.at);
  setTangent(step.at, builder.CreatePHI(step.at->getType(), step.at->getNumIncomingValues(),
                                        step.at->getName() + ".tangent"));
  phis.push_back(step.at);
}

void Push::completePhis() {
  for (PHINode *phi : phis)
    for (unsigned i = 0; i != phi->getNumIncomingValues(); ++i)
      cast<PHINode>(tangents.lookup(phi))
          ->addIncoming(tangent(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
}

/// A place that may be written: a sink where the memory turns out to be const.
Value *Push::place(IRBuilderBase &builder, Value *pointer, Type *accessed) {
  Value *shadow = primal.shadowOf(pointer);
  if (!isMixed(pointer))
    return shadow;
  return writableShadow(builder, pointer, shadow, sinkOf(builder, accessed));
}

/// x = *p:  d_x = *p', zero where the memory is const
void Push::operator()(const LoadStep &step) {
  IRBuilder<> builder(afterDefinition(*step.at));
  Value *pointer = step.at->getPointerOperand(), *shadow = primal.shadowOf(pointer);
  Type *type = step.at->getType();
  Value *loaded = builder.CreateAlignedLoad(type, shadow, step.at->getAlign(),
                                            step.at->getName() + ".tangent");
  if (isMixed(pointer))
    loaded = builder.CreateSelect(builder.CreateICmpEQ(pointer, shadow), zeroOf(type), loaded);
  setTangent(step.at, loaded);
}

/// *p = x:  *p' = d_x, on float bytes
void Push::operator()(const StoreStep &step) {
  IRBuilder<> builder(step.at->getNextNode());
  Value *stored = step.at->getValueOperand();
  Value *shadow = place(builder, step.at->getPointerOperand(), stored->getType());
  Value *tangents = tangent(stored);
  for (const FloatPart &part : floatParts(*stored, primal)) {
    Value *address = part.offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), shadow, part.offset)
                                 : shadow;
    builder.CreateAlignedStore(extractPart(builder, tangents, part), address,
                               commonAlignment(step.at->getAlign(), part.offset));
  }
}

/// old = *p; *p += x:  d_old = *p'; *p' += d_x
void Push::operator()(const UpdateStep &step) {
  IRBuilder<> builder(step.at->getNextNode());
  Value *operand = step.at->getValOperand();
  Value *shadow = place(builder, step.at->getPointerOperand(), operand->getType());
  Value *old = builder.CreateAtomicRMW(step.at->getOperation(), shadow, tangent(operand),
                                       step.at->getAlign(), step.at->getOrdering());
  setTangent(step.at, old);
}

/// q[..] = p[..]:  q' = p'. What a const source holds has tangent zero, and a
/// pointer from there is its own shadow.
void Push::operator()(const CopyStep &step) {
  IRBuilder<> builder(step.at->getNextNode());
  Value *to = step.at->getRawDest(), *from = step.at->getRawSource();
  Value *toShadow = primal.shadowOf(to), *fromShadow = primal.shadowOf(from);
  Value *bytes = step.at->getLength(), *none = zeroOf(bytes->getType());
  if (isMixed(to))
    bytes = builder.CreateSelect(builder.CreateICmpEQ(to, toShadow), none, bytes);
  if (isMixed(to) || isMixed(from) || step.at->getIntrinsicID() == Intrinsic::memmove)
    builder.CreateMemMove(toShadow, step.at->getDestAlign(), fromShadow, step.at->getSourceAlign(), bytes);
  else
    builder.CreateMemCpy(toShadow, step.at->getDestAlign(), fromShadow, step.at->getSourceAlign(), bytes);
  PointerActivity source = primal.pointerActivity(from);
  if (source == PointerActivity::Active || !step.layout.hasFloats())
    return;
  if (source == PointerActivity::Mixed)
    bytes = builder.CreateSelect(builder.CreateICmpEQ(from, fromShadow), bytes, none);
  Module &module = *step.at->getModule();
  RuntimeCalls(module).clearFloats(builder, toShadow, bytes, layoutGlobal(module, step.layout));
}

/// p[..] = c:  p'[..] = 0
void Push::operator()(const ClearStep &step) {
  IRBuilder<> builder(step.at->getNextNode());
  Value *memory = step.at->getRawDest(), *shadow = primal.shadowOf(memory);
  Value *bytes = step.at->getLength();
  if (isMixed(memory))
    bytes = builder.CreateSelect(builder.CreateICmpEQ(memory, shadow), zeroOf(bytes->getType()), bytes);
  builder.CreateMemSet(shadow, builder.getInt8(0), bytes, step.at->getDestAlign());
}

/// The call of the forward derivative stands there already; now the tangents of
/// its float arguments exist.
void Push::operator()(const CallStep &step) {
  const DerivativeCall &made = *step.made;
  for (unsigned i = 0; i != made.key.arguments.size(); ++i) {
    auto shadow = made.signature.shadowParameter[i];
    if (shadow && isa<PoisonValue>(made.call->getArgOperand(*shadow)))
      made.call->setArgOperand(
          *shadow, tangent(made.call->getArgOperand(made.signature.primalParameter[i])));
  }
  if (!made.signature.shadowResult || !made.primalResult || !primal.isActive(made.primalResult))
    return;
  IRBuilder<> builder(afterDefinition(*made.call));
  setTangent(made.primalResult, builder.CreateExtractValue(made.call, *made.signature.shadowResult));
}

} // namespace enzyme
