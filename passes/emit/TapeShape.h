//===- TapeShape.h - what the two halves of a split derivative agree on ---===//
#ifndef ENZYME_EMIT_TAPESHAPE_H
#define ENZYME_EMIT_TAPESHAPE_H

#include "llvm/IR/Function.h"
#include <vector>

namespace enzyme {

/// The tape that an augmented function hands out, as far as its callers care: the
/// block it returns, and whether more than that is kept on the arena.
struct TapeShape {
  struct Field {
    llvm::Type *type;
    uint64_t offset;
  };
  std::vector<Field> fields; ///< of the block
  uint64_t blockBytes = 0;
  bool usesArena = false; ///< beyond the block
  uint64_t tag = 0;       ///< of this function, these activities, this code
  /// Of a kernel (emit/SlotBound.h).
  bool isBlockInSlots = false;
  llvm::Function *slotBound = nullptr;
  bool slotsVaryByThread = false;

  bool isEmpty() const { return blockBytes == 0 && !usesArena; }
  /// Of a tape in the caller's memory: its block alone, or where the arena is.
  uint64_t fixedBytes() const { return usesArena ? pointerBytes : blockBytes; }
  static constexpr uint64_t pointerBytes = 8, tagBytes = 8;
};

} // namespace enzyme
#endif
