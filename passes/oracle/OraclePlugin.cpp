//===- OraclePlugin.cpp - the instrumentation as a plugin of clang and opt --===//
//
// At the start of the pipeline, on the code as the front end made it. By name for opt:
// enzyme-oracle.
//===----------------------------------------------------------------------===//
#include "oracle/Instrument.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace {

struct OraclePass : PassInfoMixin<OraclePass> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    enzyme::oracle::instrument(module);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

void registerPass(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(OraclePass()); });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "enzyme-oracle")
          return false;
        passes.addPass(OraclePass());
        return true;
      });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ABI_EXPORT PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "enzyme-oracle", LLVM_VERSION_STRING, registerPass};
}
