//===- Moves.h - values that are only carried about ------------------------===//
#ifndef ENZYME_TYPES_MOVES_H
#define ENZYME_TYPES_MOVES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"
#include <optional>

namespace enzyme {

/// Is this one of its operands: a phi, a select, a freeze?
bool choosesOnly(const llvm::Value &value);

/// Of what `value` is the first bytes in memory, or all, under the name of another type; else
/// null.
const llvm::Value *renamed(const llvm::Value &value);

/// Of what `value` is the bytes in memory, and zeros behind them; else null.
const llvm::Value *widened(const llvm::Value &value);

/// Does `value` come from memory (or is it nothing: zero, undefined), by way of
/// choices only (phis, selects, freezes) and of other types? Such a value can be recovered as a
/// copy of memory, whatever its type is.
bool isFromMemory(const llvm::Value &value);

/// Is `value` neither loaded nor chosen, but given, computed or said by the program?
bool isMade(const llvm::Value &value);

/// As isFromMemory, but some of the choices may be what the program made.
bool isChosenFromMemory(const llvm::Value &value);

/// As isFromMemory, and it is only stored: its type is that of the union's member by which the
/// user moved it, and says nothing.
bool isOnlyMoved(const llvm::Value &value);

/// Is `value`, which `access` loads or stores, only moved: isOnlyMoved, or isFromMemory? Beyond
/// some values the answer is yes.
bool isMove(const llvm::Instruction &access, const llvm::Value &value);

/// The places that such a move reads and writes, also by way of choices; nullopt if there are too
/// many values on the way.
std::optional<llvm::SmallVector<const llvm::Value *, 4>> placesOfMove(const llvm::Value &value);

} // namespace enzyme
#endif
