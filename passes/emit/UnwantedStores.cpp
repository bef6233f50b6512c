//===- UnwantedStores.cpp - primal results that are not wanted --------------------===//
#include "emit/UnwantedStores.h"
#include "memory/Writes.h"
#include "regions/Iterations.h"

using namespace llvm;

namespace enzyme {

void dropUnwantedStores(ShadowedPrimal &primal) {
  for (const Argument &parameter : primal.prepared->args()) {
    SmallVector<const Instruction *, 8> writes;
    bool isUnwanted = (primal.key.arguments[parameter.getArgNo()] == Activity::DupNoNeed ||
                       (primal.key.runsAgain && parameter.hasAttribute(writtenOnceAttribute))) &&
                      parameter.getType()->isPointerTy();
    if (!isUnwanted || !collectWritesThrough(parameter, writes))
      continue;
    for (const Instruction *write : writes)
      if (Value *copy = primal.copies->lookup(write))
        cast<Instruction>(copy)->eraseFromParent();
  }
}

} // namespace enzyme
