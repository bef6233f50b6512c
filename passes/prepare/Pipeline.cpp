//===- Pipeline.cpp - the canonical pipeline -------------------------------===//
//
// Problem: a derivative is only as good as the code it is made from, and it must
// be the same for every -O. So the workshop goes through a pipeline of our own,
// always this one: values into registers, small callees inlined, invariants out
// of loops, redundant loads gone.
//
// What is absent, and why: vectorisers and unrolling (the derivative is
// optimised again afterwards; but see ShortLoops.h); loop idioms, memcpy and store merging (they
// turn floats into bytes); what follows from numbers being equal (HideCompared.h);
// speculation of calls (a partial of a branch not taken may be infinite); passes that assume to
// know all callers (the workshop is only a part of the program).
//===----------------------------------------------------------------------===//
#include "bits/BitHelpers.h"
#include "bits/ConvertedBits.h"
#include "bits/Extremes.h"
#include "bits/FloatShuffles.h"
#include "bits/PointerBits.h"
#include "bits/WordsAsNumbers.h"
#include "bits/WordsInMemory.h"
#include "checkpoint/InlineCalls.h"
#include "library/LibraryBodies.h"
#include "library/Trampolines.h"
#include "library/blas/Blas.h"
#include "library/blas/Eigen.h"
#include "library/fftw/Fftw.h"
#include "library/gpu/DefaultStreams.h"
#include "library/gpu/Gpu.h"
#include "limits/prepare.h"
#include "memory/OwnMemory.h"
#include "parallel/Constructs.h"
#include "parallel/DeviceVariables.h"
#include "parallel/LaunchMemory.h"
#include "parallel/Meetings.h"
#include "parallel/OwnVariables.h"
#include "parallel/RetriedSums.h"
#include "parallel/Tasks.h"
#include "parallel/TeamForm.h"
#include "parallel/TeamOfOne.h"
#include "prepare/BarrierLoads.h"
#include "prepare/ColdEnds.h"
#include "prepare/ComputedGoto.h"
#include "prepare/CopyPieces.h"
#include "prepare/Coroutines.h"
#include "prepare/DropProperties.h"
#include "prepare/FoundAlignment.h"
#include "prepare/HideCompared.h"
#include "prepare/IndirectCalls.h"
#include "prepare/Jumps.h"
#include "prepare/OpaqueGlobals.h"
#include "prepare/Pools.h"
#include "prepare/Prepare.h"
#include "prepare/RedundantLoads.h"
#include "prepare/ResultWords.h"
#include "prepare/ShortLoops.h"
#include "prepare/Unwinding.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/calls/Canonicalise.h"
#include "rules/calls/MathErrors.h"
#include "rules/openmp/TeamCalls.h"
#include "support/Origins.h"
#include "support/Passes.h"
#include "support/Processors.h"
#include "support/ReachedFunctions.h"
#include "target/AtomicAssembly.h"
#include "target/MaskedMemory.h"
#include "target/ProcessorWords.h"
#include "target/Variadics.h"
#include "types/EvidenceStore.h"
#include "types/Types.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/IPO/InferFunctionAttrs.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/LowerMatrixIntrinsics.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

SimplifyCFGOptions branchOptions() {
  return SimplifyCFGOptions()
      .convertSwitchToLookupTable(false)
      .forwardSwitchCondToPhi(false)
      .hoistCommonInsts(false)
      .sinkCommonInsts(false)
      .hoistLoadsStoresWithCondFaulting(false);
}

FunctionPassManager firstLook() {
  FunctionPassManager passes;
  passes.addPass(LowerMatrixIntrinsicsPass(/*Minimal=*/true)); // of clang's matrix extension
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(HideComparedPass());
  passes.addPass(EarlyCSEPass());
  passes.addPass(SimplifyCFGPass(branchOptions()));
  passes.addPass(InstCombinePass());
  passes.addPass(MaskedMemoryPass());
  passes.addPass(ScalarizeMaskedMemIntrinPass());
  return passes;
}

LoopPassManager loopPasses() {
  LoopPassManager passes;
  passes.addPass(LICMPass(LICMOptions()));
  passes.addPass(LoopRotatePass());
  passes.addPass(LICMPass(LICMOptions()));
  return passes;
}

