//===- State.h - the memory that a loop's iterations hand on ---------------===//
//
// Problem: to run iterations of a loop again from one in the middle, the memory that
// they change must be put back as it was there. The program does not say which memory that is.
//
// Here: all memory that the loop writes, as pieces whose place and size are known before
// it runs: whole objects where their size is known (variables, allocations), else the
// bytes that accesses can touch (memory/AccessRange.h), at any of the pointers that two
// arrays may swap:
//
//     for (t …) { for (i = 1; i < n - 1; i++) v[i] = f(u[i]);  swap(u, v); }
//                                        state: [a + 8, a + 8 n - 8) and the same of b
//
// Copying a range that the program itself would not touch may be fatal: a range counts only
// if every byte of it is touched whenever the loop runs, or under conditions that are known
// before it.
//
// What the loop only reads is not state, but may be changed behind the loop, before it is
// run again: pieces of their own, or memory that is known to stay.
//
// What an iteration allocates and frees itself is neither. What it writes before it reads it is put
// back when all is done, and need not be put back before.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CHECKPOINT_STATE_H
#define ENZYME_CHECKPOINT_STATE_H

#include "memory/AccessRange.h"
#include "memory/Writes.h"
#include "support/Analyses.h"
#include "types/Types.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace enzyme {

/// How a piece of memory takes part in running iterations again.
enum class PieceKind : uint8_t {
  State,    ///< changes from one iteration to the next
  Constant, ///< the loop only reads it
  Pointer,  ///< state that is an address: its shadow changes with it
  Stable,   ///< the loop only reads it, and its function does not change it behind the loop
  Scratch,  ///< each iteration writes it before it reads it (checkpoint/Scratch.h)
};

struct StatePiece {
  PieceKind kind;
  llvm::Value *memory; ///< known before the loop
  llvm::Value *bytes;  ///< i64; not above zero: none
  llvm::Value *base;   ///< what the loop's accesses to it are made from
};

class LoopState {
public:
  LoopState(llvm::Loop &loop, const TypeResults &types, Analyses &analyses);

  /// Why the state cannot be determined before the loop runs; "" if it can.
  const std::string &whyNot() const { return obstacle; }
  /// What says so; null if nothing does in particular.
  const llvm::Instruction *whereNot() const { return obstacleAt; }

  /// The pieces as values at the end of the loop's preheader.
  llvm::SmallVector<StatePiece, 8> emit();

private:
  struct Access {
    llvm::Instruction *at;
    llvm::Value *pointer;
    bool isWrite;
  };
  using Bounds = AccessRanges::Bounds;
  /// Conditions that do not change in the loop, and their outcomes.
  using Guards = llvm::SmallVector<std::pair<llvm::Value *, bool>, 2>;
  /// Of one base: all of it, or ranges that accesses touch where conditions hold.
  struct Extent {
    llvm::Value *allBytes = nullptr;
    llvm::SmallVector<std::pair<Guards, Bounds>, 1> ranges;
    bool isScratch = true; ///< as far as its writes are known
    const Bounds *under(const Guards &guards) const;
  };
  using Extents = llvm::MapVector<llvm::Value *, Extent>;

  bool gather();
  bool keepsOwnMemory();
  bool gatherCall(llvm::CallBase &call);
  bool note(llvm::Instruction &at, llvm::Value *pointer, bool isWrite);
  bool place(const Access &access, Extents &extents);
  bool placeAt(const Access &access, llvm::Value &base, Extents &extents);
  std::optional<Bounds> boundsOf(const Access &access, llvm::Value &base);
  std::optional<Guards> guardsOf(const Access &access, bool movesWithLoop) const;
  bool countsExactly(const Access &access, bool movesWithLoop) const;
  bool placeWhole(const Access &access, llvm::Value &base, Extents &extents);
  std::string nameOf(const Access &access, const llvm::Value &base) const;
  bool isMadeInside(const llvm::Value &object) const;
  bool isNeverChanged(const Access &access);
  bool isStable(const Access &access);
  bool fail(const std::string &why, const llvm::Instruction *at = nullptr);
  llvm::Value *sizeOf(llvm::Value &object);
  const llvm::SCEV *sizeOfAllocation(llvm::CallBase &call);
  bool isTheSameEachTime(const llvm::SCEV &bytes, const llvm::CallBase &call) const;
  llvm::Value *sizeIfAllocated(llvm::Value &base);
  bool canExpand(const llvm::SCEV *expression);

  llvm::Loop &loop;
  const TypeResults &types;
  llvm::DominatorTree &dominators;
  llvm::LoopInfo &loops;
  llvm::ScalarEvolution &evolution;
  AccessRanges ranges;
  Writes writes;
  std::vector<Access> accesses;
  Extents written, read;
  llvm::SmallSetVector<llvm::Value *, 4> stable;           ///< bases
  llvm::SmallPtrSet<const llvm::Instruction *, 8> scratch; ///< writes to it
  std::string obstacle;
  const llvm::Instruction *obstacleAt = nullptr;
};

} // namespace enzyme
#endif
