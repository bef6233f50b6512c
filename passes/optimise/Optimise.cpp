//===- Optimise.cpp - the list -------------------------------------------===//
//
// Emission is plain on purpose: slots, reversed counters and tape fields are stack
// variables, values are recomputed in every block that asks. LLVM turns that into
// good code: variables into values, equal computations into one, invariants out
// of reversed loops, and whatever of the primal only fed dead stores is removed.
// Vectorising and unrolling are left to the user's pipeline.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace enzyme {
namespace {

FunctionPassManager passesForDerivatives() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  loops.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  LoopPassManager inductions;
  inductions.addPass(IndVarSimplifyPass());
  inductions.addPass(LoopDeletionPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(inductions)));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(GVNPass());
  passes.addPass(InstCombinePass());
  passes.addPass(DSEPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  return passes;
}

} // namespace

void optimiseDerivatives(Context &context, ArrayRef<Function *> derivatives) {
  if (!context.options.optimise)
    return;
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  FunctionPassManager passes = passesForDerivatives();
  for (Function *derivative : derivatives)
    if (!derivative->isDeclaration())
      passes.run(*derivative, functions);
}

} // namespace enzyme
