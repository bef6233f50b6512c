//===- Constructs.h - OpenMP's constructs in code ---------------------------===//
//
// What compilers write for a parallel region and the constructs in it, recognised: calls of the
// runtime by name and signature, the function that a team would run.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_CONSTRUCTS_H
#define ENZYME_PARALLEL_CONSTRUCTS_H

#include "rules/openmp/TeamCalls.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// On calls for the number by which the runtime knows a thread outside any team.
inline constexpr llvm::StringLiteral ofThread = "enzyme_number_of_thread";

/// On calls that ask for a team of one where a condition says that there is to be none.
inline constexpr llvm::StringLiteral ofCondition = "enzyme-if";

/// On the same call at the beginning of a region that a team runs.
inline constexpr llvm::StringLiteral ofRegion = "enzyme-of-region";

/// The name of the function without a body that is called; "" if there is none.
llvm::StringRef calleeName(const llvm::CallBase &call);

/// What a compiler wrote for a construct.
std::optional<TeamCall> madeByCompiler(const llvm::Instruction &at);
/// What the program itself asks OpenMP.
std::optional<TeamCall> askedByProgram(const llvm::Instruction &at);

/// OpenMP's own functions throw nothing, though C++ does not say so: invokes of them become calls.
void callWithoutUnwinding(llvm::Function &function);

bool isEndOfCritical(const llvm::CallInst &critical);

/// Does a region begin there?
bool isFork(const llvm::Instruction &at);
/// The function that the team would run, if its parameters are what is handed on.
llvm::Function *regionOf(const llvm::CallInst &fork);

/// Calls that have a meaning around regions, too.
bool isAroundRegions(TeamCall call);
bool isAboutTasks(TeamCall call);
/// What `run` runs, if it is seen where that was made.
llvm::Function *bodyOf(const llvm::CallInst &run);

/// What a function uses of OpenMP.
struct OpenMPUses {
  bool asksNumber = false, asksCount = false, asksMost = false; ///< of threads
  bool isGivenCount = false;
  bool shares = false; ///< work among the threads
  bool makesTasks = false;
  llvm::StringRef unknown; ///< something that no row knows
};
OpenMPUses openMPUsesOf(const llvm::Function &function);

} // namespace enzyme
#endif
