//===- Counts.h - integers that are no bits of numbers, by their use --------===//
//
// Problem: `to->rows = from->rows` moves 64 bits from memory to memory. They may be a double on
// its way (memcpy puts it into an integer), and are moved as one, although nearly all of them are
// sizes: a container's members, copied from object to object.
//
// Here: what such an integer is used for whenever it is moved. The bits of a number that is
// neither zero nor denormal are beyond 2^52: none is the index of memory that is accessed, the
// size of a block that is allocated, a factor of such a size that has not overflowed, or a bound
// of a loop that OpenMP shares out. A use on another path says nothing: words with a tag are an
// index in one case, a number in another.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_COUNTS_H
#define ENZYME_TYPES_COUNTS_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Is the integer that `at` moves (stores, or hands to a function) used as an index or a size
/// wherever it is moved there, before or afterwards?
bool isCount(const llvm::Value &integer, const llvm::Instruction &at);

} // namespace enzyme
#endif
