//===- InlineCalls.cpp ----------------------------------------------------===//
#include "checkpoint/InlineCalls.h"
#include "checkpoint/Marks.h"
#include "limits/checkpoint.h"
#include "rules/Facts.h"
#include "support/Processors.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

/// The loops with a mark; one in another counts for both.
static SmallPtrSet<const Loop *, 4> markedLoops(Function &function, LoopInfo &loops) {
  SmallPtrSet<const Loop *, 4> marked;
  for (Instruction &at : instructions(function))
    if (isLoopMark(at))
      marked.insert(loops.getLoopFor(at.getParent()));
  marked.erase(nullptr);
  return marked;
}

static bool isIn(const SmallPtrSet<const Loop *, 4> &marked, const Loop *loop) {
  for (; loop; loop = loop->getParentLoop())
    if (marked.contains(loop))
      return true;
  return false;
}

SmallVector<CallBase *, 8> callsInMarkedLoops(ArrayRef<Function *> reached,
                                              function_ref<bool(const Function &)> isKept) {
  SmallVector<CallBase *, 8> calls;
  for (Function *function : reached) {
    if (function->isDeclaration() ||
        none_of(instructions(*function), [](const Instruction &at) { return isLoopMark(at); }))
      continue;
    DominatorTree dominators(*function);
    LoopInfo loops(dominators);
    SmallPtrSet<const Loop *, 4> marked = markedLoops(*function, loops);
    unsigned size = function->getInstructionCount();
    for (Instruction &at : instructions(*function)) {
      auto *call = dyn_cast<CallBase>(&at);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration() || callee == function || call->isNoInline() ||
          callee->hasFnAttribute(Attribute::NoInline) || isKept(*callee) || allocatorFact(*call) ||
          !hasFeaturesOf(*function, *callee) || !isIn(marked, loops.getLoopFor(at.getParent())))
        continue;
      size += callee->getInstructionCount();
      if (size <= limits::instructionsOfMarkedLoop)
        calls.push_back(call);
    }
  }
  return calls;
}

} // namespace enzyme
