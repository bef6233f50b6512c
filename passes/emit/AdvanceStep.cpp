//===- AdvanceStep.cpp ----------------------------------------------------===//
#include "emit/AdvanceStep.h"
#include "abi/Signature.h"
#include "regions/Snapshots.h"
#include "support/Origins.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

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
  forgetCopy(*copy);
  copy->removeFnAttr(Attribute::NoInline);
  for (unsigned lane = 0; lane != step.width; ++lane) {
    ShadowAddresses shadows(*copy, signature, lane);
    for (StoreInst *store : addressesHandedOn(plan, step)) {
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
