//===- TeamDependence.h - does a region's result depend on its team? -------===//
#ifndef ENZYME_PARALLEL_TEAMDEPENDENCE_H
#define ENZYME_PARALLEL_TEAMDEPENDENCE_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Where, and what it does there.
struct TeamDependence {
  const llvm::Instruction *where = nullptr; ///< null: nowhere
  llvm::StringRef what;
};

/// What gives the region that `fork` begins another result with more threads than one, as far as
/// the front end's code shows it. `inside`: the region, which comes first, and what it calls.
TeamDependence evidentDependence(const llvm::SetVector<llvm::Function *> &inside);

/// The same of what perhaps does: any use of a thread's number, or of how many there are, but for
/// what the first thread does alone.
TeamDependence possibleDependence(const llvm::CallInst &fork,
                                  const llvm::SetVector<llvm::Function *> &inside);

} // namespace enzyme
#endif
