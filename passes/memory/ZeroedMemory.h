//===- ZeroedMemory.h - memory that comes cleared (room-private) ----------===//
#ifndef ENZYME_MEMORY_ZEROEDMEMORY_H
#define ENZYME_MEMORY_ZEROEDMEMORY_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Metadata on the memsets that spellOutZeros adds.
inline constexpr const char *zeroedMark = "enzyme.zeroed";

/// Problem: no instruction says that calloc wrote zeros. A reverse sweep that runs
/// a second time on the same shadow memory must find it as clean as the first time.
///
/// Here: p = calloc(n, m) is followed by memset(p, 0, n * m), which does nothing and
/// whose reverse clears the shadow.
void spellOutZeros(llvm::Function &function);

} // namespace enzyme
#endif
