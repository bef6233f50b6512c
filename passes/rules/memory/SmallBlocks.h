//===- SmallBlocks.h - the runtime's malloc and free ------------------------===//
#ifndef ENZYME_RULES_MEMORY_SMALLBLOCKS_H
#define ENZYME_RULES_MEMORY_SMALLBLOCKS_H

#include "llvm/ADT/StringRef.h"

namespace enzyme::blocks {

struct Replaced {
  llvm::StringLiteral library, runtime;
};

/// The C library's functions and the runtime's (runtime/blocks.c), which give and take the same
/// blocks.
inline constexpr Replaced allocation{"malloc", "enzyme_rt_take_block"};
inline constexpr Replaced cleared{"calloc", "enzyme_rt_take_cleared"};
inline constexpr Replaced release{"free", "enzyme_rt_give_block"};

/// The same of the blocks in an array.
inline constexpr llvm::StringLiteral takeAll{"enzyme_rt_take_blocks"},
    giveAll{"enzyme_rt_give_blocks"}, clearAll{"enzyme_rt_clear_blocks"};

} // namespace enzyme::blocks
#endif
