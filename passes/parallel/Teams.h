//===- Teams.h - OpenMP's parallel regions, run by their teams --------------===//
#ifndef ENZYME_PARALLEL_TEAMS_H
#define ENZYME_PARALLEL_TEAMS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include <map>
#include <string>
#include <vector>

namespace enzyme {

/// A region that its team runs.
struct Team {
  std::string region;   ///< the name of the program's function for it
  std::string copy;     ///< that of the function that the team runs
  std::string function; ///< that it stands in
  llvm::DebugLoc where;
  bool asksForTeam; ///< for a thread's number, or how many there are, or does something else by one
};

/// Which regions must have the derivatives of one thread, and why: by the names of the program's
/// functions for them.
using OneThreadReasons = std::map<std::string, std::string, std::less<>>;

/// What became of the regions in the functions that are differentiated.
struct Teams {
  std::vector<Team> teams;
  llvm::SetVector<llvm::Function *> touched; ///< what teams run, and what they stand in
};

/// Parallel regions in what `roots` reach become calls with teamAttribute
/// (rules/openmp/TeamCalls.h) of functions that take what is shared, where all that is in them has
/// a meaning in a team of many; others stay, and `reasons` gets why. Those in `reasons` stay, too.
Teams formTeams(llvm::ArrayRef<llvm::Function *> roots, OneThreadReasons &reasons);

} // namespace enzyme
#endif
