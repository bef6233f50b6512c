//===- Intrinsics.h - what LLVM's other intrinsics mean to a derivative --===//
//
// Every target-independent intrinsic of LLVM belongs to exactly one of:
//
//     formula        scalar/                   llvm.sin, llvm.fma
//     inactive       carries no float          llvm.lifetime.start, llvm.ctpop
//     behavioural    moves floats or pointers  llvm.memcpy, llvm.masked.load
//     refused        with a sentence           llvm.vp.*, coroutines
//
// A test walks LLVM's list and fails on one that is in none.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_MEMORY_INTRINSICS_H
#define ENZYME_RULES_MEMORY_INTRINSICS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Intrinsics.h"

namespace enzyme {

/// How a behavioural intrinsic moves floats or pointers; what the emitter switches on.
enum class Behaviour {
  None,
  MemoryCopy,   ///< memcpy, memmove, their inline and atomic forms
  MemorySet,    ///< memset and memset.pattern
  MaskedMemory, ///< masked load, store, gather, scatter, expand, compress
  MatrixMemory, ///< matrix column-major load and store
  Route,        ///< lanes change place: insert, extract, reverse, splice, interleave, transpose
  Reduction,    ///< vector.reduce.f*
  PassThrough,  ///< the first operand: ssa.copy, annotation, expect
  Pointer,      ///< a pointer from a pointer: ptrmask, launder, threadlocal.address
};

Behaviour behaviourOf(llvm::Intrinsic::ID id);
inline bool behaviouralIntrinsic(llvm::Intrinsic::ID id) {
  return behaviourOf(id) != Behaviour::None;
}

/// Carries and moves no float, for any operands it may have.
bool isInactiveIntrinsic(llvm::Intrinsic::ID id);

/// Why the intrinsic is refused, or "".
llvm::StringRef refusalFor(llvm::Intrinsic::ID id);

} // namespace enzyme
#endif
