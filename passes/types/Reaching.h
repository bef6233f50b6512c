//===- Reaching.h - what was last written to some bytes -------------------===//
//
// Problem: a union, and what is built on it (std::function, std::variant), holds
// different things at different times. All facts about the object together
// contradict each other; what was written last does not.
//
// Here: a walk backwards from a copy, along blocks with one predecessor, over the
// writes to the source. It stops at the first instruction that might write there
// in a way it does not understand.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_REACHING_H
#define ENZYME_TYPES_REACHING_H

#include "types/Addresses.h"
#include "types/Types.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace enzyme {

/// The layout that the writes before `copy` leave in `size` bytes at `source`;
/// `accessed` answers for those writes. Not `known` unless every byte is found.
Layout reaching(const llvm::Instruction &copy, const llvm::Value &source, uint64_t size,
                Addresses &addresses,
                llvm::function_ref<Layout(const llvm::Instruction &)> accessed);

} // namespace enzyme
#endif
