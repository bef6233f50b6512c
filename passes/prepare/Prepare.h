//===- Prepare.h - make functions easy to read ---------------------------===//
//
// State 3. The prepared form is defined, as checks, in VerifyPrepared.cpp.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_PREPARE_H
#define ENZYME_PREPARE_PREPARE_H

#include "Context.h"
#include "parallel/TeamOfOne.h"
#include "parallel/Teams.h"

namespace enzyme {

/// What became of OpenMP's regions.
struct ParallelRegions {
  std::vector<ParallelRegion> byOneThread;
  std::vector<Team> byTeams;
};

/// What is known beforehand.
struct WorkshopFacts {
  /// Must no value be forwarded from a store to a load of the global (inactive ones)?
  llvm::function_ref<bool(const llvm::GlobalVariable &)> isOpaque = {};
  EvidenceStore *evidence = nullptr;
  /// Which of OpenMP's regions one thread must run (parallel/Teams.h); null: all.
  OneThreadReasons *reasons = nullptr;
};

/// Runs the canonical pipeline on the whole workshop, once, before any function
/// is differentiated. The same pipeline whatever -O the user gave. Functions
/// named in `keep` (request targets, functions with a rule) are neither inlined
/// away nor deleted. Functions named in `targets` are prepared too, but small
/// ones may also be inlined into others. What neither list reaches is left as
/// it is, to save time. Gives how OpenMP's regions are run now.
ParallelRegions prepareWorkshop(llvm::Module &workshop, llvm::ArrayRef<llvm::Function *> keep,
                                llvm::ArrayRef<llvm::Function *> targets = {},
                                const WorkshopFacts &facts = {});

/// `derivative` serves a request inside functions that are to be differentiated themselves.
/// If it is small and keeps nothing on the tape, it becomes part of them: what they hand over
/// in memory, a direction or a gradient of a few numbers, then needs no memory. Gives the
/// functions that it became part of. None of them may have been looked at before.
llvm::SmallVector<llvm::Function *, 2> inlineSmallDerivative(llvm::Function &derivative);

/// A fresh copy of `function` in prepared form (internal, named "enzyme.prepared.<f>").
/// Refuses (returns null after a diagnostic) what cannot be prepared: callbr,
/// indirectbr, inline asm that touches memory, getcontext, coroutines.
llvm::Function *prepareFunction(Context &context, llvm::Function &function);

/// True if `function` has the prepared form; else `why` says what is wrong.
bool verifyPrepared(const llvm::Function &function, std::string &why);

} // namespace enzyme
#endif
