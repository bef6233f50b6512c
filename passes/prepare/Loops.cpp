//===- Loops.cpp - loops in the form the reverse sweep needs ---------------===//
//
// The reverse sweep runs each loop backwards: it needs one way in (preheader),
// one way around (latch), exits that belong to one loop, and for each value that
// leaves the loop a phi where its adjoint comes in. A cycle with two entries
// (goto into a loop) is first rewritten to have one.
//===----------------------------------------------------------------------===//
#include "prepare/Loops.h"
#include "prepare/Passes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isIrreducible(Function &function) {
  Passes passes;
  auto &loops = passes.functions.getResult<LoopAnalysis>(function);
  ReversePostOrderTraversal<const Function *> order(&function);
  return containsIrreducibleCFG<const BasicBlock *>(order, loops);
}

} // namespace

void bringLoopsIntoForm(Function &function) {
  FunctionPassManager passes;
  if (isIrreducible(function)) {
    passes.addPass(LowerSwitchPass()); // the next pass only redirects branches
    passes.addPass(FixIrreduciblePass());
  }
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  Passes managers;
  passes.run(function, managers.functions);
}

} // namespace enzyme
