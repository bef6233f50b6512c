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

/// Their common type, if they have one: it tells what is in them.
Type *typeOf(ArrayRef<GlobalVariable *> arrays) {
  Type *type = arrays.front()->getValueType();
  for (GlobalVariable *array : arrays)
    if (array->getValueType() != type)
      return ArrayType::get(Type::getInt8Ty(type->getContext()), 0);
  return type;
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
  SmallVector<GlobalVariable *, 2> arrays = arraysOfLaunch(module);
  if (arrays.empty() || mutation::breaks("launch-memory.named"))
    return;
  auto *generic = new GlobalVariable(module, typeOf(arrays), /*isConstant=*/false,
                                     GlobalValue::ExternalLinkage, nullptr, launchMemoryName,
                                     nullptr, GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
  for (GlobalVariable *array : arrays) {
    generic->setAlignment(
        std::max(generic->getAlign().valueOrOne(), array->getAlign().valueOrOne()));
    makeGeneric(*array, *generic);
  }
}

void lowerLaunchMemory(Module &module) {
  GlobalVariable *memory = module.getGlobalVariable(launchMemoryName);
  if (!memory)
    return;
  for (GlobalVariable &shadow : make_early_inc_range(module.globals())) {
    if (!isOfLaunch(shadow) || &shadow == memory)
      continue;
    if (GlobalVariable *pointer = pointerToShadow(shadow))
      lowerShadow(shadow, *pointer);
    if (shadow.use_empty())
      shadow.eraseFromParent();
  }
  GlobalVariable *most = nullptr; // what is aligned most is where all are
  for (GlobalVariable *array : arraysOfLaunch(module))
    if (!most || array->getAlign().valueOrOne() > most->getAlign().valueOrOne())
      most = array;
  memory->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(most, memory->getType()));
  memory->eraseFromParent();
}

} // namespace enzyme
