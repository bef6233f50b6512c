//===- Widen.h - a function in W lanes at once ----------------------------===//
#ifndef ENZYME_TRANSFORM_WIDEN_H
#define ENZYME_TRANSFORM_WIDEN_H

#include "request/Batch.h"

namespace enzyme {

/// True if the lanes of `prepared` cannot see each other: it writes nothing but
/// local memory and calls nothing but functions of their operands.
bool canWiden(llvm::Function &prepared);

/// Fills `batch`, a function of the type of BatchSignature::of(key), with the code
/// of `prepared` in all lanes at once.
void widen(llvm::Function &prepared, const BatchKey &key, llvm::Function &batch);

/// The argument of lane `lane` for parameter `parameter`, from those of `batch`.
llvm::Value *laneArgument(llvm::IRBuilderBase &builder, const BatchKey &key, llvm::Function &batch,
                          unsigned parameter, unsigned lane);

} // namespace enzyme
#endif
