//===- MathErrors.cpp -----------------------------------------------------===//
#include "rules/calls/MathErrors.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

bool readsMathErrors(const Module &module) {
  for (const char *name : {"__errno_location", "__error", "_errno", "___errno", "signgam",
                           "fetestexcept", "fegetexceptflag"})
    if (const GlobalValue *value = module.getNamedValue(name); value && !value->use_empty())
      return true;
  return false;
}

void ignoreMathErrors(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    bool isLibrary = callee && callee->isDeclaration() && !callee->isIntrinsic() &&
                     !call->hasFnAttr("enzyme_math") &&
                     none_of(call->args(), [](const Use &argument) {
                       return argument->getType()->isPointerTy();
                     });
    if (!isLibrary || !formulaFor(*call))
      continue;
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::WillReturn);
  }
}

} // namespace enzyme
