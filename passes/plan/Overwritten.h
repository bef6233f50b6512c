//===- Overwritten.h - may a load's memory change before the reverse? ----===//
#ifndef ENZYME_PLAN_OVERWRITTEN_H
#define ENZYME_PLAN_OVERWRITTEN_H

#include "memory/LaterWrites.h"
#include "plan/MessageWrites.h"
#include "regions/BetweenSweeps.h"
#include "shadow/ShadowedPrimal.h"

namespace enzyme {

/// Asks about the prepared function, whose memory accesses are the primal's own.
/// The shadow of a pointer in memory changes exactly when the pointer does.
class Overwritten {
public:
  explicit Overwritten(const ShadowedPrimal &primal);

  /// Can loading again in the reverse sweep give another value?
  struct Answer {
    bool mayChange = true;
    const llvm::Instruction *write = nullptr; ///< that may change it; null: other code
  };
  Answer ask(const llvm::LoadInst &load);
  bool mayChange(const llvm::LoadInst &load) { return ask(load).mayChange; }
  /// May something that runs in the innermost loop around `load` write there before it reads the
  /// place, in the same iteration or an earlier one?
  bool mayChangeAhead(const llvm::LoadInst &load);
  /// Headers of the loops around `load` in which nothing does, innermost first.
  llvm::SmallVector<const llvm::BasicBlock *, 4> loopsWithoutWrites(const llvm::LoadInst &load);

private:
  bool isWrittenIn(const llvm::Loop &loop, const llvm::LoadInst &load, bool alsoWhenRead);
  bool comesBehind(const llvm::Instruction &write, const llvm::LoadInst &load,
                   const llvm::Loop &loop);

  const ShadowedPrimal &primal;
  Analyses analyses;
  LaterWrites later;
  Writes writes;
  BetweenSweeps between;
  MessageWrites messages;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> leftOut; ///< writes that a second run leaves out
  llvm::DenseMap<const llvm::LoadInst *, Answer> answers;
};

} // namespace enzyme
#endif
