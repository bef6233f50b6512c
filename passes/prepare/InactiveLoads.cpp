//===- InactiveLoads.cpp ---------------------------------------------------===//
#include "prepare/InactiveLoads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral fencePrefix = "enzyme.inactive.";

static Function *fenceFor(Module &module, Type *type) {
  std::string name;
  raw_string_ostream(name) << fencePrefix << *type;
  FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(type, type, false));
  auto *fence = cast<Function>(callee.getCallee());
  fence->setDoesNotAccessMemory();
  fence->setDoesNotThrow();
  fence->setWillReturn();
  fence->addFnAttr("enzyme_inactive");
  return fence;
}

void fenceInactiveLoads(Module &workshop, const UserRules &rules) {
  SmallVector<LoadInst *, 8> loads;
  for (Function &function : workshop)
    for (Instruction &instruction : instructions(function))
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && load->getType()->isFPOrFPVectorTy())
        if (auto *global = dyn_cast<GlobalVariable>(getUnderlyingObject(load->getPointerOperand())))
          if (!global->isConstant() && rules.isInactive(*global))
            loads.push_back(load);
  for (LoadInst *load : loads) {
    IRBuilder<> builder(load->getNextNode());
    CallInst *fenced = builder.CreateCall(fenceFor(workshop, load->getType()), load);
    load->replaceUsesWithIf(fenced, [&](Use &use) { return use.getUser() != fenced; });
  }
}

void dropFences(Module &workshop) {
  for (Function &function : make_early_inc_range(workshop)) {
    if (!function.getName().starts_with(fencePrefix))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallBase>(user);
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

} // namespace enzyme
