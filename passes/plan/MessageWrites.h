//===- MessageWrites.h - what messages leave as it is (room-private) -------===//
//
// Problem: LLVM's alias analysis takes each call of MPI for one that may write to all memory
// whose address is known elsewhere: what a function is given, and all that was once a buffer.
// In a solver, the lists of a matrix would be kept in each iteration.
//
// Here, for programs that exchange messages: the objects to which an instruction writes by the
// points-to sets of activity analysis; of calls of MPI they are those that its arguments lead to
// (rules/mpi/ArgumentWrites.h). Only variables and memory that the asking function made itself are
// told apart from anything else; what it was given may be one piece of memory.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_MESSAGEWRITES_H
#define ENZYME_PLAN_MESSAGEWRITES_H

#include "shadow/ShadowedPrimal.h"

namespace enzyme {

class MessageWrites {
public:
  explicit MessageWrites(const ShadowedPrimal &primal);
  ~MessageWrites();

  /// Is `write` known to leave all memory as it is that `read`, of the prepared function, leads
  /// to? False where the program exchanges no messages: LLVM's analysis knows all that then.
  bool leave(const llvm::Value &read, const llvm::Instruction &write);

private:
  class Objects;
  const ShadowedPrimal &primal;
  bool hasMessages;
  std::unique_ptr<Objects> objects; ///< made when it is asked for
};

} // namespace enzyme
#endif
