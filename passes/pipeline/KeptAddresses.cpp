//===- KeptAddresses.cpp ----------------------------------------------------===//
#include "pipeline/KeptAddresses.h"
#include "rules/gpu/Devices.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

class Origins {
public:
  explicit Origins(const SetVector<Function *> &functions) : functions(functions) {}

  bool mayBeInBlock(const Value *address) {
    if (!seen.insert(address).second)
      return false;
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(address, objects, nullptr, /*MaxLookup=*/0);
    return any_of(objects, [&](const Value *object) { return isInBlock(object); });
  }

private:
  /// What is loaded was stored before, and is judged there.
  bool isInBlock(const Value *object) {
    if (auto *variable = dyn_cast<GlobalVariable>(object))
      return isOfBlock(*variable) || isOfLaunch(*variable);
    if (auto *parameter = dyn_cast<Argument>(object))
      return isPassed(*parameter);
    if (auto *call = dyn_cast<CallBase>(object))
      return call->getCalledFunction() && isReturned(*call->getCalledFunction());
    auto *cast = dyn_cast<Operator>(object);
    if (cast &&
        (cast->getOpcode() == Instruction::IntToPtr || cast->getOpcode() == Instruction::PtrToInt))
      return mayBeInBlock(cast->getOperand(0));
    return false;
  }

  /// Kernels are passed no such address.
  bool isPassed(const Argument &parameter) {
    return any_of(parameter.getParent()->uses(), [&](const Use &use) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      return call && call->isCallee(&use) && functions.contains(call->getFunction()) &&
             parameter.getArgNo() < call->arg_size() &&
             mayBeInBlock(call->getArgOperand(parameter.getArgNo()));
    });
  }

  bool isReturned(const Function &function) {
    return any_of(instructions(function), [&](const Instruction &at) {
      auto *result = dyn_cast<ReturnInst>(&at);
      const Value *value = result ? result->getReturnValue() : nullptr;
      return value && value->getType()->isPointerTy() && mayBeInBlock(value);
    });
  }

  const SetVector<Function *> &functions;
  SmallPtrSet<const Value *, 16> seen;
};

/// Each kernel says for itself where such shadows lie.
bool placesShadow(const StoreInst &store) {
  auto *variable = dyn_cast<GlobalVariable>(store.getPointerOperand());
  return variable && isPointerToShadow(*variable);
}

} // namespace

bool keepsAddressInBlock(const SetVector<Function *> &functions) {
  return any_of(functions, [&](const Function *function) {
    return any_of(instructions(*function), [&](const Instruction &at) {
      auto *store = dyn_cast<StoreInst>(&at);
      return store && store->getValueOperand()->getType()->isPointerTy() && !placesShadow(*store) &&
             Origins(functions).mayBeInBlock(store->getValueOperand());
    });
  });
}

} // namespace enzyme
