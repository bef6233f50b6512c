//===- Passes.h - LLVM's passes, ready to run on one function --------------===//
//
// The analysis managers LLVM's passes want, in one object with the right
// lifetime. Target costs are LLVM's generic ones: what we make must not depend
// on the machine it is compiled for.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_PASSES_H
#define ENZYME_SUPPORT_PASSES_H

#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"

namespace enzyme {

struct Passes {
  Passes();

  /// As Passes(), but optional passes only run on what `wanted` answers true for.
  explicit Passes(std::function<bool(const llvm::Function &)> wanted);

  llvm::PassInstrumentationCallbacks callbacks;
  llvm::TimeProfilingPassesHandler profiling; ///< each pass has its entry in -ftime-trace
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

} // namespace enzyme
#endif
