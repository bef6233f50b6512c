//===- Plugin.cpp - where LLVM meets the passes ----------------------------===//
//
// Registers the passes of PassRegistry.def: by name for opt, and the module pass
// at the start of every pipeline for clang, whatever the -O. The AST half
// (frontend/AstPlugin.cpp) registers itself and reuses registerPasses.
//===----------------------------------------------------------------------===//
#include "carry/Carry.h"
#include "frontend/PassEntry.h"
#include "frontend/StatePrinters.h"
#include "optimise/Optimise.h"
#include "pipeline/Differentiate.h"
#include "pipeline/FinishDeviceLink.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Finds requests in the module, makes their derivatives, calls them. Required:
/// also at -O0 and in functions marked optnone a request must not be left over.
struct DifferentiatePass : PassInfoMixin<DifferentiatePass> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    return runOnModule(module) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// Makes what device code leaves open when the linker of the device has all of it.
struct FinishDeviceLinkPass : PassInfoMixin<FinishDeviceLinkPass> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    return finishDeviceLink(module) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct StatePrinterPass : PassInfoMixin<StatePrinterPass> {
  explicit StatePrinterPass(StatePrinter print) : print(print) {}
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    printState(module, print, outs());
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
  StatePrinter print;
};

bool parsePassName(StringRef name, ModulePassManager &passes,
                   ArrayRef<PassBuilder::PipelineElement>) {
#define MODULE_PASS(NAME, PASS)                                                                    \
  if (name == NAME) {                                                                              \
    passes.addPass(PASS);                                                                          \
    return true;                                                                                   \
  }
#define STATE_PRINTER(NAME, FUNCTION)                                                              \
  if (name == NAME) {                                                                              \
    passes.addPass(StatePrinterPass(FUNCTION));                                                    \
    return true;                                                                                   \
  }
#include "PassRegistry.def"
#undef MODULE_PASS
#undef STATE_PRINTER
  return false;
}

} // namespace

void registerOptions() { (void)Options::fromCommandLine(); }

bool offersKernels() { return Options::fromCommandLine().kernels; }

bool wantsEveryFile() {
  const Options options = Options::fromCommandLine();
  return options.enable && (options.carry || !options.link.empty());
}

std::vector<std::string> thingsToShare(const Module &pristine) {
  return thingsWithIdentity(pristine);
}

/// LLVM's pipelines run as they are, but for what large derivatives would not get through.
void sparePasses(PassBuilder &builder) {
  PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks();
  if (!callbacks)
    return;
  callbacks->registerShouldRunOptionalPassCallback([](StringRef pass, Any unit) {
    auto *function = any_cast<const Function *>(&unit);
    return !function || !isTooLongFor(pass, **function);
  });
}

void registerPasses(PassBuilder &builder) {
  sparePasses(builder);
  builder.registerPipelineParsingCallback(parsePassName);
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(DifferentiatePass()); });
  builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(FinishDeviceLinkPass()); });
  builder.registerVectorizerStartEPCallback([](FunctionPassManager &passes, OptimizationLevel) {
    passes.addPass(AskInsideBackwardNests());
  });
  builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel level, ThinOrFullLTOPhase phase) {
        if (phase == ThinOrFullLTOPhase::ThinLTOPreLink && level.getSpeedupLevel() > 1)
          passes.addPass(createModuleToFunctionPassAdaptor(VectoriseBackwardNests()));
        if (phase == ThinOrFullLTOPhase::None) {
          if (level.getSpeedupLevel() > 1) {
            passes.addPass(createModuleToFunctionPassAdaptor(KeepLaneAddresses()));
            bool isLink = !Options::fromCommandLine().link.empty();
            passes.addPass(createModuleToFunctionPassAdaptor(MaskSharedGuards(isLink)));
          }
          passes.addPass(createModuleToFunctionPassAdaptor(DivideLongBlocks()));
        }
      });
}

} // namespace enzyme

extern "C" LLVM_ATTRIBUTE_WEAK EXPORTED PassPluginLibraryInfo llvmGetPassPluginInfo() {
  enzyme::registerOptions();
  return {LLVM_PLUGIN_API_VERSION, "enzyme", LLVM_VERSION_STRING, enzyme::registerPasses, nullptr};
}
