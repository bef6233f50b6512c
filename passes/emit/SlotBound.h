//===- SlotBound.h - how much a thread of a launch keeps, before it is launched ----===//
#ifndef ENZYME_EMIT_SLOTBOUND_H
#define ENZYME_EMIT_SLOTBOUND_H

#include "plan/Plan.h"

namespace enzyme {

struct SlotBound {
  llvm::Function *function = nullptr; ///< of `half`'s parameters: bytes of slots (i64)
  bool variesByThread = false;
};

/// Parameters that are structures which the kernel is passed by value.
using Structures = llvm::SmallPtrSet<const llvm::Argument *, 4>;

/// How many bytes of slots a thread takes that calls `half`, the augmented function of `plan`: as
/// far as numbers of iterations follow from the kernel's parameters and the thread's number. What
/// does not is left out, and so is what is too much: a thread that has no slots left has the heap.
SlotBound makeSlotBound(llvm::Function &half, const Plan &plan, const Structures &structures);

} // namespace enzyme
#endif
