//===- BitHelpers.h - helpers that take floats as integers -----------------===//
//
// Problem: `uint64_t swap(uint64_t u)` is handed the bits of a double. Nothing in
// it says so, and a call that is kept (a debug build, noinline, a large function)
// hides from the caller what became of them.
//
// Here: calls that are passed the bits of a float as an integer, or whose integer
// result becomes a float, are inlined, so that the bits stay in sight; likewise those
// that hand on a union's double as its pointer (UnionHelpers.h), and those through which a
// float or an address travels as an integer (WordHelpers.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_BITS_BITHELPERS_H
#define ENZYME_BITS_BITHELPERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// The callee of a direct call, if a copy of it may be called instead; null if it has no body, or
/// `isKept` names it.
llvm::Function *calleeToChange(const llvm::CallBase &call,
                               llvm::function_ref<bool(const llvm::Function &)> isKept);

/// True if anything was inlined. Functions that `isKept` names stay calls.
bool inlineBitHelpers(const llvm::SetVector<llvm::Function *> &functions,
                      llvm::function_ref<bool(const llvm::Function &)> isKept);

} // namespace enzyme
#endif
