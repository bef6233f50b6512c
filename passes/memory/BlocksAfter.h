//===- BlocksAfter.h - which blocks can run after which -------------------===//
//
// Problem: "can this write run after that load?" is asked of all pairs. A set of blocks for
// each block takes gigabytes for a function of 20,000 branches; a bit for each pair does not,
// and the blocks of one cycle share theirs.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_BLOCKSAFTER_H
#define ENZYME_MEMORY_BLOCKSAFTER_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace enzyme {

class BlocksAfter {
public:
  explicit BlocksAfter(const llvm::Function &function) : function(function) {}

  /// Can `block` run once `from` begins? Any block can run after itself.
  bool canFollow(const llvm::BasicBlock &block, const llvm::BasicBlock &from);
  /// Can `block` run again after it ended?
  bool runsAgain(const llvm::BasicBlock &block);

private:
  void gather();

  const llvm::Function &function;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> components;
  std::vector<llvm::BitVector> reached; ///< by component, its own blocks too
};

} // namespace enzyme
#endif
