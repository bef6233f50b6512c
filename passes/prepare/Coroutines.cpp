//===- Coroutines.cpp -----------------------------------------------------===//
#include "prepare/Coroutines.h"
#include "support/Passes.h"
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

/// What other languages' coroutines are made of, or what the passes themselves put in: where
/// these are not as they expect them, they crash.
static bool mentionsOtherKinds(const Module &workshop) {
  return any_of(workshop, [](const Function &function) {
    StringRef name = function.getName();
    return name.consume_front("llvm.coro.") &&
           any_of(ArrayRef<StringRef>{"async.", "id.async", "id.retcon", "subfn.addr", "prepare."},
                  [&](StringRef kind) { return name.starts_with(kind); });
  });
}

void lowerCoroutines(Module &workshop) {
  if (!mentionsCoroutines(workshop) || mentionsOtherKinds(workshop))
    return;
  Passes passes;
  ModulePassManager lowering;
  lowering.addPass(CoroEarlyPass());
  lowering.addPass(createModuleToPostOrderCGSCCPassAdaptor(CoroSplitPass(/*OptimizeFrame=*/true)));
  lowering.addPass(CoroCleanupPass());
  lowering.run(workshop, passes.modules);
}

} // namespace enzyme
