//===- Replayable.h - may one iteration of a loop run again? ---------------===//
//
// Problem: the reverse sweep needs what an iteration computed. If it can run the
// iteration's primal again right before it reverses it, the tape holds one iteration
// and not all of them.
//
// Here: when that is right. After the loop, and after any code behind it, iteration
// i computes the same again if
//   - each read finds what it found: nothing that can run later writes there, or the
//     iteration itself wrote every byte before it read it (scratch), or it reads a copy that was
//     made before it ran;
//   - its writes do no harm: they go to private scratch, or to memory that the
//     iteration only writes, and then they are left out;
//   - it does nothing else: no input or output, allocation, exception, pointer stored.
// Where the sweeps are two functions, nor may anything change what it reads that runs between
// them (BetweenSweeps.h), and as the second one may run several times (enzyme_nofree, lanes), the
// iteration writes only what nothing else reads.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_REPLAYABLE_H
#define ENZYME_REGIONS_REPLAYABLE_H

#include "memory/Coverage.h"
#include "regions/BetweenSweeps.h"
#include "regions/CopiedState.h"
#include "types/Types.h"
#include "llvm/ADT/SetVector.h"

namespace enzyme {

/// What running iterations of a loop again leaves out and relies on.
struct ReplayTerms {
  /// Pointers to objects of the function that iterations change and read, and bytes: each iteration
  /// copies them before it runs, and the second run works on the copy (CopiedState.h).
  llvm::SmallMapVector<llvm::Value *, StateCopy, 4> copied;
  unsigned arraysKept = 0;    ///< of the size of a copied one, instead of these
  uint64_t mostBytesKept = 0; ///< if all iterations keep more, they run again (SizeVersions.h)
  /// Pointers from outside through which the iteration only writes: the second run
  /// does not.
  llvm::SmallSetVector<llvm::Value *, 4> unwanted;
  /// What it writes through them it adds to what is there, and it is not read later.
  bool onlyAdds = false;
  /// Nothing but the results is left of a run: who does not want them need not run it.
  bool leavesNothing = false;
};

class Replayable {
public:
  Replayable(llvm::Function &function, const TypeResults &types, Analyses &analyses)
      : types(types), analyses(analyses), writes(function, analyses) {}

  /// Where the sweeps are two functions, memory may change between them, too. To be said first.
  void splitSweeps(const DerivativeKey &key, const ActivityResults &activity) {
    between.emplace(key, activity, writes);
  }

  /// What iterations hand on in objects of the function may be copied. To be said first.
  /// `mustDeclare`: the derivative is differentiated again.
  void copyState(bool mustDeclare) { copies = mustDeclare ? Copies::Declared : Copies::All; }

  /// Why an iteration of `loop` cannot run again; "" if it can, under `terms`.
  std::string whyNot(llvm::Loop &loop, ReplayTerms &terms);

  /// Does nothing that can run once the iteration began change what `load` read?
  bool isStable(const llvm::LoadInst &load, llvm::Loop &loop) {
    return !mayChangeBetween(*load.getPointerOperand()) &&
           !writes.mayChange(llvm::MemoryLocation::get(&load), *loop.getHeader());
  }

private:
  std::string gather(llvm::Loop &loop);
  std::string gatherCall(llvm::CallBase &call, llvm::Loop &loop);
  bool isWellRead(const ByteAccess &read, llvm::Loop &loop, Coverage &coverage);
  bool leavesNothing(llvm::Loop &loop, const ReplayTerms &terms) const;
  bool isOnlyWritten(llvm::Value &root, llvm::Loop &loop) const;
  bool isOnlyAddedTo(llvm::Value &root, llvm::Loop &loop);
  bool mayChangeBetween(const llvm::Value &pointer) const {
    return between && between->mayChange(pointer);
  }
  bool mayChangeBetween(const llvm::CallBase &call) const;
  bool isGone(const llvm::Value &pointer, llvm::Loop &loop) const;
  std::string whyNotRead(llvm::Loop &loop, ReplayTerms &terms);

  const TypeResults &types;
  Analyses &analyses;
  Writes writes;
  std::optional<BetweenSweeps> between; ///< of a split derivative
  enum class Copies : uint8_t { No, Declared, All } copies = Copies::No;
  std::vector<ByteAccess> reads, written; ///< of the iteration at hand
};

/// `pointer` without the address arithmetic.
llvm::Value *rootOf(llvm::Value *pointer);

} // namespace enzyme
#endif
