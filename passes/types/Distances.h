//===- Distances.h - how far apart two addresses lie -----------------------===//
#ifndef ENZYME_TYPES_DISTANCES_H
#define ENZYME_TYPES_DISTANCES_H

#include "types/Types.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace enzyme {

/// p and q, where `at` is p - q: pointers, or words that may be addresses.
std::optional<std::pair<llvm::Value *, llvm::Value *>> endsOfDistance(llvm::BinaryOperator &at);

/// The difference of two pointers that may lead to two objects.
bool isBetweenObjects(const llvm::BinaryOperator &at);

/// Sums and multiples of distances; what hashes or masks make of one is not a distance.
bool keepsDistance(const llvm::Instruction &at);

/// What decides whether there is a distance at all, in `found ? found - begin : -1`: the one select
/// through which everything goes that may become part of an address; else null.
const llvm::SelectInst *choiceOf(const llvm::BinaryOperator &difference);

/// Where `difference` may become part of an address, elsewhere or later. Sums right behind it do
/// not count where `isMirrored`. In other blocks it may be a number: optimisers read a union's
/// words, and subtract them, before it is known what they are.
using BlocksHandingOn = llvm::SmallSetVector<const llvm::BasicBlock *, 2>;
BlocksHandingOn blocksHandingOn(const llvm::Instruction &difference, bool isMirrored,
                                const TypeResults &types);

} // namespace enzyme
#endif
