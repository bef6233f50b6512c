//===- TeamCalls.h - derivatives that a team of threads runs ----------------===//
//
// The call of a region that each thread makes (parallel/Teams.h) becomes calls of the
// region's derivatives. They say how a tape is passed along: each thread has its own.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_TEAMCALLS_H
#define ENZYME_SHADOW_TEAMCALLS_H

#include "abi/DerivativeKey.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

enum class TeamTape : uint8_t {
  None,      ///< neither gives nor takes one
  Gives,     ///< its first result is the thread's tape
  Takes,     ///< its last operand is the thread's tape
  TakesLast, ///< the same, for the last time
  Within,    ///< both sweeps are in it
};

/// `call` is that of a derivative of `mode` of a region, in one of mode `around`.
void markTeamCall(llvm::CallBase &call, Mode mode, Mode around);
/// The same of a task; `reverse`: of an augmented function, the other half.
void markTaskCall(llvm::CallBase &call, Mode mode, llvm::StringRef reverse);
TeamTape tapeOfTeamCall(const llvm::CallBase &call);

} // namespace enzyme
#endif
