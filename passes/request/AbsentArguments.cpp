//===- AbsentArguments.cpp -------------------------------------------------===//
#include "request/AbsentArguments.h"
#include "request/Vocabulary.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

static bool hasOptionalArguments(const Function &function) {
  return function.isDeclaration() && function.getName().ends_with("_optional") &&
         familyOf(function.getName());
}

static bool isWidth(const Value &argument) {
  std::optional<Marker> marker = markerOf(argument.getName());
  return isa<GlobalVariable>(argument) && marker == Marker::Width;
}

/// The number at `address`: of a temporary, what was stored there last.
static Value *numberAt(Value &address, CallInst &call) {
  for (Instruction *at = call.getPrevNode(); at && isa<AllocaInst>(address);
       at = at->getPrevNode()) {
    auto *store = dyn_cast<StoreInst>(at);
    if (store && store->getPointerOperand() == &address &&
        isa<ConstantInt>(store->getValueOperand()))
      return store->getValueOperand();
    if (is_contained(at->operand_values(), &address))
      break;
  }
  return IRBuilder<>(&call).CreateLoad(Type::getInt32Ty(call.getContext()), &address);
}

/// A call may have another type than the function: how many arguments there are is its own affair.
/// The number behind enzyme_width is one of the request's own, which is read by value.
static void dropAbsent(CallInst &call) {
  IRBuilder<> builder(&call);
  SmallVector<Value *, 16> present;
  SmallVector<Type *, 16> types;
  for (Value *argument : call.args()) {
    if (isa<ConstantPointerNull>(argument))
      continue;
    if (!present.empty() && isWidth(*present.back()) && argument->getType()->isPointerTy())
      argument = numberAt(*argument, call);
    present.push_back(argument);
    types.push_back(argument->getType());
  }
  CallInst *made = builder.CreateCall(FunctionType::get(call.getType(), types, false),
                                      call.getCalledOperand(), present);
  made->setDebugLoc(call.getDebugLoc());
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

void dropAbsentArguments(Module &module) {
  for (Function &function : module)
    if (hasOptionalArguments(function))
      for (User *user : make_early_inc_range(function.users()))
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == &function)
          dropAbsent(*call);
}

} // namespace enzyme
