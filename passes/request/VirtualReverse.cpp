//===- VirtualReverse.cpp - shadows of constants --------------------------===//
#include "request/VirtualReverse.h"
#include "request/InvokeEdge.h"
#include "request/Vocabulary.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

/// The constant as what the program declares the word to return; zero where that is not an address.
static Value *resultOf(CallBase &call, IRBuilder<> &builder) {
  Value *constant = call.getArgOperand(call.arg_size() - 1);
  Type *type = call.getType();
  if (!CastInst::isBitOrNoopPointerCastable(constant->getType(), type, call.getDataLayout()))
    return Constant::getNullValue(type);
  return builder.CreateBitOrPointerCast(constant, type);
}

static void replace(CallBase &call) {
  IRBuilder<> builder(&call);
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(resultOf(call, builder));
  eraseCall(call);
}

void replaceVirtualReverse(Module &module) {
  SmallVector<CallBase *, 4> calls;
  for (Function &function : module) {
    if (!function.isDeclaration() || familyOf(function.getName()) != Family::VirtualReverse)
      continue;
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user);
          call && call->getCalledOperand() == &function && call->arg_size())
        calls.push_back(call);
  }
  for (CallBase *call : calls)
    replace(*call);
}

} // namespace enzyme
