//===- RegionPlan.h - what becomes of loops, calls and forks (state 5b) ------===//
//
// Problem: there are several ways for the reverse sweep to get what a loop or a call
// computed, and which of them is right and best depends on all of them together: what is
// active, what is overwritten later, what would be kept.
//
//   keep       the tape holds what is needed of it
//   replay     the reverse sweep runs the loop again, an iteration at a time
//   fuse       it runs together with its reverse, in the primal sweep
//   snapshots  the reverse sweep runs the loop again from states that were kept
//   team       a fork: each thread goes back the way that it went, with a tape of its own
//
// Here: one verdict for each loop of a prepared function and each call of a function with a
// body, with its reason. Loops come first: iterations that run again become calls
// (Iterations.h), types and activity are found anew, and then the calls get their verdicts.
// Later rooms obey.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_REGIONPLAN_H
#define ENZYME_REGIONS_REGIONPLAN_H

#include "activity/Activity.h"
#include "regions/Replayable.h"
#include "regions/SeedAhead.h"
#include "regions/WantedDerivatives.h"

namespace enzyme {

struct Context;

enum class RegionVerdict : uint8_t { Keep, Replay, Fuse, Snapshots, Team };
llvm::StringRef wordFor(RegionVerdict verdict);

/// A loop of the prepared function, before iterations became calls.
struct LoopRegion {
  /// What stands behind `verdict`.
  enum class Because : uint8_t {
    Worth,     ///< it is better than keeping
    TooLittle, ///< the second run would cost more than what it saves
    Inside,    ///< it is part of an iteration that runs again as a whole
    Obstacle,  ///< `why` stands in the way
  };
  RegionVerdict verdict = RegionVerdict::Keep; ///< Keep or Replay
  Because because = Because::Worth;
  std::string loop;     ///< its header's name
  llvm::DebugLoc where; ///< none: the source does not say
  std::string why;
  bool mayOverlap = false; ///< the one of two versions (Versions.h) without a promise
  llvm::BasicBlock *header = nullptr;
  ReplayTerms terms; ///< of a loop that is replayed
};

/// A call of a function with a body, in the function whose iterations are calls.
struct CallRegion {
  RegionVerdict verdict = RegionVerdict::Keep;
  /// Why it does not run together with its reverse, or keeps no snapshots; "": not asked.
  std::string why;
  SeedAhead::Answer ahead; ///< fuse: how the adjoint of its result is had

  /// Fuse: where the reverse sweep finds the adjoint of an argument.
  struct Adjoint {
    bool hasDerivative = false;
    std::optional<int> passed; ///< it is the adjoint of this part (-1: all) of the result
    bool isSummed = false;     ///< one value a run of the function: added up in place
  };
  std::vector<Adjoint> adjoints;
};

struct RegionPlan {
  std::vector<LoopRegion> loops; ///< outermost first
  llvm::MapVector<const llvm::CallBase *, CallRegion> calls;
  WantedDerivatives wanted; ///< by the calls that have a derivative or need one

  /// That of `call`, or null: it is kept.
  const CallRegion *regionOf(const llvm::CallBase &call) const {
    auto found = calls.find(&call);
    return found == calls.end() ? nullptr : &found->second;
  }
  /// What `call` wants, or null: it needs no derivative.
  const WantedDerivative *wantedBy(const llvm::CallBase &call) const {
    auto found = wanted.find(&call);
    return found == wanted.end() ? nullptr : &found->second;
  }
};

/// What planLoops is asked about.
struct LoopQuestion {
  llvm::Function &form;
  const TypeResults &types;
  llvm::function_ref<const ActivityResults &()> activity; ///< only asked if some loop can run again
  bool isForMore = false; ///< the derivative may be differentiated again
};

/// A verdict for each loop: may iterations run again in `key`'s reverse sweep, and are they worth
/// it?
std::vector<LoopRegion> planLoops(const Context &context, const DerivativeKey &key,
                                  LoopQuestion question);

/// A verdict for each call of the function that planLoops' verdicts led to.
void planCalls(const Context &context, const DerivativeKey &key, const Analysed &analysed,
               RegionPlan &plan);

/// What calls want, with the verdicts on them.
void planDerivatives(const Context &context, const DerivativeKey &key, const Analysed &analysed,
                     RegionPlan &plan);

/// "" if verdicts and function agree.
std::string verifyRegions(const RegionPlan &plan, const DerivativeKey &key,
                          const llvm::Function &function);

void print(llvm::raw_ostream &out, const RegionPlan &plan, const llvm::Function &function);

} // namespace enzyme
#endif