LoopPassManager inductionPasses() {
  LoopPassManager passes;
  passes.addPass(IndVarSimplifyPass());
  passes.addPass(LoopDeletionPass());
  return passes;
}

/// A call that gives the same in every iteration leaves the loop before it is inlined:
/// afterwards it is a loop of its own, which nothing moves.
struct HoistCallsPass : PassInfoMixin<HoistCallsPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &manager) {
    LoopInfo &loops = manager.getResult<LoopAnalysis>(function);
    bool hasCandidate = any_of(instructions(function), [&](const Instruction &instruction) {
      auto *call = dyn_cast<CallInst>(&instruction);
      return call && !call->isInlineAsm() && !isa<IntrinsicInst>(call) && call->onlyReadsMemory() &&
             loops.getLoopFor(call->getParent());
    });
    if (!hasCandidate)
      return PreservedAnalyses::all();
    LoopPassManager hoisting;
    hoisting.addPass(LoopRotatePass());
    hoisting.addPass(LICMPass(LICMOptions()));
    FunctionPassManager passes;
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoisting), /*UseMemorySSA=*/true));
    return passes.run(function, manager);
  }
};

/// Now it is seen what is left to do behind a barrier.
struct LastBarriersPass : PassInfoMixin<LastBarriersPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool isChanged = function.hasFnAttribute(teamAttribute) && dropLastBarriers(function);
    return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

/// Sums in memory that threads of a device take until they succeed.
struct RetriedSumsPass : PassInfoMixin<RetriedSumsPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    return spellSums(function) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

/// Numbers that go to other threads of a device.
struct JoinShufflesPass : PassInfoMixin<JoinShufflesPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    return joinShuffles(function) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

/// Internal procedures of Fortran whose calls are all direct by now.
struct UnusedTrampolinesPass : PassInfoMixin<UnusedTrampolinesPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    return dropUnusedTrampolines(function) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

