//===- LoopsOfLanes.cpp - lanes one by one where the loop is the vector ---===//
//
// Problem: a slot of W lanes is one vector, <W x double>. That is good code where the
// primal is scalar. But shadows of different lanes lie apart, so in
//
//   for (i) y[i] = a * x[i] + y[i]
//
// every access of a slot is W loads or stores and as many moves into and out of the
// vector; and LLVM does not vectorise a loop that holds vectors, though it did so with
// the primal's. Such loops then took thirty times the primal for eight lanes.
//
// Here: in innermost loops that the vectoriser can take, because iterations do not
// depend on each other and addresses advance by one element, vectors of lanes become W
// numbers. The loop is then vectorised over its iterations, and each lane costs what
// the primal does. The tests for overlap that this takes must stay few: tangents of
// different lanes never meet (emit/AliasScopes.h).
//
// Own memory that such a loop uses has to stay as it is, lane by lane. Where loops within more
// loops use it as well and hold vectors all the same (they branch, or gather), those count: the
// outer loop keeps its vectors, and lanes stand side by side (LanesTogether.cpp):
//
//   for (a) {
//     for (l) x[l] = a * p[l];                 could be taken apart
//     for (b) for (l) if (x[l] > b) y += …     cannot, and runs more often
//   }
//===----------------------------------------------------------------------===//
#include "emit/Lanes.h"
#include "limits/optimise.h"
#include "optimise/LaneObjects.h"
#include "optimise/Optimise.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr uint64_t bytesOfFullLanes = 64;

bool isLanes(const Type *type) { return isa<FixedVectorType>(type); }

bool hasLanes(const Instruction &at) {
  return isLanes(at.getType()) ||
         any_of(at.operands(), [](const Use &operand) { return isLanes(operand->getType()); });
}

bool isVectorisableCall(const CallInst &call) {
  return isTriviallyVectorizable(call.getIntrinsicID());
}

bool isAssumeLike(const CallInst &call) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  return intrinsic && intrinsic->isAssumeLikeIntrinsic();
}

/// The same operation on each number of its operands.
bool isElementwise(const Instruction &at) {
  if (auto *call = dyn_cast<CallInst>(&at))
    return isVectorisableCall(*call);
  if (auto *cast = dyn_cast<CastInst>(&at)) { // not <2 x double> as <4 x float>
    auto *from = dyn_cast<VectorType>(cast->getSrcTy()),
         *to = dyn_cast<VectorType>(cast->getDestTy());
    return from && to && from->getElementCount() == to->getElementCount();
  }
  return isa<UnaryOperator, BinaryOperator, CmpInst, SelectInst, FreezeInst>(at);
}

bool isSplat(const Instruction &at) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(&at);
  return shuffle && shuffle->isZeroEltSplat();
}

/// Can `at` be written number by number?
bool canSplit(const Instruction &at) {
  if (auto *insert = dyn_cast<InsertElementInst>(&at))
    return isa<ConstantInt>(insert->getOperand(2));
  if (auto *extract = dyn_cast<ExtractElementInst>(&at))
    return isa<ConstantInt>(extract->getIndexOperand());
  return isSplat(at) || isElementwise(at);
}

/// Asks of a loop of one block what LoopVectorize will ask of the loop that
/// LanesApart leaves there.
class WillVectorise {
public:
  WillVectorise(Function &function, FunctionAnalysisManager &analyses)
      : evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        accesses(analyses.getResult<LoopAccessAnalysis>(function)) {}

