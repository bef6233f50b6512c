//===- ArgumentWrites.h - calls of MPI that write to what they are given ---===//
//
// Problem: a call of MPI may write anywhere, for all that compilers know: a receive that is
// still open ends in any of them. So all that a program reads seems to be overwritten by each.
//
// Here: a program must not read a buffer between the call that starts a receive and the one
// that completes it (MPI 3.1, 3.7.2). What it reads can hence only be overwritten by a receive
// that starts later, and the call that starts it is given the buffer: it counts as the one
// that writes, and no call writes to anything else. Left out are windows, into which others
// write, and where it is not seen what is written: receives that are started again, datatypes
// and operations of the program's own.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_MPI_ARGUMENTWRITES_H
#define ENZYME_RULES_MPI_ARGUMENTWRITES_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Does the module call MPI, and nothing of it by which others write to memory?
bool hasOnlyMessages(const llvm::Module &module);

/// In such a module: can a call change what was read before it only in the objects that its
/// arguments lead to?
bool writesOnlyArguments(const llvm::CallBase &call);

} // namespace enzyme
#endif
