//===- Teams.h - derivatives of parallel regions, run by their teams --------===//
#ifndef ENZYME_EMIT_TEAMS_H
#define ENZYME_EMIT_TEAMS_H

#include "Context.h"
#include "emit/TapeShape.h"
#include "llvm/IR/Module.h"
#include <string>

namespace enzyme {

/// The derivative `key` of a call by which threads wait for each other, on a device too, as the
/// body of `function`, and what it has on its tape. False if `key` is of another function, which no
/// team can run.
bool emitForTeam(Context &context, const DerivativeKey &key, llvm::Function &function,
                 TapeShape &tape);

/// Something in `derivative`, or in what it calls, that threads of a team cannot do at the same
/// time; "" if there is nothing. `asksForTeam`: the region, which one thread may not be able to
/// run.
std::string obstacleToTeam(llvm::Function &derivative, bool asksForTeam);

/// The same of the region itself.
std::string obstacleInRegion(llvm::Function &region);

/// Would threads lose more with atomic sums than they save? Asked of all derivatives of a region.
bool costsMoreThanOneThread(llvm::ArrayRef<llvm::Function *> derivatives);

/// Calls that each thread of a team makes (parallel/Teams.h) become forks: in all of
/// `module`. Beyond this point nothing is differentiated any more. `inTurn`: what threads give is
/// added in the order of their numbers.
void lowerTeamCalls(llvm::Module &module, bool inTurn);

} // namespace enzyme
#endif
