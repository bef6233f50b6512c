//===- AdvanceStep.cpp ----------------------------------------------------===//
#include "emit/AdvanceStep.h"
#include "request/Signature.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The parameters of the iteration that are addresses of addresses with a shadow.
SmallPtrSet<const Argument *, 4> pointerCells(const CheckpointPlan &plan,
                                              const DerivativeKey &step) {
  SmallPtrSet<const Argument *, 4> cells;
  for (const StatePiece &piece : plan.pieces)
    for (const Use &operand : plan.step->args())
      if (piece.kind == PieceKind::Pointer && operand == piece.memory &&
          step.arguments[operand.getOperandNo()] == Activity::Dup)
        cells.insert(step.primal->getArg(operand.getOperandNo()));
  return cells;
}

/// The stores of addresses that the iteration hands on.
SmallVector<StoreInst *, 4> handedOn(const CheckpointPlan &plan, const DerivativeKey &step) {
  SmallVector<StoreInst *, 4> stores;
  for (const Argument *cell : pointerCells(plan, step))
    for (const User *user : cell->users())
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == cell)
        stores.push_back(const_cast<StoreInst *>(store)); // const_cast: users are const by default
  return stores;
}

bool hasShadow(const Value &address, const SmallPtrSetImpl<const Argument *> &cells,
               SmallPtrSetImpl<const Value *> &seen) {
  if (isa<Argument, ConstantPointerNull, UndefValue>(address) || !seen.insert(&address).second)
    return true;
  auto isKnown = [&](const Value *other) { return hasShadow(*other, cells, seen); };
  if (auto *load = dyn_cast<LoadInst>(&address)) {
    auto *cell = dyn_cast<Argument>(load->getPointerOperand());
    return cell && cells.contains(cell);
  }
  if (auto *distance = dyn_cast<GetElementPtrInst>(&address))
    return !distance->getType()->isVectorTy() && isKnown(distance->getPointerOperand());
  if (auto *phi = dyn_cast<PHINode>(&address))
    return all_of(phi->incoming_values(), [&](const Use &value) { return isKnown(value); });
  if (auto *choice = dyn_cast<SelectInst>(&address))
    return isKnown(choice->getTrueValue()) && isKnown(choice->getFalseValue());
  return false;
}

/// Shadows of one lane, in the copy.
class ShadowAddresses {
public:
  ShadowAddresses(Function &copy, const Signature &signature, unsigned lane) {
    unsigned count = signature.primalParameter.size();
    for (unsigned i = 0; i != count; ++i)
      if (auto place = signature.shadowParameter[i])
        shadows[copy.getArg(signature.primalParameter[i])] = copy.getArg(*place + lane);
  }

  Value *of(Value *address) {
    if (Value *known = shadows.lookup(address))
      return known;
    auto *made = dyn_cast<Instruction>(address);
    if (!made)
      return address; // constant memory is its own shadow
    Instruction *shadow = made->clone();
    shadow->insertAfter(made->getIterator());
    shadow->setName(made->getName() + ".shadow");
    shadows[address] = shadow;
    for (Use &operand : shadow->operands())
      if (operand->getType()->isPointerTy())
        operand.set(of(operand));
    return shadow;
  }

private:
  DenseMap<Value *, Value *> shadows;
};

} // namespace

bool canAdvance(const CheckpointPlan &plan, const DerivativeKey &step) {
  SmallPtrSet<const Argument *, 4> cells = pointerCells(plan, step);
  SmallPtrSet<const Value *, 8> seen;
  return all_of(handedOn(plan, step), [&](StoreInst *store) {
    return hasShadow(*store->getValueOperand(), cells, seen);
  });
}

Function *makeAdvance(const CheckpointPlan &plan, const DerivativeKey &step) {
  Function &primal = *step.primal;
  Signature signature = Signature::of(step);
  FunctionType *type = FunctionType::get(primal.getReturnType(), signature.type->params(), false);
  Function *copy = Function::Create(type, GlobalValue::InternalLinkage,
                                    "enzyme.advance." + primal.getName(), primal.getParent());
  ValueToValueMapTy copies;
  for (Argument &parameter : primal.args())
    copies[&parameter] = copy->getArg(signature.primalParameter[parameter.getArgNo()]);
  SmallVector<ReturnInst *, 2> returns;
  CloneFunctionInto(copy, &primal, copies, CloneFunctionChangeType::LocalChangesOnly, returns);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->removeFnAttr(stepAttribute);
  copy->removeFnAttr(Attribute::NoInline);
  for (unsigned lane = 0; lane != step.width; ++lane) {
    ShadowAddresses shadows(*copy, signature, lane);
    for (StoreInst *store : handedOn(plan, step)) {
      auto *own = cast<StoreInst>(copies[store]);
      Instruction *twin = own->clone();
      twin->setOperand(0, shadows.of(own->getValueOperand()));
      twin->setOperand(1, shadows.of(own->getPointerOperand()));
      twin->insertAfter(own->getIterator());
    }
  }
  return copy;
}

} // namespace enzyme
