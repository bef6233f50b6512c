//===- CopyLoops.h - moves of shadow memory that holds floats and pointers ----===//
//
// Problem: the reverse of memcpy on shadow memory adds floats up, a mixed copy
// moves only what is not a float, a fill clears only floats. Written as loops in IR
// these are code like any other: inlined, vectorised, and differentiated again
// where derivatives are.
//
// Here: one small internal function for each such move and layout.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_COPYLOOPS_H
#define ENZYME_SHADOW_COPYLOOPS_H

#include "types/Types.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// `count` equal pieces at equal distances.
struct PieceRun {
  Piece first;
  uint64_t distance = 0, count = 1;
};
llvm::SmallVector<PieceRun, 8> runsOf(llvm::ArrayRef<Piece> pieces);

/// The numbers in `bytes` bytes of `layout`: `count` of them, `period` bytes apart, from `first`.
/// A long array within a structure that occurs once is one entry, not one for each element.
struct NumberRun {
  Piece first;
  llvm::Value *count;
  uint64_t period;
};
llvm::SmallVector<NumberRun, 8> numbersIn(const Layout &layout, llvm::Value *bytes,
                                          llvm::IRBuilderBase &builder);

/// void (to, from, i64 bytes): the reverse of a move of `bytes` from `from` to `to`
/// on the float pieces: from += to; to = 0. Safe under overlap. `isShared`: other threads may add
/// to `from` at the same time.
llvm::Function *pullCopyFunction(llvm::Module &module, const Layout &layout, bool isShared);

/// void (memory, i64 bytes): zeroes the float pieces.
llvm::Function *clearFloatsFunction(llvm::Module &module, const Layout &layout);

/// void (memory, i64 bytes): zeroes what is not a float.
llvm::Function *clearPointersFunction(llvm::Module &module, const Layout &layout);

/// void (to, from, i64 bytes): moves what is not a float. Safe under overlap.
llvm::Function *copyPointersFunction(llvm::Module &module, const Layout &layout);

} // namespace enzyme
#endif