  bool operator()(Loop &loop) {
    BasicBlock &block = *loop.getHeader();
    if (loop.getNumBlocks() != 1 || !loop.getLoopPreheader() ||
        isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
      return false;
    PredicatedScalarEvolution predicated(evolution, loop);
    bool isAnyLane = false;
    for (Instruction &at : block) {
      isAnyLane |= hasLanes(at);
      if (!isUsable(loop, predicated, at))
        return false;
    }
    if (!isAnyLane)
      return false;
    const LoopAccessInfo &info = accesses.getInfo(loop);
    return info.canVectorizeMemory() &&
           info.getRuntimePointerChecking()->getNumberOfChecks() <= limits::checksOfLaneLoop;
  }

private:
  bool isUsable(Loop &loop, PredicatedScalarEvolution &predicated, Instruction &at) {
    if (hasLanes(at) && (!canSplit(at) || isUsedOutside(loop, at)))
      return false;
    if (auto *phi = dyn_cast<PHINode>(&at)) {
      InductionDescriptor induction;
      return InductionDescriptor::isInductionPHI(phi, &loop, predicated, induction);
    }
    if (auto *call = dyn_cast<CallInst>(&at))
      return isVectorisableCall(*call) || isAssumeLike(*call);
    if (isa<LoadInst, StoreInst>(at))
      return advancesByOne(loop, predicated, at);
    return !at.mayReadOrWriteMemory();
  }

  bool isUsedOutside(const Loop &loop, const Instruction &at) const {
    return any_of(at.users(),
                  [&](const User *user) { return !loop.contains(cast<Instruction>(user)); });
  }

  bool advancesByOne(Loop &loop, PredicatedScalarEvolution &predicated, Instruction &at) {
    Value *pointer = getLoadStorePointerOperand(&at);
    Type *type = getLoadStoreType(&at);
    if (type->isVectorTy())
      return false;
    if (isa<LoadInst>(at) && loop.isLoopInvariant(pointer))
      return true;
    auto stride = getPtrStride(predicated, type, pointer, &loop, dominators);
    return stride && (*stride == 1 || *stride == -1);
  }

  ScalarEvolution &evolution;
  DominatorTree &dominators;
  LoopAccessInfoManager &accesses;
};

/// Writes a block's vectors of lanes as numbers.
class LanesApart {
public:
  explicit LanesApart(Loop &loop) : loop(loop) {}

  void run() {
    BasicBlock &block = *loop.getHeader();
    SmallVector<Instruction *, 32> old;
    for (Instruction &at : make_early_inc_range(block))
      if (hasLanes(at)) {
        split(at);
        old.push_back(&at);
      }
    for (Instruction *at : reverse(old))
      at->eraseFromParent();
  }

private:
  using Numbers = SmallVector<Value *, 8>;

  static unsigned indexOf(Value *index) { return cast<ConstantInt>(index)->getZExtValue(); }

  Numbers &numbersOf(Value *vector) {
    Numbers &numbers = known[vector];
    if (!numbers.empty())
      return numbers;
    // From outside: taken apart once, in front of the loop.
    IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    unsigned count = cast<FixedVectorType>(vector->getType())->getNumElements();
    for (unsigned lane = 0; lane != count; ++lane)
      numbers.push_back(builder.CreateExtractElement(vector, lane));
    return numbers;
  }

  void split(Instruction &at) {
    if (auto *extract = dyn_cast<ExtractElementInst>(&at)) {
      at.replaceAllUsesWith(
          numbersOf(extract->getVectorOperand())[indexOf(extract->getIndexOperand())]);
      return;
    }
    Numbers numbers;
    if (auto *insert = dyn_cast<InsertElementInst>(&at)) {
      numbers = numbersOf(insert->getOperand(0));
      numbers[indexOf(insert->getOperand(2))] = insert->getOperand(1);
    } else {
      unsigned count = cast<FixedVectorType>(at.getType())->getNumElements();
      for (unsigned lane = 0; lane != count; ++lane)
        numbers.push_back(isSplat(at) ? numbersOf(at.getOperand(0))[0] : splitOff(at, lane));
    }
    known[&at] = std::move(numbers);
  }

  Value *splitOff(Instruction &at, unsigned lane) {
    SmallVector<Value *, 4> operands;
    for (Value *operand : at.operands())
      operands.push_back(operand->getType()->isVectorTy() ? numbersOf(operand)[lane] : operand);
    if (auto *call = dyn_cast<CallInst>(&at)) {
      operands.pop_back(); // the callee
      IRBuilder<> builder(call);
      Instruction *one =
          builder.CreateIntrinsic(at.getType()->getScalarType(), call->getIntrinsicID(), operands);
      one->copyIRFlags(&at);
      return one;
    }
    Instruction *one = at.clone();
    for (auto [i, operand] : enumerate(operands))
      one->setOperand(i, operand);
    one->mutateType(at.getType()->getScalarType());
    one->insertBefore(at.getIterator());
    return one;
  }

