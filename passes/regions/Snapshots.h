//===- Snapshots.h - may a loop keep snapshots of its state? -----------------===//
//
// Problem: a loop that asks for snapshots (checkpoint/Checkpoint.h) has a derivative of its
// own kind, which runs iterations again. Not every derivative of it can.
//
// Here: the verdict, and what it rests on: all state lies in memory that is handed in, and the
// shadows of addresses that iterations hand on can be computed without derivatives.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_SNAPSHOTS_H
#define ENZYME_REGIONS_SNAPSHOTS_H

#include "abi/DerivativeKey.h"
#include "checkpoint/Marks.h"

namespace enzyme {

/// Is `primal` a loop that asks for snapshots?
bool asksForSnapshots(const llvm::Function &primal);

/// Why the derivative cannot keep them; "" if it can.
std::string whyNoSnapshots(const DerivativeKey &key);

/// How an operand of the iteration takes part in the derivative of the loop.
Activity activityOfOperand(const DerivativeKey &key, const llvm::Value &operand);

/// The derivative of one iteration.
DerivativeKey stepKey(const DerivativeKey &key, const llvm::CallInst &step);

/// The stores of addresses that the iteration hands on.
llvm::SmallVector<llvm::StoreInst *, 4> addressesHandedOn(const CheckpointPlan &plan,
                                                          const DerivativeKey &step);

} // namespace enzyme
#endif
