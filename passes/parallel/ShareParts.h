//===- ShareParts.h - what each thread of a team runs, and what only some --===//
//
// Problem: a region's loops, sections, `single` and the like tell threads what to do; all else each
// thread does.
//
// Here: the instructions of a function as the front end wrote it, where calls of the runtime stand
// at the beginning and the end of constructs, sorted into these two.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_SHAREPARTS_H
#define ENZYME_PARALLEL_SHAREPARTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

class ShareParts {
public:
  explicit ShareParts(llvm::Function &function);

  bool isOfEach(const llvm::Instruction &at) const { return ofEach.contains(&at); }
  bool isShared(const llvm::Instruction &at) const { return shared.contains(&at); }
  llvm::ArrayRef<const llvm::Instruction *> each() const { return ofEach.getArrayRef(); }
  bool dominates(const llvm::Instruction &first, const llvm::Instruction &second) const {
    return tree.dominates(&first, &second);
  }

  llvm::Function &function;

private:
  void findArms();
  bool isInArm(const llvm::BasicBlock &block) const;
  void leave(const llvm::BasicBlock &block,
             llvm::SmallVectorImpl<const llvm::BasicBlock *> &pending);
  void sortOut(const llvm::BasicBlock &block, bool isEach);

  llvm::DominatorTree tree;
  llvm::SmallVector<const llvm::BasicBlock *, 4> arms;
  llvm::DenseMap<const llvm::BasicBlock *, bool> atBegin; ///< is it run by each thread?
  llvm::SetVector<const llvm::Instruction *> ofEach, shared;
};

} // namespace enzyme
#endif
