//===- Analyses.cpp - LLVM's analyses of one function, ready to ask ------===//
//
// Not in the header: the managers' templates take seconds of compile time in each unit.
//===----------------------------------------------------------------------===//
#include "support/Analyses.h"

using namespace llvm;

namespace enzyme {

Analyses::Analyses(Function &function) : function(function) {
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

Analyses::~Analyses() = default;

DominatorTree &Analyses::dominators() {
  return functions.getResult<DominatorTreeAnalysis>(function);
}

LoopInfo &Analyses::loopInfo() { return functions.getResult<LoopAnalysis>(function); }

ScalarEvolution &Analyses::scalarEvolution() {
  return functions.getResult<ScalarEvolutionAnalysis>(function);
}

AAResults &Analyses::aliases() { return functions.getResult<AAManager>(function); }

void Analyses::forget() { functions.invalidate(function, PreservedAnalyses::none()); }

} // namespace enzyme