/// Run on each function after its callees were inlined into it.
FunctionPassManager simplification() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(HideComparedPass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass(branchOptions()));
  passes.addPass(InstCombinePass());
  passes.addPass(JoinShufflesPass());
  passes.addPass(ProcessorWordsPass());
  passes.addPass(createFunctionToLoopPassAdaptor(loopPasses(),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(ResultWordsPass());
  passes.addPass(SimplifyCFGPass(branchOptions()));
  passes.addPass(InstCombinePass());
  passes.addPass(UnusedTrampolinesPass());
  passes.addPass(RetriedSumsPass());
  passes.addPass(createFunctionToLoopPassAdaptor(inductionPasses()));
  passes.addPass(MarkShortLoopsPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(2, /*OnlyWhenForced=*/true)));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(FloatShufflesPass());
  passes.addPass(HideComparedPass()); // comparisons of memory are known by now
  passes.addPass(RedundantLoadsPass());
  passes.addPass(BarrierLoadsPass());
  passes.addPass(PointerBitsPass());
  passes.addPass(InstCombinePass());
  passes.addPass(DSEPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  passes.addPass(SimplifyCFGPass(branchOptions()));
  passes.addPass(InstCombinePass());
  passes.addPass(UnusedTrampolinesPass());
  return passes;
}

InlineParams inlineParams() {
  InlineParams params = getInlineParams(limits::costOfInlined);
  params.ColdThreshold = limits::costOfInlined; // "cold" is a guess about the primal
  params.ColdCallSiteThreshold = limits::costOfInlined;
  params.EnableDeferral = false;
  return params;
}

ModulePassManager canonicalPipeline() {
  ModuleInlinerWrapperPass inliner(inlineParams());
  CGSCCPassManager &components = inliner.getPM();
  components.addPass(PostOrderFunctionAttrsPass());
  components.addPass(createCGSCCToFunctionPassAdaptor(simplification()));
  components.addPass(createCGSCCToFunctionPassAdaptor(LastBarriersPass()));
  components.addPass(PostOrderFunctionAttrsPass());
  components.addPass(createCGSCCToFunctionPassAdaptor(OwnMemoryPass()));
  ModulePassManager passes;
  passes.addPass(InferFunctionAttrsPass());
  passes.addPass(createModuleToFunctionPassAdaptor(firstLook()));
  CGSCCPassManager hoisting;
  hoisting.addPass(PostOrderFunctionAttrsPass());
  hoisting.addPass(createCGSCCToFunctionPassAdaptor(HoistCallsPass()));
  passes.addPass(createModuleToPostOrderCGSCCPassAdaptor(std::move(hoisting)));
  passes.addPass(std::move(inliner));
  return passes;
}

/// Functions that call themselves, directly or through others.
SmallVector<Function *> recursiveFunctions(Module &workshop) {
  CallGraph graph(workshop);
  SmallVector<Function *> recursive;
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      for (CallGraphNode *node : *component)
        if (Function *function = node->getFunction())
          recursive.push_back(function);
  return recursive;
}

/// While it lives, some functions are not inlined.
class InlineBan {
public:
  void add(Function &function) {
    if (function.isDeclaration() || function.hasFnAttribute(Attribute::NoInline))
      return;
    if (function.hasFnAttribute(Attribute::AlwaysInline)) {
      function.removeFnAttr(Attribute::AlwaysInline);
      alwaysInline.push_back(&function);
    }
    function.addFnAttr(Attribute::NoInline);
    banned.push_back(&function);
  }
  /// A function with a rule may be another function than its body says: nothing
  /// is to be concluded from the body.
  void hide(Function &function) {
    if (function.isDeclaration() || function.getLinkage() != GlobalValue::ExternalLinkage)
      return;
    function.setLinkage(GlobalValue::WeakAnyLinkage);
    hidden.push_back(&function);
  }
  ~InlineBan() {
    for (Function *function : hidden)
      function->setLinkage(GlobalValue::ExternalLinkage);
    for (Function *function : banned)
      function->removeFnAttr(Attribute::NoInline);
    for (Function *function : alwaysInline)
      function->addFnAttr(Attribute::AlwaysInline);
  }

private:
  SmallVector<Function *> banned, alwaysInline, hidden;
};

/// What is called from one place alone becomes part of its caller, up to a size that later
/// stages take with ease: no code is made twice, and what the caller knows of its memory
/// holds inside. `reached` has callers in front of what only they call. Gives the calls,
/// which are marked until the pipeline has run.
SmallVector<WeakVH, 16> markOnlyCalls(ArrayRef<Function *> reached) {
  SmallVector<WeakVH, 16> marked;
  DenseMap<const Function *, unsigned> sizes;
  for (const Function *function : reached)
    sizes[function] = function->getInstructionCount();
  auto isCounted = [&](const User *user) {
    auto *at = dyn_cast<Instruction>(user);
    return !at || sizes.contains(at->getFunction());
  };
  for (Function *function : llvm::reverse(reached)) {
    if (function->isDeclaration() || function->hasFnAttribute(Attribute::NoInline) ||
        count_if(function->users(), isCounted) != 1)
      continue;
    auto *call = dyn_cast<CallBase>(*find_if(function->users(), isCounted));
    if (!call || call->getCalledFunction() != function || call->getFunction() == function ||
        call->isNoInline() || !hasFeaturesOf(*call->getFunction(), *function))
      continue;
    unsigned &around = sizes[call->getFunction()];
    if (around + sizes[function] > limits::instructionsOfOnlyCall)
      continue;
    around += sizes[function];
    call->addFnAttr(Attribute::AlwaysInline);
    marked.push_back(call);
  }
  return marked;
}

bool isNobody(const Function &) { return false; }

/// One run of the pipeline over what `roots` reach.
void runPipeline(Module &workshop, ArrayRef<Function *> keep, ArrayRef<Function *> roots) {
  SetVector<Function *> reached = reachedFunctions(roots);
  InlineBan ban;
  for (Function *function : keep) {
    ban.add(*function);
    ban.hide(*function);
  }
  for (Function *function : recursiveFunctions(workshop))
    ban.add(*function);
  for (Function &function : workshop)
    if (hasFormula(function) || isStreamFunction(function))
      ban.add(function);
  SmallVector<WeakVH, 16> marked = markOnlyCalls(reached.getArrayRef());
  for (CallBase *call : callsInMarkedLoops(reached.getArrayRef(), isNobody)) {
    if (call->hasFnAttr(Attribute::AlwaysInline))
      continue;
    call->addFnAttr(Attribute::AlwaysInline);
    marked.push_back(call);
  }
  DenseSet<const Function *> wanted(reached.begin(), reached.end());
  Passes passes([&](const Function &function) { return wanted.contains(&function); });
  canonicalPipeline().run(workshop, passes.modules);
  for (const WeakVH &call : marked)
    if (call) // not inlined after all
      cast<CallBase>(call)->removeFnAttr(Attribute::AlwaysInline);
}

SetVector<Function *> functionsWithBody(Module &workshop) {
  SetVector<Function *> functions;
  for (Function &function : workshop)
    if (!function.isDeclaration())
      functions.insert(&function);
  return functions;
}

/// A derivative goes on after such a call, and so does a choice between functions.
void relaxTailCalls(Function &function) {
  for (Instruction &at : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&at); call && call->isMustTailCall())
      call->setTailCallKind(CallInst::TCK_Tail);
}

