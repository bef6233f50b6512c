//===- ReadIn.h - functions that fill memory of the program ---------------===//
//
// Problem: `fscanf(file, "%lf", &x)` and `in >> x` pass on no derivative, but they end
// one: whatever x held before and depended on, now it is a number from a file. Random
// numbers that are stored through a pointer (`drand48_r(&state, &x)`) end one, too.
//
// Here: the call is made to leave a value that is plainly a constant:
//
//     n = fread(p, size, count, f)     room = malloc(size * count)
//                                      n = fread(room, size, count, f)
//                                      memcpy(p, room, n * size); free(room)
//     k = sscanf(s, "%d %lf", i, x)    k = sscanf(…); if (k > 1) *x = constant(*x)
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_READIN_H
#define ENZYME_RULES_CALLS_READIN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// Does it call one of the C functions whose calls are rewritten? They are inactive.
bool isReadingCall(const llvm::CallBase &call);

/// Their names, in the tables' order.
llvm::SmallVector<llvm::StringRef, 32> readingFunctions();

/// The same number, and a constant.
llvm::Value *withoutDerivative(llvm::IRBuilderBase &builder, llvm::Value *number);

/// Rewrites `call` if it calls such a function; true if anything changed.
bool endDerivativesOfReadMemory(llvm::CallBase &call);

} // namespace enzyme
#endif
