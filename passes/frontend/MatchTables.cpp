//===- MatchTables.cpp ---------------------------------------------------===//
//
// Problem: whether a destructor that does nothing of its own is a function, or its
// base's stands in the vtable for it, depends on -O. The run follows the program's
// vtable: a call through it would lead to a function that the workshop never saw.
//
// Here: both initialisers are walked side by side. A function that only the program
// has becomes, in the pristine module, one that calls what stands there instead.
//===----------------------------------------------------------------------===//
#include "frontend/MatchTables.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The pristine `own` under the name that the program uses; null if it has it.
Function *standIn(const Function &theirs, Function &own) {
  Module &pristine = *own.getParent();
  if (theirs.getName() == own.getName() || theirs.getFunctionType() != own.getFunctionType() ||
      own.isVarArg() || pristine.getNamedValue(theirs.getName()))
    return nullptr;
  Function *made = Function::Create(own.getFunctionType(), GlobalValue::InternalLinkage,
                                    theirs.getName(), pristine);
  made->copyAttributesFrom(&own);
  IRBuilder<> builder(BasicBlock::Create(own.getContext(), "entry", made));
  SmallVector<Value *, 4> arguments;
  for (Argument &argument : made->args())
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(&own, arguments);
  call->setCallingConv(own.getCallingConv());
  if (own.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return made;
}

Constant *aligned(const Constant &theirs, Constant &own) {
  if (auto *function = dyn_cast<Function>(&own)) {
    auto *other = dyn_cast<Function>(&theirs);
    Function *made = other ? standIn(*other, *function) : nullptr;
    return made ? made : &own;
  }
  if (!isa<ConstantStruct, ConstantArray>(own) || theirs.getNumOperands() != own.getNumOperands())
    return &own;
  SmallVector<Constant *, 8> parts;
  for (unsigned i = 0; i != own.getNumOperands(); ++i)
    parts.push_back(
        aligned(*cast<Constant>(theirs.getOperand(i)), *cast<Constant>(own.getOperand(i))));
  if (auto *structure = dyn_cast<ConstantStruct>(&own))
    return ConstantStruct::get(structure->getType(), parts);
  return ConstantArray::get(cast<ArrayType>(own.getType()), parts);
}

} // namespace

void alignTables(Module &pristine, const Module &module) {
  for (const GlobalVariable &theirs : module.globals()) {
    GlobalVariable *own = theirs.isConstant() && theirs.hasInitializer()
                              ? pristine.getNamedGlobal(theirs.getName())
                              : nullptr;
    if (own && own->isConstant() && own->hasInitializer() &&
        own->getValueType() == theirs.getValueType())
      own->setInitializer(aligned(*theirs.getInitializer(), *own->getInitializer()));
  }
}

} // namespace enzyme
