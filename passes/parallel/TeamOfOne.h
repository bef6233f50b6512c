//===- TeamOfOne.h - OpenMP's parallel regions, run by one thread ----------===//
#ifndef ENZYME_PARALLEL_TEAMOFONE_H
#define ENZYME_PARALLEL_TEAMOFONE_H

#include "parallel/Teams.h"
#include "report/Refusal.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include <optional>
#include <string>

namespace enzyme {

/// Of a call that begins a region of which no derivative can be made: what stands in it, and
/// what the program could do, separated by a newline.
inline constexpr const char *regionAttribute = "enzyme-region";

/// A region that is now an ordinary call.
struct ParallelRegion {
  std::string region;   ///< the name of the program's function for it
  std::string function; ///< that it stands in
  llvm::DebugLoc where;
  /// Where it computes with the number of its thread, or lets other threads do something other
  /// than the first does: the result may differ from that of one thread.
  std::optional<Position> countsOnNumber{};
};

/// Parallel regions in `functions`, and what runs in them, become code for a team of one
/// thread. `reached`: those of them that are known to be differentiated. A region with something in
/// it that has no such form stays as it is, with regionAttribute: where it carries derivative, it
/// is refused later. `ofTeams`: functions that teams of many run, or stand in; what they say to the
/// runtime stays. `reasons`: of regions that teams cannot run; null where one thread was asked for.
std::vector<ParallelRegion>
runRegionsByOneThread(const llvm::SetVector<llvm::Function *> &functions,
                      const llvm::SetVector<llvm::Function *> &reached,
                      const llvm::SetVector<llvm::Function *> &ofTeams,
                      const OneThreadReasons *reasons);

/// Leagues of `function` (omp teams) have one team each, which is the implementation's choice: what
/// a league's teams share out is that team's. Regions in it stay.
void runLeaguesByOneTeam(llvm::Function &function);

} // namespace enzyme
#endif
