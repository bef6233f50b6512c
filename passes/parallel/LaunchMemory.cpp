//===- LaunchMemory.cpp -------------------------------------------------------===//
#include "parallel/LaunchMemory.h"
#include "rules/gpu/Devices.h"
#include "support/Mutation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace enzyme {
namespace {

SmallVector<GlobalVariable *, 2> arraysOfLaunch(Module &module) {
  SmallVector<GlobalVariable *, 2> arrays;
  for (GlobalVariable &variable : module.globals())
    if (isOfBlock(variable) && !variable.hasInitializer() &&
        module.getDataLayout().getTypeAllocSize(variable.getValueType()) == 0)
      arrays.push_back(&variable);
  return arrays;
}

/// Front ends make an address of the generic space of the array at once; other uses stay.
void makeGeneric(Value &array, Constant &generic) {
  for (User *user : make_early_inc_range(array.users())) {
    bool isCast = Operator::getOpcode(user) == Instruction::AddrSpaceCast;
    if (isCast && user->getType() == generic.getType()) {
      user->replaceAllUsesWith(&generic);
      if (auto *cast = dyn_cast<Instruction>(user))
        cast->eraseFromParent();
      continue;
    }
    auto *step = dyn_cast<ConstantExpr>(user);
    if (step && step->getOpcode() == Instruction::GetElementPtr)
      makeGeneric(*step, *ConstantExpr::getGetElementPtr(
                             cast<GEPOperator>(step)->getSourceElementType(), &generic,
                             SmallVector<Value *, 2>(drop_begin(step->operand_values()))));
  }
}

/// One load in each function that uses `shadow`: nothing changes the pointer while a derivative
/// runs.
void lowerShadow(GlobalVariable &shadow, GlobalVariable &pointer) {
  convertUsersOfConstantsToInstructions({&shadow});
  DenseMap<Function *, Value *> loaded;
  for (Use &use : make_early_inc_range(shadow.uses())) {
    auto *user = cast<Instruction>(use.getUser());
    Value *&address = loaded[user->getFunction()];
    if (!address) {
      IRBuilder<> builder(&*user->getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      address = builder.CreateLoad(shadow.getType(), &pointer, "shared.shadow");
    }
    use.set(address);
  }
}

} // namespace

void nameLaunchMemory(Module &module) {
  if (mutation::breaks("launch-memory.named"))
    return;
  for (GlobalVariable *array : arraysOfLaunch(module)) {
    auto *generic = new GlobalVariable(
        module, array->getValueType(), /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
        launchMemory + array->getName(), nullptr, GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
    generic->setAlignment(array->getAlign());
    makeGeneric(*array, *generic);
  }
}

void lowerLaunchMemory(Module &module) {
  SmallVector<GlobalVariable *, 2> memories;
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    if (!isOfLaunch(variable))
      continue;
    if (variable.getName().starts_with(launchMemory)) {
      memories.push_back(&variable);
      continue;
    }
    if (GlobalVariable *pointer = pointerToShadow(variable))
      lowerShadow(variable, *pointer);
    if (variable.use_empty())
      variable.eraseFromParent();
  }
  // Each is its own array again: to LLVM two arrays do not overlap.
  for (GlobalVariable *memory : memories) {
    GlobalVariable *array = module.getGlobalVariable(memory->getName().substr(launchMemory.size()));
    memory->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(array, memory->getType()));
    memory->eraseFromParent();
  }
}

} // namespace enzyme
