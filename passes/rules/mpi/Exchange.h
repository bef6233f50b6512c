//===- Exchange.h - what calls of MPI do with a program's memory -----------===//
//
// Problem: ranks hand numbers to each other through functions without a body, whose
// handles are integers in one library and addresses in another. What is received depends
// on what others sent, which no analysis of one program text sees; and a call that completes
// a request moves numbers of memory that it is not given.
//
// Here: the calls, by name and signature, and which arguments are buffers. Nothing else of
// MPI is known to the compiler: constants, types, operations and statuses are read where the
// program runs (mpi-omp/mpi/).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_MPI_EXCHANGE_H
#define ENZYME_RULES_MPI_EXCHANGE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// A buffer, and what becomes of what lies in it.
struct ExchangeBuffer {
  unsigned argument;
  bool isSent, isReceived;
};

/// A call of MPI that ranks take part in, or that completes one.
struct Exchange {
  llvm::StringRef name; ///< without MPI_: "Send"
  bool isFortran;       ///< mpi_send_: all by address
  bool makesMemory;     ///< and gives its address through the buffer
  llvm::SmallVector<ExchangeBuffer, 2> buffers;
};

/// What is known of a function of MPI; nothing if it is none, or none with a derivative.
std::optional<Exchange> exchangeOf(const llvm::Function &function);

/// Does the call exchange numbers with other ranks, for all that is known? Also one without
/// a derivative: it must be refused, since not what it is given tells what it does.
bool communicates(const llvm::CallBase &call);
bool communicates(const llvm::Function &callee);

/// A call that a derivative makes in place of one of MPI.
bool isMpiDerivative(const llvm::Function &callee);

/// A question to MPI, or the making of a communicator, a type: nothing of it has a derivative.
bool isInactiveMpi(const llvm::CallBase &call);

/// Open MPI's MPI_DOUBLE and its like: addresses of variables that only the library looks into.
bool isMpiHandle(const llvm::GlobalVariable &variable);

/// The library's function for a call of MPI, and for the way back of all of them.
std::string exchangeFunction(const Exchange &exchange);
std::string exchangeReverse();

} // namespace enzyme
#endif
