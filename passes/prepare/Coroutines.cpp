//===- Coroutines.cpp -----------------------------------------------------===//
#include "prepare/Coroutines.h"
#include "prepare/Passes.h"
#include "llvm/Transforms/Coroutines/CoroCleanup.h"
#include "llvm/Transforms/Coroutines/CoroEarly.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"

using namespace llvm;

namespace enzyme {

/// Of coroutines themselves, or of who resumes one that it was handed.
static bool mentionsCoroutines(const Module &workshop) {
  return any_of(workshop, [](const Function &function) {
    return function.isPresplitCoroutine() || function.getName().starts_with("llvm.coro.");
  });
}

void lowerCoroutines(Module &workshop) {
  if (!mentionsCoroutines(workshop))
    return;
  Passes passes;
  ModulePassManager lowering;
  lowering.addPass(CoroEarlyPass());
  lowering.addPass(createModuleToPostOrderCGSCCPassAdaptor(CoroSplitPass(/*OptimizeFrame=*/true)));
  lowering.addPass(CoroCleanupPass());
  lowering.run(workshop, passes.modules);
}

} // namespace enzyme
