//===- ProcessorWords.cpp - what processors' intrinsics mean --------------===//
//
// Problem: LLVM knows what many intrinsics of a processor compute, but its InstCombine asks
// the target for it, and our pipeline has none: what we make must not depend on what a
// machine finds cheap.
//
// Here: functions that call such intrinsics are combined once more with their target at
// hand. All that it adds is what its intrinsics mean.
//===----------------------------------------------------------------------===//
#include "target/ProcessorWords.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"

using namespace llvm;

namespace enzyme {
namespace {

bool callsProcessor(const Function &function) {
  return any_of(instructions(function), [](const Instruction &at) {
    auto *call = dyn_cast<IntrinsicInst>(&at);
    return call && Intrinsic::isTargetIntrinsic(call->getIntrinsicID());
  });
}

/// The module's target; null where this compiler does not have it.
std::unique_ptr<TargetMachine> targetOf(const Module &module) {
  std::string error;
  const Triple &triple = module.getTargetTriple();
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  return std::unique_ptr<TargetMachine>(
      target ? target->createTargetMachine(triple, "", "", TargetOptions(), std::nullopt)
             : nullptr);
}

} // namespace

PreservedAnalyses ProcessorWordsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!callsProcessor(function))
    return PreservedAnalyses::all();
  std::unique_ptr<TargetMachine> target = targetOf(*function.getParent());
  if (!target)
    return PreservedAnalyses::all();
  PassBuilder builder(target.get());
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  InstCombinePass().run(function, functions);
  return PreservedAnalyses::none();
}

} // namespace enzyme