bool bringLibraryCallsIntoForm(Function &function) {
  bool isChanged = canonicaliseLibraryCalls(function);
  return splitReallocations(function) || isChanged;
}

/// What must be seen before the first optimisation: of all functions, since which of them
/// pointers lead to is known only after it.
ParallelRegions readDeclarations(Module &workshop, ArrayRef<Function *> roots,
                                 OneThreadReasons *reasons) {
  bindInternalProcedures(functionsWithBody(workshop).getArrayRef());
  passVariadicsInMemory(reachedFunctions(roots));
  for (Function *function : functionsWithBody(workshop)) {
    callWithoutUnwinding(*function);
    nameOwnVariables(*function);
    forgetAliasesOfTasks(*function);
  }
  Teams teams;
  if (reasons)
    teams = formTeams(roots, *reasons);
  SetVector<Function *> functions = functionsWithBody(workshop), reached = reachedFunctions(roots);
  // Beside teams, what is not known to be differentiated stays: both may share code.
  ParallelRegions regions;
  regions.byOneThread = runRegionsByOneThread(teams.teams.empty() ? functions : reached, reached,
                                              teams.touched, reasons);
  regions.byTeams = std::move(teams.teams);
  bool areErrorsRead = readsMathErrors(workshop);
  for (Function *function : functions) {
    numberLabels(*function);
    relaxTailCalls(*function);
    if (!areErrorsRead)
      ignoreMathErrors(*function);
    bringLibraryCallsIntoForm(*function);
  }
  {
    CopiesInPlainSight ofDevices(workshop);
    recordDeclaredTypes(workshop);
  }
  for (Function *function : functions)
    splitSmallCopies(*function);
  useLibraryBodies(workshop, reachedFunctions(roots)); // moves bytes: its types are the callers'
  nameDestructors(reachedFunctions(roots));
  return regions;
}

} // namespace

/// What it calls is what the mathematical library offers, and formulas.
static bool isSmallAndPlain(const Function &derivative) {
  return !derivative.isDeclaration() && !derivative.hasFnAttribute(Attribute::NoInline) &&
         derivative.getInstructionCount() <= limits::instructionsOfInner &&
         none_of(instructions(derivative), [](const Instruction &at) {
           auto *call = dyn_cast<CallBase>(&at);
           const Function *callee = call ? call->getCalledFunction() : nullptr;
           return call && (!callee || !(callee->isIntrinsic() || hasFormula(*callee) ||
                                        zeroFactorOf(*callee) != ZeroFactor::None));
         });
}

SmallVector<Function *, 2> inlineSmallDerivative(Function &derivative) {
  SmallSetVector<Function *, 2> callers;
  if (!isSmallAndPlain(derivative))
    return {};
  for (User *user : make_early_inc_range(derivative.users())) {
    auto *call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledOperand() != &derivative || call->isNoInline() ||
        !hasFeaturesOf(*call->getFunction(), derivative))
      continue;
    Function *caller = call->getFunction();
    InlineFunctionInfo info;
    if (InlineFunction(*call, info).isSuccess())
      callers.insert(caller);
  }
  for (Function *caller : callers) {
    Passes passes;
    simplification().run(*caller, passes.functions);
  }
  return callers.takeVector();
}

