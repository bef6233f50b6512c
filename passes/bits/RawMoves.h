//===- RawMoves.h - registers that only carry unknown memory about ---------===//
#ifndef ENZYME_BITS_RAWMOVES_H
#define ENZYME_BITS_RAWMOVES_H

#include "types/Types.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// In a prepared function: scalars that are only moved, from memory to memory of unknown
/// contents (`isOpen` says so of an access), become copies of that memory. True if there were
/// any. `types` know it, and what is moved as another float type.
bool copyRawMoves(llvm::Function &prepared, const TypeResults &types);

} // namespace enzyme
#endif