  Loop &loop;
  DenseMap<Value *, Numbers> known;
};

/// Drops the loops whose memory is used in vectors more often elsewhere.
void leaveToInnerLoops(Function &function, const LoopInfo &loops, SmallVectorImpl<Loop *> &chosen) {
  if (chosen.empty())
    return;
  for (const LaneObject &object : findLaneObjects(function, SmallPtrSet<BasicBlock *, 1>())) {
    SmallPtrSet<const Loop *, 8> users;
    unsigned depth = 0, depthElsewhere = 0;
    for (const LaneUses &uses : object.lanes)
      for (const Instruction *access : uses.accesses) {
        Loop *loop = loops.getLoopFor(access->getParent());
        unsigned here = loop ? loop->getLoopDepth() : 0;
        if (is_contained(chosen, loop)) {
          users.insert(loop);
          depth = std::max(depth, here);
        } else {
          depthElsewhere = std::max(depthElsewhere, here);
        }
      }
    if (depthElsewhere > depth)
      erase_if(chosen, [&](const Loop *loop) { return users.contains(loop); });
  }
}

/// Drops the loops all of whose lanes lie in memory that can hold them side by side, a line of the
/// cache or more for each number: vectors over lanes are full then on any processor, however often
/// the loop runs, and read one stream where vectors over iterations read one for each lane.
class LeaveToVectors {
public:
  LeaveToVectors(Function &function, ArrayRef<Loop *> chosen,
                 const SmallPtrSetImpl<BasicBlock *> &uncopied) {
    SmallPtrSet<const Instruction *, 32> together;
    for (const LaneObject &object : findLaneObjects(function, SmallPtrSet<BasicBlock *, 1>()))
      if (object.width() * object.elementBytes >= bytesOfFullLanes) {
        SmallPtrSet<const BasicBlock *, 8> &blocks = users.emplace_back();
        for (const LaneUses &uses : object.lanes)
          for (const Instruction *access : uses.accesses) {
            blocks.insert(access->getParent());
            together.insert(access);
          }
      }
    SmallVector<const Loop *, 4> seldom; // other code runs in place of them most of the time
    for (const Loop *loop : chosen)
      if (any_of(*loop->getHeader(), [&](Instruction &at) { return leads(at, together); })) {
        if (uncopied.contains(loop->getHeader()))
          seldom.push_back(loop);
        else
          stays.insert(loop->getHeader());
      }
    spread(chosen);
    for (const Loop *loop : seldom)
      if (none_of(users, [&](const auto &blocks) { return blocks.contains(loop->getHeader()); }))
        stays.insert(loop->getHeader());
  }

  bool operator()(const Loop *loop) const { return !stays.contains(loop->getHeader()); }

private:
  using Accesses = SmallPtrSetImpl<const Instruction *>;

  /// To lanes in memory that is none of `together`.
  static bool leads(Instruction &at, const Accesses &together) {
    if (auto *store = dyn_cast<StoreInst>(&at))
      return isa<ExtractElementInst>(store->getValueOperand()) && !together.contains(store);
    auto *last = dyn_cast<InsertElementInst>(&at);
    return last && any_of(collectedBy(*last),
                          [&](const LoadInst *load) { return !together.contains(load); });
  }

  /// What one loop keeps apart is apart in all.
  void spread(ArrayRef<Loop *> chosen) {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (const auto &blocks : users)
        if (any_of(blocks, [&](const BasicBlock *block) { return stays.contains(block); }))
          for (const Loop *loop : chosen)
            isChanged |=
                blocks.contains(loop->getHeader()) && stays.insert(loop->getHeader()).second;
    }
  }

  SmallVector<SmallPtrSet<const BasicBlock *, 8>, 4> users; ///< of each object, its blocks
  SmallPtrSet<const BasicBlock *, 8> stays;                 ///< headers
};

} // namespace

SmallPtrSet<BasicBlock *, 8> takeLanesApart(Function &function, FunctionAnalysisManager &analyses,
                                            const SmallPtrSetImpl<BasicBlock *> &uncopied) {
  SmallPtrSet<BasicBlock *, 8> apart;
  if (!function.hasFnAttribute(lanesAttribute))
    return apart;
  FunctionPassManager passes;
  passes.addPass(LoopSimplifyPass()); // SimplifyCFG drops what stands before loops
  passes.run(function, analyses);
  WillVectorise willVectorise(function, analyses);
  SmallVector<Loop *, 8> chosen;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost() && willVectorise(*loop))
      chosen.push_back(loop);
  erase_if(chosen, LeaveToVectors(function, chosen, uncopied));
  leaveToInnerLoops(function, analyses.getResult<LoopAnalysis>(function), chosen);
  for (Loop *loop : chosen) {
    apart.insert(loop->getHeader());
    LanesApart(*loop).run();
  }
  return apart;
}

} // namespace enzyme
