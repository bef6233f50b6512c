//===- Factor.h - of what an integer is a multiple -------------------------===//
#ifndef ENZYME_TYPES_FACTOR_H
#define ENZYME_TYPES_FACTOR_H

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Value.h"

namespace enzyme {

/// A number of which `value`, a length or a distance in bytes, is a multiple, as its own
/// expression shows: constants that it is multiplied by, and the largest power of two.
uint64_t factorOf(const llvm::Value &value, const llvm::DataLayout &layout);

} // namespace enzyme
#endif
