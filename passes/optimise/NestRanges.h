//===- NestRanges.h - which bytes a nest of loops will touch ---------------===//
//
// Problem: memory of the program has no size that a derivative knows. Before a nest of loops its
// extent there can be known all the same, exactly, where it follows from control alone.
//
// Here: a copy of the nest that runs ahead of it and computes nothing else: the control of the
// outer loops, and of each innermost loop the first and the last place of every access. Loops on
// which no place depends run once.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_OPTIMISE_NESTRANGES_H
#define ENZYME_OPTIMISE_NESTRANGES_H

#include "support/Analyses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace enzyme {

/// Memory of the program with a copy for each lane, as one nest of loops uses it.
struct NestMemory {
  llvm::SmallVector<llvm::Value *, 8> roots; ///< of each lane, the same in all iterations
  llvm::SmallVector<llvm::SmallVector<llvm::Instruction *, 8>, 8>
      groups; ///< an access, of each lane
  llvm::Type *element = nullptr;
  bool isWritten = false;
};

/// All in bytes from the root, but for `touched`: how many accesses there will be.
struct NestRange {
  llvm::Value *low, *high; ///< of all accesses; low > high where there is none
  llvm::Value *lowWritten, *highWritten;
  llvm::Value *isDense; ///< is every element between those two written?
  llvm::Value *touched;
};

/// Finds the ranges of `memories` in `nest`, which is in simplified form and has one block where it
/// leads to.
class NestRanges {
public:
  NestRanges(llvm::Loop &nest, llvm::ArrayRef<NestMemory> memories, Analyses &analyses);
  ~NestRanges();

  /// False if they do not follow from control, or nothing would be touched again and again.
  bool canFind();

  /// Puts the copy in front of the nest's preheader; `analyses` are to be forgotten. The block in
  /// which it ends, where `ranges` are known, still leads to the preheader.
  llvm::BasicBlock *insert(llvm::SmallVectorImpl<NestRange> &ranges);

private:
  struct Touch;
  struct Advance;
  struct Places;

  bool isRepeated();
  bool noteTouches();
  bool noteInnermost(llvm::Loop &loop);
  std::optional<Advance> findAdvance(llvm::Loop &loop, llvm::Instruction &access);
  bool fillTogether(llvm::ArrayRef<Advance> advances, int64_t bytes);
  void noteAdvances(llvm::Loop &loop, unsigned memory, llvm::ArrayRef<Advance> advances,
                    bool isWrite);
  bool noteHere(llvm::Instruction &access, unsigned memory, bool isWrite);
  void note(const Touch &touch);
  llvm::Value *timesAround(llvm::Loop *loop, llvm::Instruction *at);
  bool findSlice();
  bool takeControl();
  bool takePlaces();
  bool takeOperands();
  bool take(llvm::Value *value);
  bool takeFromInnermost(llvm::PHINode &phi, llvm::Loop &loop, unsigned incoming);
  bool isUnchanged(llvm::LoadInst &load);
  void bypass(llvm::ValueToValueMapTy &copies);
  void update(llvm::CallInst &marker, const Places &places);

  llvm::Loop &nest;
  llvm::ArrayRef<NestMemory> memories;
  Analyses &analyses;
  llvm::SmallVector<llvm::CallInst *, 16> markers;
  llvm::SmallVector<llvm::Loop *, 8> innermost, outer;
  llvm::SmallPtrSet<llvm::Loop *, 8> once; ///< outer loops that run once
  llvm::SetVector<llvm::Instruction *> slice;
  /// What an innermost loop hands out: in place of its last value one that is known before.
  llvm::DenseMap<llvm::PHINode *, llvm::Value *> handedOut;
};

} // namespace enzyme
#endif
