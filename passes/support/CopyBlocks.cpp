//===- CopyBlocks.cpp -----------------------------------------------------===//
#include "support/CopyBlocks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {

SmallVector<BasicBlock *, 32> copyBlocks(ArrayRef<BasicBlock *> blocks, StringRef suffix) {
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 32> copied;
  for (BasicBlock *block : blocks) {
    copied.push_back(CloneBasicBlock(block, copies, suffix, block->getParent()));
    copies[block] = copied.back();
  }
  remapInstructionsInBlocks(copied, copies);
  for (auto [block, copy] : zip_equal(blocks, copied))
    for (BasicBlock *next : successors(block)) {
      if (copies.count(next))
        continue;
      for (PHINode &phi : next->phis()) {
        Value *value = phi.getIncomingValueForBlock(block);
        Value *own = copies.lookup(value);
        phi.addIncoming(own ? own : value, copy);
      }
    }
  return copied;
}

} // namespace enzyme
