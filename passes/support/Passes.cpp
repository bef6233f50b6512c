//===- Passes.cpp - LLVM's passes, ready to run ----------------------------===//
#include "support/Passes.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace enzyme {
namespace {

using Wanted = std::function<bool(const Function &)>;

/// Any of the IR units the pass managers ask about.
bool isWanted(const Wanted &wanted, const Any &unit) {
  if (auto *function = any_cast<const Function *>(&unit))
    return wanted(**function);
  if (auto *loop = any_cast<const Loop *>(&unit))
    return wanted(*(*loop)->getHeader()->getParent());
  if (auto *component = any_cast<const LazyCallGraph::SCC *>(&unit))
    return any_of(**component,
                  [&](const LazyCallGraph::Node &node) { return wanted(node.getFunction()); });
  return true;
}

} // namespace

Passes::Passes() : builder(nullptr, PipelineTuningOptions(), std::nullopt, &callbacks) {
  profiling.registerCallbacks(callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

Passes::Passes(Wanted wanted) : Passes() {
  callbacks.registerShouldRunOptionalPassCallback(
      [wanted](StringRef, Any unit) { return isWanted(wanted, unit); });
}

} // namespace enzyme
