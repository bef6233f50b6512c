//===- SeedAhead.h - calls whose result's adjoint is known where they are made --===//
//
// Problem: the reverse of a call runs long after the call, when the adjoint of its
// result is known. So what the call computed is kept, or computed twice. But where the
// result is only added up, scaled by what is known already, and returned, its adjoint
// is known before the call is made:
//
//     for (i = 0; i < n; i++) sum += w * f(x, i);  return sum;      f̅ = w · seed
//
// Then primal and reverse of the call can run at once, in place of the call: nothing is
// kept, and nothing runs twice.
//
// Here: the ways by which the result of a call comes to be returned. The adjoint is the
// sum over the ways of the products of their partials with the function's seed.
//
// In place the adjoints behind the call's pointers are added to before the reverse of
// what comes later. That is right where nothing that runs later writes to what the
// call reads of memory that may hold derivatives, and the call writes nothing, or only adds to
// memory that nothing looks at later: the adjoints of that are final, and stay.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_SEEDAHEAD_H
#define ENZYME_REGIONS_SEEDAHEAD_H

#include "abi/DerivativeKey.h"
#include "activity/Activity.h"
#include "memory/Writes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// `from` is used by `user`: with partial (output, input) of its formula, or (-1) moved
/// into or out of an aggregate, or chosen.
struct Hop {
  const llvm::Value *from;
  const llvm::Instruction *user;
  int output = -1, input = -1;
  bool operator==(const Hop &) const = default;
};

/// From the result of a call to the function's; additions and phis are left out.
using WayOut = std::vector<Hop>;

class SeedAhead {
public:
  /// `isSeeded`: is there an adjoint of the function's result?
  SeedAhead(llvm::Function &prepared, const ActivityResults &activity, bool isSeeded);

  struct Answer {
    bool isAhead = false;     ///< if not: `why`
    std::vector<WayOut> ways; ///< of the call's result; none: it has no adjoint
    /// What partials on the ways read and the function computes only behind the call.
    llvm::SmallPtrSet<const llvm::Instruction *, 4> sooner;
    std::string why;
  };
  /// `returned`: how the result of the call takes part.
  Answer ask(llvm::CallInst &call, ReturnActivity returned);

  /// Is `value` made of constants and whole numbers, around loops and through calls?
  /// (What activity says of an aggregate holds for all parts of it alike.)
  bool hasNoDerivative(const llvm::Value &value);

  /// Does it have one value a run of the function?
  bool isOutsideLoops(const llvm::Value &value) {
    auto *at = llvm::dyn_cast<llvm::Instruction>(&value);
    return !at || !loops.getLoopFor(at->getParent());
  }
  bool isInLoop(const llvm::Instruction &at) { return loops.getLoopFor(at.getParent()); }

private:
  using Ways = std::optional<std::vector<WayOut>>;

  std::string whyNotHere(const llvm::CallInst &call);
  Ways follow(const llvm::Value &value, unsigned depth);
  Ways followUse(const llvm::Value &value, llvm::Instruction &user, unsigned depth);
  Ways followPhi(const llvm::Value &value, llvm::PHINode &phi, unsigned depth);
  Ways followSum(const llvm::Value &value, llvm::PHINode &sum, llvm::Loop &loop, unsigned depth);
  Ways followExits(llvm::ArrayRef<const llvm::Use *> leaves, llvm::Loop &loop, unsigned depth);
  bool comesAround(const llvm::Value &value, const llvm::Instruction &user);
  bool isLastWordAtExits(const llvm::Value &value, llvm::Loop &loop);
  bool isKnownAtCall(llvm::Value &value, unsigned depth = 0);
  bool isPlain(const llvm::Value &value, const llvm::CallInst *from);
  bool alwaysLeadsTo(const llvm::Value &value, const llvm::BasicBlock &block);

  const ActivityResults &activity;
  bool isSeeded;
  Analyses analyses;
  llvm::LoopInfo &loops;
  llvm::DominatorTree &dominators;
  llvm::PostDominatorTree inevitable;
  Writes writes;
  llvm::CallInst *current = nullptr;
  Answer answer;                                    ///< for `current`
  llvm::SmallPtrSet<const llvm::Value *, 16> plain; ///< visited by hasNoDerivative
};

} // namespace enzyme
#endif
