//===- BackwardNests.cpp - vectors inside loops that run backwards ----------===//
//
// Problem: where LLVM makes vectors of an inner loop and cannot tell whether its arrays
// overlap, it asks when the program runs, and asks once ahead of the loop around it. It
// can only do so where addresses grow in that loop; where they turn out to shrink, the
// vectors are never taken (LoopAccessAnalysis, RuntimePointerChecking). In a reverse sweep
// they always shrink.
//
// Here: the loops around others that count down are marked in derivatives, wherever these
// will be inlined, and right before LLVM's vectoriser comes to a function that holds such a
// loop, it is told to ask ahead of the inner loop. Thin LTO vectorises in the linker: there
// LLVM's vectoriser comes to such functions once before.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "support/Analyses.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral mark = "enzyme.backward";

bool countsDown(const Loop &loop, ScalarEvolution &evolution) {
  return any_of(loop.getHeader()->phis(), [&](PHINode &phi) {
    if (!evolution.isSCEVable(phi.getType()))
      return false;
    auto *counted = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    return counted && counted->getLoop() == &loop && counted->isAffine() &&
           evolution.isKnownNegative(counted->getStepRecurrence(evolution));
  });
}

} // namespace

void markBackwardNests(Function &function) {
  Analyses analyses(function);
  for (Loop *loop : analyses.loopInfo().getLoopsInPreorder())
    if (!loop->isInnermost() && countsDown(*loop, analyses.scalarEvolution()))
      addStringMetadataToLoop(loop, mark.data(), 1);
}

static bool hasBackwardNest(Function &function, FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  return any_of(loops.getLoopsInPreorder(),
                [](Loop *loop) { return getBooleanLoopAttribute(loop, mark); });
}

PreservedAnalyses AskInsideBackwardNests::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  VectorizerParams::HoistRuntimeChecks = hoistsElsewhere && !hasBackwardNest(function, analyses);
  return PreservedAnalyses::all();
}

AskInsideBackwardNests::AskInsideBackwardNests()
    : hoistsElsewhere(VectorizerParams::HoistRuntimeChecks) {}

PreservedAnalyses VectoriseBackwardNests::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  if (!hasBackwardNest(function, analyses))
    return PreservedAnalyses::all();
  bool hoistsElsewhere = std::exchange(VectorizerParams::HoistRuntimeChecks, false);
  PreservedAnalyses preserved = LoopVectorizePass().run(function, analyses);
  VectorizerParams::HoistRuntimeChecks = hoistsElsewhere;
  return preserved;
}

} // namespace enzyme
