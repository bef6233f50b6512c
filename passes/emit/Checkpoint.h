//===- Checkpoint.h - derivatives of loops that keep snapshots --------------===//
//
// Problem: the derivative of such a loop is not the reverse of its instructions one after
// the other: most of its iterations run again, from a snapshot, before they are reversed.
//
// Here: what the loop became (checkpoint/Checkpoint.h) gets its derivative from
// that of one iteration, and from the runtime, which decides (runtime/checkpoint.c):
//
//   augmented   the loop; before each iteration the runtime may take a snapshot
//   gradient    ask the runtime until it is done: run an iteration, or reverse one
//   combined    both, one after the other
//
// Running an iteration again moves shadow addresses that iterations hand on, as it moves
// the addresses; nothing else of its derivative happens then.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_CHECKPOINT_H
#define ENZYME_EMIT_CHECKPOINT_H

#include "Context.h"
#include "emit/TapeShape.h"

namespace enzyme {

/// The derivative functions of one key, declared.
struct SnapshotDerivative {
  llvm::Function *function;                       ///< combined, or augmented
  llvm::Function *gradient = nullptr;             ///< of the augmented one
  llvm::SmallVector<llvm::Function *, 3> helpers; ///< made along with them
  TapeShape shape{};
  /// The functions that derivativesForSnapshots names.
  std::map<DerivativeKey, llvm::Function *> called{};
};

/// The derivatives of other functions that the one `key` names calls: of one iteration, and of
/// the loop where it keeps everything.
std::vector<DerivativeKey> derivativesForSnapshots(const DerivativeKey &key);

/// Gives them their bodies.
void emitSnapshots(Context &context, const DerivativeKey &key, SnapshotDerivative &derivative);

} // namespace enzyme
#endif