ParallelRegions prepareWorkshop(Module &workshop, ArrayRef<Function *> keep,
                                ArrayRef<Function *> targets, const WorkshopFacts &facts) {
  SmallVector<Function *> roots(keep);
  append_range(roots, targets);
  lowerCoroutines(workshop);
  dropDistinctness(workshop);
  for (Function &function : workshop)
    nameAtomicAssembly(function);
  nameMeetings(workshop);
  nameLaunchMemory(workshop);
  nameDeviceVariables(workshop);
  nameDefaultStreams(workshop);
  ParallelRegions regions = readDeclarations(workshop, roots, facts.reasons);
  useBlasBodies(workshop, reachedFunctions(roots), keep, roots);
  useFftwBodies(workshop, reachedFunctions(roots), keep, roots);
  useGpuBodies(workshop, reachedFunctions(roots), keep, roots);
  if (regions.byTeams.empty()) // whose threads take turns in functions with rules
    useEigenBodies(workshop, reachedFunctions(roots), keep, roots);
  if (facts.isOpaque)
    hideAccesses(workshop, facts.isOpaque);
  runPipeline(workshop, keep, roots);
  outlineColdEnds(reachedFunctions(roots));
  // Calls through pointers that are left now are real choices. The callees may be
  // inlined and bring such calls along.
  for (unsigned round = 0; round < limits::roundsOfExpansion; ++round) {
    bool isChanged = expandIndirectCalls(workshop, reachedFunctions(roots));
    // What a pointer led to may be the library's: tables of allocators hold realloc. Our own
    // helpers call what they stand for.
    for (Function *function : reachedFunctions(roots))
      if (!function->isDeclaration() && !isMadeHere(*function))
        isChanged |= bringLibraryCallsIntoForm(*function);
    isChanged |= useBlasBodies(workshop, reachedFunctions(roots), keep, roots);
    isChanged |= useFftwBodies(workshop, reachedFunctions(roots), keep, roots);
    isChanged |= useGpuBodies(workshop, reachedFunctions(roots), keep, roots);
    if (!isChanged)
      break;
    passVariadicsInMemory(reachedFunctions(roots));
    useLibraryBodies(workshop, reachedFunctions(roots));
    nameDestructors(reachedFunctions(roots));
    runPipeline(workshop, keep, roots);
  }
  DenseSet<const Function *> kept(keep.begin(), keep.end());
  auto isKept = [&](const Function &function) {
    return kept.contains(&function) || hasFormula(function) || isOfBlas(function) ||
           isOfFftw(function) || isOfGpu(function);
  };
  for (unsigned round = 0; round < limits::roundsOfExpansion; ++round) {
    if (!inlineBitHelpers(reachedFunctions(roots), isKept))
      break;
    runPipeline(workshop, keep, roots);
  }
  for (unsigned round = 0; round < limits::roundsOfExpansion;
       ++round) { // what was inlined calls others
    if (callsInMarkedLoops(reachedFunctions(roots).getArrayRef(), isKept).empty())
      break;
    runPipeline(workshop, keep, roots);
  }
  returnWhatIsThrown(workshop, reachedFunctions(roots));
  returnInsteadOfJumping(reachedFunctions(roots));
  for (Function *function : reachedFunctions(roots))
    if (!function->isDeclaration()) {
      spellOutExtremes(*function);
      spellOutAddresses(*function);
      dropFoundAlignment(*function);
    }
  passWordsAsNumbers(reachedFunctions(roots), isKept);
  {
    EvidenceStore::Unchanged unchanged(facts.evidence);
    for (Function *function : reachedFunctions(roots))
      if (!function->isDeclaration() && nameStoredBits(*function, facts.evidence) && facts.evidence)
        facts.evidence->forget(*function);
  }
  passWordsInMemory(reachedFunctions(roots), isKept);
  notePools(workshop, reachedFunctions(roots).getArrayRef());
  return regions;
}

} // namespace enzyme
