//===- LaneAddresses.cpp - one index for the addresses of several lanes -------===//
//
// Problem: a loop over a row of a matrix reads each lane's number at the same distance from that
// lane's matrix. Right before code is generated, LLVM gives each of these addresses a pointer of
// its own that grows in each iteration (loop strength reduction), to be rid of the distance. With
// eight lanes of two matrices there are sixteen, more than registers: each is loaded, added to, and
// stored again in each iteration.
//
//   x0[i * step], …, x7[i * step]      stay      base + index, with one index in a register
//
// Here: loops of derivatives that have many such addresses are marked, and at the end of the
// pipeline their index is frozen, behind which LLVM does not look. Distances that are known when
// the program is compiled are part of an address and need none of this.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "support/Analyses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral mark = "enzyme.lane.addresses";

/// Fewer pointers stay in registers.
constexpr unsigned fewestAddresses = 8;

using Addresses = SmallVector<GetElementPtrInst *, 18>;

/// Addresses in `loop` by their index, of those that many have and that grow by what only the run
/// knows.
MapVector<Instruction *, Addresses> sharedIndices(const Loop &loop, const LoopInfo &loops,
                                                  ScalarEvolution &evolution) {
  MapVector<Instruction *, Addresses> shared;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &at : *block) {
      auto *address = dyn_cast<GetElementPtrInst>(&at);
      if (!address || loops.getLoopFor(block) != &loop || address->getNumIndices() != 1 ||
          address->getType()->isVectorTy() || !loop.isLoopInvariant(address->getPointerOperand()))
        continue;
      auto *index = dyn_cast<Instruction>(address->getOperand(1));
      if (index && loop.contains(index))
        shared[index].push_back(address);
    }
  shared.remove_if([&](const auto &entry) {
    auto &[index, addresses] = entry;
    if (addresses.size() < fewestAddresses || !evolution.isSCEVable(index->getType()))
      return true;
    auto *grows = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(index));
    return !grows || grows->getLoop() != &loop ||
           isa<SCEVConstant>(grows->getStepRecurrence(evolution));
  });
  return shared;
}

} // namespace

void markLaneAddresses(Function &function) {
  Analyses analyses(function);
  LoopInfo &loops = analyses.loopInfo();
  for (Loop *loop : loops.getLoopsInPreorder())
    if (!sharedIndices(*loop, loops, analyses.scalarEvolution()).empty())
      addStringMetadataToLoop(loop, mark.data(), 1);
}

PreservedAnalyses KeepLaneAddresses::run(Function &function, FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!getBooleanLoopAttribute(loop, mark))
      continue;
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (auto &[index, addresses] : sharedIndices(*loop, loops, evolution)) {
      std::optional<BasicBlock::iterator> behind = index->getInsertionPointAfterDef();
      if (!behind)
        continue;
      auto *frozen = new FreezeInst(index, index->getName() + ".shared", *behind);
      for (GetElementPtrInst *address : addresses)
        address->setOperand(1, frozen);
      isChanged = true;
    }
  }
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace enzyme
