//===- Analyses.h - LLVM's analyses of one function, ready to ask --------===//
//
// Problem: stages that are not LLVM passes still want dominators, loops, trip
// counts and alias analysis, computed once and thrown away together.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_ANALYSES_H
#define ENZYME_SUPPORT_ANALYSES_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Passes/PassBuilder.h"

namespace enzyme {

/// Valid while the function is not changed; call forget() after changing it.
class Analyses {
public:
  explicit Analyses(llvm::Function &function);
  ~Analyses();

  llvm::DominatorTree &dominators();
  llvm::LoopInfo &loopInfo();
  llvm::ScalarEvolution &scalarEvolution();
  llvm::AAResults &aliases();
  llvm::FunctionAnalysisManager &manager() { return functions; }
  void forget();

private:
  llvm::Function &function;
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

} // namespace enzyme
#endif
