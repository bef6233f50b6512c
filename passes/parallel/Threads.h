//===- Threads.h - may threads run where they are started? ----------------===//
//
// Problem: derivative code runs in one thread. A thread that computes and is joined may as well
// run where it is started (cxx/Threads.ll). One that waits for another, or for what its starter
// does later, may not.
//
// Here: where a thread waits, threads stay as they are, and are refused
// by name where they carry derivative.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_THREADS_H
#define ENZYME_PARALLEL_THREADS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Does the call start a thread?
bool startsThread(const llvm::CallBase &call);

/// The library function by which a thread that these functions start waits for another one;
/// "" if there is none.
llvm::StringRef waitInThreads(const llvm::SetVector<llvm::Function *> &functions);

/// The thread is to be refused because of `wait`.
void keepThread(llvm::CallBase &start, llvm::StringRef wait);

/// Before each lock that such threads take, the runtime is asked whether it is their starter's.
void guardLocks(const llvm::SetVector<llvm::Function *> &functions);

/// pthread_exit in a function that only threads run, by which it ends, as a return.
void returnFromThreads(const llvm::SetVector<llvm::Function *> &functions);

/// Where threads run in place: a loop that waits until another thread changes a variable; null
/// if there is none.
const llvm::Instruction *spinIn(const llvm::Function &function);

} // namespace enzyme
#endif
