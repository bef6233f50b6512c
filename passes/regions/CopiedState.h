//===- CopiedState.h - objects that a second run finds in a copy --------------===//
//
// Problem: a time step computes much from little: a method of Runge and Kutta fills four arrays
// of slopes from one of places, which it then changes. The step cannot run again from what it
// changed, and to keep what it computed takes four times the memory of what it began with.
//
// Here: which objects may be copied before an iteration runs, so that the second run works on
// the copies, with the same code: the function that is the iteration gets another address.
//
//     for (t …) { k1 = f(x); k2 = f(x + k1 / 2); … x += …; }
//
//     first run:                          reverse sweep:
//       c[t] = copy of x; iteration(x)      derivative of iteration(c[t], x')
//
// An object of the function whose address does not escape, of a size that is known before
// the loop and made of the lengths of loops that work on it in an iteration: the copy then costs
// no more than the iteration. All that an iteration does there goes through addresses that
// are made of one pointer, and nothing else is done with these.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_COPIEDSTATE_H
#define ENZYME_REGIONS_COPIEDSTATE_H

#include "memory/Coverage.h"
#include "memory/ObjectBytes.h"
#include "memory/Writes.h"
#include "types/Types.h"

namespace enzyme {

/// How an object is copied.
struct StateCopy {
  llvm::Value *bytes = nullptr;
  llvm::MDNode *declared = nullptr; ///< what its bytes are, for derivatives of the derivative
};

class CopiedState {
public:
  /// `mustDeclare`: only objects of which it is known what they hold.
  CopiedState(llvm::Loop &loop, Analyses &analyses, Writes &writes, const TypeResults &types,
              bool mustDeclare)
      : loop(loop), analyses(analyses), writes(writes), types(types), mustDeclare(mustDeclare) {}

  using Object = std::pair<llvm::Value *, StateCopy>; ///< by the pointer to it
  /// What `pointer`, which an iteration reads, leads into, if that may be copied. `reads` and
  /// `written`: all of an iteration.
  std::optional<Object> objectOf(llvm::Value &pointer, llvm::ArrayRef<ByteAccess> reads,
                                 llvm::ArrayRef<ByteAccess> written);

private:
  bool isOnlyUsedByAddress(const llvm::Value &root) const;
  llvm::Value *bytesOf(llvm::ArrayRef<const llvm::Value *> objects, const Unknowns &lengths,
                       uint64_t &element) const;
  llvm::MDNode *declarationOf(llvm::ArrayRef<const llvm::Instruction *> accesses,
                              uint64_t element) const;

  llvm::Loop &loop;
  Analyses &analyses;
  Writes &writes;
  const TypeResults &types;
  bool mustDeclare;
};

/// Stores through `parameter`, by which a second run knows the copy, after which nothing reads
/// there but sums that end in such stores. The copy is not read later: the second run leaves
/// them out.
llvm::SmallVector<const llvm::StoreInst *, 8> lastWrites(const llvm::Argument &parameter);

} // namespace enzyme
#endif
