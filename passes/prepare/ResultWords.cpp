//===- ResultWords.cpp - a word that is an address, or a number -------------===//
#include "prepare/ResultWords.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Of addresses and of what is computed of no address.
bool isOfBoth(const PHINode &phi) {
  if (!phi.getType()->isIntegerTy())
    return false;
  auto isAddress = [](const Use &use) { return isa<PtrToIntInst>(use); };
  auto isNumber = [](const Use &use) {
    return !isa<PtrToIntInst, PHINode, LoadInst, UndefValue>(use);
  };
  return any_of(phi.incoming_values(), isAddress) && any_of(phi.incoming_values(), isNumber);
}

} // namespace

PreservedAnalyses ResultWordsPass::run(Function &function, FunctionAnalysisManager &manager) {
  bool hasOne = any_of(instructions(function), [](const Instruction &at) {
    auto *phi = dyn_cast<PHINode>(&at);
    return phi && isOfBoth(*phi);
  });
  return hasOne ? JumpThreadingPass().run(function, manager) : PreservedAnalyses::all();
}

} // namespace enzyme
