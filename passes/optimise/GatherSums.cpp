//===- GatherSums.cpp - sums of a device's threads, gathered by each thread ----===//
//
// Problem: where threads run the same code at once, an adjoint is added to memory by an atomic
// operation. In loops around loops a thread adds to the same few places again and again: to the
// inputs of a network, once for each neuron.
//
// Here: in a nest of loops in which no one looks at them, sums into a few places in a row are taken
// in an array of the thread's own, and each of its numbers that is not zero is added once behind
// the nest. A place at which zero was added may be none of the thread's.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/Optimise.h"
#include "rules/Formulas.h"
#include "rules/gpu/Devices.h"
#include "shadow/ThreadSums.h"
#include "support/LoopForm.h"
#include "support/Mutation.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// *place += number, by many threads at once.
struct Sum {
  Instruction *at;
  Value *place, *number;
};

std::optional<Sum> sumBy(Instruction &at) {
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  return update && isThreadSum(*update)
             ? std::optional(Sum{&at, update->getPointerOperand(), update->getValOperand()})
             : std::nullopt;
}

/// On what adds what was gathered.
constexpr StringLiteral gatheredMark = "enzyme.gathered";

/// Where the sums of a nest of loops go: `count` places from `base` + `first` bytes on.
struct Places {
  Loop *nest;
  Value *base;
  uint64_t first, count;
};

