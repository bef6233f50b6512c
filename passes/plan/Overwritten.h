//===- Overwritten.h - may a load's memory change before the reverse? ----===//
#ifndef ENZYME_PLAN_OVERWRITTEN_H
#define ENZYME_PLAN_OVERWRITTEN_H

#include "shadow/ShadowedPrimal.h"
#include "prepare/LaterWrites.h"

namespace enzyme {

/// Asks about the prepared function, whose memory accesses are the primal's own.
/// The shadow of a pointer in memory changes exactly when the pointer does.
class Overwritten {
public:
  explicit Overwritten(const ShadowedPrimal &primal);

  /// True unless loading again in the reverse sweep gives the same value.
  bool mayChange(const llvm::LoadInst &load);

private:
  bool isReachableFrom(const llvm::Instruction &load, const llvm::Instruction &write);
  bool isPrivate(const llvm::Value &object);
  bool areApart(const llvm::Value &written, const llvm::Value &read);
  bool mayTouch(const llvm::Instruction &write, const llvm::LoadInst &load,
                llvm::BatchAAResults &aliases);
  bool escapesToCaller(const llvm::Value &pointer) const;
  const llvm::SmallPtrSet<const llvm::BasicBlock *, 16> &blocksAfter(const llvm::BasicBlock &block);

  const ShadowedPrimal &primal;
  Analyses analyses;
  LaterWrites later;
  std::vector<const llvm::Instruction *> writes;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallPtrSet<const llvm::BasicBlock *, 16>> after;
  llvm::DenseMap<const llvm::LoadInst *, bool> answers;
  llvm::DenseMap<const llvm::Value *, bool> privateObjects;
};

} // namespace enzyme
#endif
