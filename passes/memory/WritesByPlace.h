//===- WritesByPlace.h - the writes that a load need be compared with -----===//
//
// Problem: which write may change what a load read? Comparing each load with each write
// takes hours where generated code works through an array of 30,000 numbers in straight line.
//
// Here: stores at a constant distance from a parameter, a variable or a global are kept by
// the bytes they write. A load at such a place meets those that write its bytes; those at
// objects that may be the same; and all that write to an unknown place. What it does not
// meet is elsewhere, which alias analysis would have said as well.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_WRITESBYPLACE_H
#define ENZYME_MEMORY_WRITESBYPLACE_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

class WritesByPlace {
public:
  /// Positions in `all`, which is in the order of the code.
  using Positions = std::vector<unsigned>;
  /// Are two pointers that are given known to lead to different objects?
  using AreApart = llvm::function_ref<bool(const llvm::Value &, const llvm::Value &)>;

  explicit WritesByPlace(llvm::ArrayRef<const llvm::Instruction *> all);

  /// Passes writes that may touch what `load` reads, in the order of the code, to `isFound` until
  /// it is true; null if it never is. Those before a load that runs once (`isOnce`) are left out.
  const llvm::Instruction *find(const llvm::LoadInst &load, bool isOnce, AreApart areApart,
                                llvm::function_ref<bool(const llvm::Instruction &)> isFound);

private:
  /// Bytes from `first` on at a base that is the same in all iterations of all loops.
  struct Place {
    const llvm::Value *base = nullptr; ///< null: not known
    int64_t first = 0;
    uint64_t size = 0;
  };
  /// Writes at one base, by stretches of some bytes; those of many stretches by themselves.
  struct Object {
    llvm::DenseMap<int64_t, Positions> stretches;
    Positions wide;
    Positions all;
  };

  static Place placeOf(const llvm::Instruction &access);
  std::pair<unsigned, unsigned> inFrontOf(const llvm::LoadInst &load) const;
  const Positions &atOtherObjects(const llvm::Value &base, AreApart areApart);

  llvm::ArrayRef<const llvm::Instruction *> all;
  Positions anywhere; ///< to an unknown place
  llvm::DenseMap<const llvm::BasicBlock *, std::pair<unsigned, unsigned>> blocks;
  llvm::MapVector<const llvm::Value *, Object> objects;
  llvm::DenseMap<const llvm::Value *, Positions> others;
};

} // namespace enzyme
#endif
