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

/// The passes take it for granted that these are given constants, which the verifier does not ask
/// for.
static bool isGivenConstants(const Module &workshop) {
  return all_of(workshop, [](const Function &function) {
    StringRef name = function.getName();
    bool wantsConstants = is_contained(
        {"llvm.coro.promise", "llvm.coro.id", "llvm.coro.suspend", "llvm.coro.end"}, name);
    return !wantsConstants || all_of(function.users(), [](const User *user) {
      const auto *call = dyn_cast<CallBase>(user);
      return !call || none_of(call->args(), [](const Use &argument) {
        return argument->getType()->isIntegerTy() && !isa<ConstantInt>(argument);
      });
    });
  });
}

void lowerCoroutines(Module &workshop) {
  if (!mentionsCoroutines(workshop) || mentionsOtherKinds(workshop) || !isGivenConstants(workshop))
    return;
  Passes passes;
  ModulePassManager lowering;
  lowering.addPass(CoroEarlyPass());
  lowering.addPass(createModuleToPostOrderCGSCCPassAdaptor(CoroSplitPass(/*OptimizeFrame=*/true)));
  lowering.addPass(CoroCleanupPass());
  lowering.run(workshop, passes.modules);
}

} // namespace enzyme
