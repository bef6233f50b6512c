//===- InlineIterations.cpp - loops get their bodies back -------------------===//
//
// An iteration that was made a function to be replayed (regions/Iterations.h)
// is code of its loop again, in the primal sweep and in the reverse sweep. First goes
// what is not wanted: a primal sweep that only ran to have its results added up.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "regions/Iterations.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {

static CallBase *nextIteration(Function &function) {
  for (Instruction &at : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&at))
      if (Function *callee = call->getCalledFunction(); callee && callee != &function &&
                                                        !callee->isDeclaration() &&
                                                        callee->hasFnAttribute(iterationAttribute))
        return call;
  return nullptr;
}

bool inlineIterations(Function &function) {
  bool isAny = false;
  while (CallBase *call = nextIteration(function)) {
    InlineFunctionInfo info;
    if (!InlineFunction(*call, info).isSuccess())
      break;
    isAny = true;
  }
  return isAny;
}

} // namespace enzyme
