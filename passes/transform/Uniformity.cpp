//===- Uniformity.cpp - what is the same in every lane --------------------===//
#include "transform/Uniformity.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

Uniformity::Uniformity(Function &function, const LoopInfo &loops, ArrayRef<bool> varies)
    : function(function), loops(loops) {
  for (const Argument &parameter : function.args())
    if (varies[parameter.getArgNo()])
      varying.insert(&parameter);
  spread();
  isDivergent = any_of(function, [&](const BasicBlock &block) {
    const Instruction *end = block.getTerminator();
    return end->getNumSuccessors() > 1 && isVarying(end->getOperand(0));
  });
  if (isDivergent)
    spread();
}

/// Local memory is one piece per lane. Under masks, what must not run for a lane
/// that is absent (loads, divisions) is done lane by lane, and joins are choices;
/// only what a loop's head carries stays in step.
bool Uniformity::startsVarying(const Instruction &instruction) const {
  if (isa<AllocaInst>(instruction))
    return true;
  if (!isDivergent || instruction.isTerminator())
    return false;
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return !loops.isLoopHeader(phi->getParent());
  return !isSafeToSpeculativelyExecute(&instruction);
}

void Uniformity::spread() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Instruction &instruction : instructions(function)) {
      if (isVarying(&instruction))
        continue;
      bool varies = startsVarying(instruction) ||
                    any_of(instruction.operands(),
                           [&](const Use &operand) { return isVarying(operand.get()); });
      changed |= varies && varying.insert(&instruction).second;
    }
  }
}

} // namespace enzyme
