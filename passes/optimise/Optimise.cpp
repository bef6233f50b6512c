//===- Optimise.cpp - the list -------------------------------------------===//
//
// Emission is plain on purpose: slots, reversed counters and tape fields are stack
// variables, values are recomputed in every block that asks. LLVM turns that into
// good code: variables into values, equal computations into one, invariants out
// of reversed loops, and whatever of the primal only fed dead stores is removed,
// calls of the mathematical library too: errno is no output that a derivative has.
// Vectorising and unrolling are left to the user's pipeline.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "optimise/LaneObjects.h"
#include "regions/Iterations.h"
#include "report/Remarks.h"
#include "request/Vocabulary.h"
#include "rules/Formulas.h"
#include "rules/calls/MathErrors.h"
#include "support/Ablation.h"
#include "support/Passes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/TimeProfiler.h"
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
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace enzyme {
namespace {

FunctionPassManager passesForLoops() {
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
  LoopPassManager inductions;
  inductions.addPass(IndVarSimplifyPass(/*WidenIndVars=*/false)); // the primal's were, ours are
  inductions.addPass(LoopDeletionPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(inductions)));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  return passes;
}

FunctionPassManager passesForValues() {
  FunctionPassManager passes;
  passes.addPass(GVNPass());
  passes.addPass(InstCombinePass());
  passes.addPass(DSEPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  return passes;
}

/// Before iterations become code of their loops: whole calls of them may go.
FunctionPassManager dropsUnwanted() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(ADCEPass());
  return passes;
}

/// After nests of loops got copies of memory: what computed its extent is in variables.
FunctionPassManager passesForRanges() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(ADCEPass());
  return passes;
}

/// After lanes were put together, or sums: what took vectors apart and made them again.
FunctionPassManager passesForLanes() {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(ADCEPass());
  return passes;
}

bool isWide(const Type &type) {
  auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector && vector->getPrimitiveSizeInBits() > registerBits;
}

/// Lanes that do not fit into one register become several vectors: a code generator makes 32 of 26
/// numbers, and keeps together what is used in pieces.
FunctionPassManager passesForManyLanes() {
  ScalarizerPassOptions options;
  options.ScalarizeMinBits = registerBits;
  options.ScalarizeLoadStore = true;
  FunctionPassManager passes;
  passes.addPass(ScalarizerPass(options));
  return passes;
}

/// At the function that was differentiated; derivatives have no lines.
void remarkOnLanes(Context &context, const Function &derivative) {
  for (auto &[key, function] : context.derivatives)
    if (function == &derivative && context.remarks)
      context.remarks->add(
          {RemarkKind::Passed,
           "LanesApart",
           key.primal,
           {},
           "lanes are computed one by one, so that iterations of loops become vectors"});
}

} // namespace

void optimiseDerivatives(Context &context, ArrayRef<Function *> derivatives) {
  if (!context.options.optimise)
    return;
  Passes manager;
  FunctionAnalysisManager &functions = manager.functions;
  if (!readsMathErrors(context.workshop))
    for (Function *derivative : derivatives)
      ignoreMathErrors(*derivative);
  FunctionPassManager loops = passesForLoops(), values = passesForValues(),
                      unwanted = dropsUnwanted(), ranges = passesForRanges(),
                      lanes = passesForLanes(), manyLanes = passesForManyLanes();
  for (Function *derivative : derivatives)
    if (!derivative->isDeclaration() && !derivative->hasFnAttribute(iterationAttribute)) {
      TimeTraceScope time("enzyme: optimising", derivative->getName());
      makeSlotsLocal(*derivative);
      unwanted.run(*derivative, functions);
      if (inlineIterations(*derivative))
        functions.invalidate(*derivative, PreservedAnalyses::none());
      loops.run(*derivative, functions);
      bool areFreed = freeRecurrences(*derivative);
      bool areSplit = splitScatter(*derivative);
      if (keepSumsAtOnePlace(*derivative) || areSplit || areFreed)
        functions.invalidate(*derivative, PreservedAnalyses::none());
      values.run(*derivative, functions);
      if (askOnceWhatIsConstant(*derivative))
        functions.invalidate(*derivative, PreservedAnalyses::none());
      if (!ablation::leavesOut("gather") && gatherSums(*derivative, functions)) {
        functions.invalidate(*derivative, PreservedAnalyses::none());
        lanes.run(*derivative, functions);
      }
      contractSums(*derivative);
      functions.invalidate(*derivative, PreservedAnalyses::none());
      SmallPtrSet<BasicBlock *, 8> uncopied;
      if (copyLanes(*derivative, uncopied)) {
        functions.invalidate(*derivative, PreservedAnalyses::none());
        ranges.run(*derivative, functions);
      }
      SmallPtrSet<BasicBlock *, 8> apart = takeLanesApart(*derivative, functions, uncopied);
      if (!apart.empty())
        remarkOnLanes(context, *derivative);
      if (putLanesTogether(*derivative, apart)) {
        functions.invalidate(*derivative, PreservedAnalyses::none());
        lanes.run(*derivative, functions);
      }
      functions.invalidate(*derivative, PreservedAnalyses::none());
      if (any_of(instructions(*derivative), [](auto &at) { return isWide(*at.getType()); })) {
        manyLanes.run(*derivative, functions);
        lanes.run(*derivative, functions);
      }
      dropRepeatedZeros(*derivative, functions);
      dropOverwrittenZeros(*derivative, functions);
      carryStores(*derivative);
      keepUpdatesSingle(*derivative);
      markBackwardNests(*derivative);
      markLaneAddresses(*derivative);
      markLongBlocks(*derivative);
      functions.clear(*derivative, derivative->getName());
    }
}

} // namespace enzyme