class Gatherer {
public:
  Gatherer(Function &function, FunctionAnalysisManager &analyses)
      : function(function), loops(analyses.getResult<LoopAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        aliases(analyses.getResult<AAManager>(function)) {}

  /// Gathers one sum; false if there is none.
  bool run() {
    for (Instruction &at : instructions(function)) {
      std::optional<Sum> sum = sumBy(at);
      if (at.hasMetadata(gatheredMark))
        continue;
      if (std::optional<Places> places = sum ? placesOf(*sum) : std::nullopt) {
        gather(*sum, *places);
        return true;
      }
    }
    return false;
  }

private:
  /// The outermost nest that will do.
  std::optional<Places> placesOf(const Sum &sum) {
    std::optional<Places> found;
    uint64_t times = 1;
    for (Loop *nest = loops.getLoopFor(sum.at->getParent()); nest; nest = nest->getParentLoop()) {
      unsigned known = evolution.getSmallConstantTripCount(nest);
      times *= known ? known : limits::timesOfLoop;
      std::optional<Places> places = placesIn(sum, *nest);
      if (!places || !isLeftAlone(sum, *nest))
        break;
      if (times >= 2 * places->count)
        found = places;
    }
    return found;
  }

  std::optional<Places> placesIn(const Sum &sum, Loop &nest) {
    const SCEV *place = evolution.getSCEV(sum.place), *base = evolution.getPointerBase(place);
    auto *start = dyn_cast<SCEVUnknown>(base);
    if (!start || !nest.isLoopInvariant(start->getValue()) || !nest.getLoopPreheader() ||
        !nest.getUniqueExitBlock() || !nest.hasDedicatedExits())
      return std::nullopt;
    const SCEV *offset = evolution.getMinusSCEV(place, base);
    uint64_t bytes = function.getDataLayout().getTypeStoreSize(sum.number->getType());
    if (isa<SCEVCouldNotCompute>(offset) || !isPowerOf2_64(bytes) ||
        evolution.getMinTrailingZeros(offset) < Log2_64(bytes))
      return std::nullopt;
    ConstantRange range = evolution.getUnsignedRange(offset);
    if (range.isFullSet() || range.isWrappedSet() ||
        range.getUnsignedMax().ugt(limits::bytesToGathered))
      return std::nullopt;
    uint64_t first = alignDown(range.getUnsignedMin().getZExtValue(), bytes);
    uint64_t count = (range.getUnsignedMax().getZExtValue() - first) / bytes + 1;
    if (count > limits::placesGathered)
      return std::nullopt;
    return Places{&nest, start->getValue(), first, count};
  }

  /// Does nothing in the nest look at what is summed, or wait for other threads?
  bool isLeftAlone(const Sum &sum, const Loop &nest) {
    return all_of(nest.blocks(), [&](BasicBlock *block) {
      return all_of(*block, [&](Instruction &at) {
        return sumBy(at) || isElsewhere(at, sum) || mutation::breaks("gather-sums.alone", at);
      });
    });
  }

  bool isElsewhere(const Instruction &at, const Sum &sum) {
    if (auto *call = dyn_cast<CallBase>(&at))
      return isFormulaOfValues(*call) ||
             (isa<IntrinsicInst>(call) && !call->isConvergent() && !call->mayReadOrWriteMemory());
    if (!at.mayReadOrWriteMemory())
      return true;
    const Value *pointer = getLoadStorePointerOperand(&at);
    if (!pointer || at.isAtomic() || at.isVolatile())
      return false;
    return isa<AllocaInst>(getUnderlyingObject(pointer, 0)) ||
           !isModOrRefSet(aliases.getModRefInfo(sum.at, MemoryLocation::get(&at)));
  }

  void gather(const Sum &sum, const Places &places) {
    Type *type = sum.number->getType();
    uint64_t bytes = function.getDataLayout().getTypeStoreSize(type);
    Align align = function.getDataLayout().getABITypeAlign(type);
    IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    Value *own = builder.CreateAlloca(ArrayType::get(type, places.count), nullptr, "gathered");
    builder.SetInsertPoint(places.nest->getLoopPreheader()->getTerminator());
    builder.CreateMemSet(own, builder.getInt8(0), bytes * places.count, align);

    builder.SetInsertPoint(sum.at);
    Type *word = evolution.getEffectiveSCEVType(sum.place->getType());
    Value *offset = builder.CreateSub(builder.CreatePtrToInt(sum.place, word),
                                      builder.CreatePtrToInt(places.base, word));
    Value *at =
        builder.CreatePtrAdd(own, builder.CreateSub(offset, ConstantInt::get(word, places.first)));
    Value *before = builder.CreateAlignedLoad(type, at, align);
    builder.CreateAlignedStore(builder.CreateFAdd(before, sum.number), at, align);

    BasicBlock::iterator behind = places.nest->getUniqueExitBlock()->getFirstInsertionPt();
    Value *count = ConstantInt::get(word, places.count);
    auto [body, index] = SplitBlockAndInsertSimpleForLoop(count, behind);
    builder.SetInsertPoint(&*body);
    Value *distance = builder.CreateMul(index, ConstantInt::get(word, bytes));
    Value *number = builder.CreateAlignedLoad(type, builder.CreatePtrAdd(own, distance), align);
    Value *isAny = builder.CreateFCmpUNE(number, Constant::getNullValue(type));
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(isAny, builder.GetInsertPoint(), false));
    Value *place = builder.CreatePtrAdd(
        places.base, builder.CreateAdd(distance, ConstantInt::get(word, places.first)));
    sum.at->setMetadata(gatheredMark, MDNode::get(builder.getContext(), {}));
    sum.at->removeFromParent();
    builder.Insert(sum.at);
    sum.at->replaceUsesOfWith(sum.place, place);
    sum.at->replaceUsesOfWith(sum.number, number);
  }

  Function &function;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  AAResults &aliases;
};

} // namespace

bool gatherSums(Function &function, FunctionAnalysisManager &analyses) {
  auto isSum = [](Instruction &at) { return sumBy(at).has_value(); };
  if (!isForDevice(*function.getParent()) || none_of(instructions(function), isSum))
    return false;
  bringLoopsIntoForm(function);
  bool isAny = false;
  do
    analyses.invalidate(function, PreservedAnalyses::none());
  while (Gatherer(function, analyses).run() && (isAny = true));
  return isAny;
}

} // namespace enzyme
