//===- Versions.cpp -------------------------------------------------------===//
//
// 1. The place of the test: the block before all loops.
// 2. For each load behind it that is wanted again: the stores that may change it. If
//    each of them is to another base pointer, and all ranges are known: a test for
//    each pair of base pointers.
// 3. What lies behind the place is copied; the original's loads and stores are marked
//    with alias scopes; a branch on the test chooses.
//===----------------------------------------------------------------------===//
#include "regions/Versions.h"
#include "limits/regions.h"
#include "memory/LaterWrites.h"
#include "prepare/HoistLoads.h"
#include "prepare/Returns.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "support/Analyses.h"
#include "support/CopyBlocks.h"
#include "support/LoopForm.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Does the derivative of what is computed from `value` multiply by it? (By an addend
/// only if the sum is a factor.)
bool isFactor(const Value &value, unsigned depth = 0) {
  if (depth == limits::depthOfFactor)
    return true; // too long to follow
  auto isVariable = [](const Value *operand) { return !isa<Constant>(operand); };
  return any_of(value.users(), [&](const User *user) {
    auto *at = cast<Instruction>(user);
    if (auto *sum = dyn_cast<IntrinsicInst>(at);
        sum && is_contained({Intrinsic::fma, Intrinsic::fmuladd}, sum->getIntrinsicID()))
      return (isVariable(sum->getOperand(0)) && isVariable(sum->getOperand(1)) &&
              sum->getOperand(2) != &value) ||
             isFactor(*at, depth + 1);
    switch (at->getOpcode()) {
    case Instruction::FMul:
      return (isVariable(at->getOperand(0)) && isVariable(at->getOperand(1))) ||
             isFactor(*at, depth + 1);
    case Instruction::FDiv:
    case Instruction::FRem:
      return isVariable(at->getOperand(1)) || isFactor(*at, depth + 1);
    case Instruction::Store:
    case Instruction::FCmp:
    case Instruction::Ret:
      return false;
    case Instruction::Call:
    case Instruction::Invoke:
      return true;
    default:
      return isFactor(*at, depth + 1);
    }
  });
}

/// Numbers that derivatives multiply by; integers and pointers, of which addresses
/// are made.
bool isWantedAgain(const LoadInst &load) {
  return load.isSimple() && !load.hasMetadata(LLVMContext::MD_invariant_load) &&
         (load.getType()->isFPOrFPVectorTy()
              ? isFactor(load)
              : any_of(load.users(), [](const User *user) { return !isa<StoreInst>(user); }));
}

bool isWrite(Instruction &instruction) {
  if (!instruction.mayWriteToMemory() || instruction.isLifetimeStartOrEnd())
    return false;
  auto *call = dyn_cast<CallBase>(&instruction);
  return !call || !(isFormulaOfValues(*call) || deallocatorFact(*call) || allocatorFact(*call) ||
                    call->onlyAccessesInaccessibleMemory());
}

class Versions {
public:
  explicit Versions(Function &function) : function(function), analyses(function) {}

  bool make() {
    if (!findPlace() || !gatherTests())
      return false;
    split(*emitTest());
    mark();
    return true;
  }

private:
  bool findPlace();
  bool gatherTests();
  bool admit(LoadInst &load, AccessRanges &ranges);
  bool isAfter(const Instruction &load, const Instruction &write);
  Value *emitTest();
  void mark();
  void split(Value &areApart);

  Function &function;
  Analyses analyses;
  BasicBlock *place = nullptr;
  SmallVector<BasicBlock *, 32> region; ///< behind the place
  std::vector<Instruction *> writes;
  /// Of a base pointer, what loads of it or stores to it can touch.
  MapVector<Value *, AccessRange> loaded, stored;
  SetVector<std::pair<Value *, Value *>> tests; ///< a base that is loaded, one that is stored
  DenseMap<const Instruction *, SmallSetVector<Value *, 4>> apartFrom; ///< loads: bases stored to
  DenseMap<const Instruction *, Value *> storesTo;
  DenseMap<std::pair<const BasicBlock *, const BasicBlock *>, bool> reaches;
};

bool Versions::findPlace() {
  DominatorTree &dominators = analyses.dominators();
  for (Loop *loop : analyses.loopInfo()) {
    BasicBlock *before = loop->getLoopPreheader();
    if (!before)
      return false;
    place = place ? dominators.findNearestCommonDominator(place, before) : before;
  }
  if (!place || analyses.loopInfo().getLoopFor(place) ||
      !isa<BranchInst, SwitchInst>(place->getTerminator()))
    return false;
  unsigned instructions = 0;
  SmallVector<BasicBlock *, 32> below;
  dominators.getDescendants(place, below);
  for (BasicBlock &block : function) // the function's order
    if (&block != place && is_contained(below, &block)) {
      region.push_back(&block);
      instructions += block.size();
    }
  return instructions <= limits::instructionsOfVersions;
}

bool Versions::isAfter(const Instruction &load, const Instruction &write) {
  const BasicBlock *from = load.getParent(), *to = write.getParent();
  if (from == to && load.comesBefore(&write))
    return true;
  auto [answer, isNew] = reaches.try_emplace({from, to}, false);
  if (isNew) {
    // const_cast: LLVM's worklist is of mutable blocks; nothing changes
    SmallVector<BasicBlock *, 4> next(successors(const_cast<BasicBlock *>(from)));
    answer->second =
        !next.empty() && isPotentiallyReachableFromMany(next, to, nullptr, &analyses.dominators(),
                                                        &analyses.loopInfo());
  }
  return answer->second;
}

/// Adds the tests after which `load` would not be changed; or at least not while its loop runs,
/// which lets arrays be kept whole (plan/KeptArrays.h). False if there are none.
bool Versions::admit(LoadInst &load, AccessRanges &ranges) {
  auto range = ranges.of(load, *load.getPointerOperand());
  if (!range)
    return false;
  BatchAAResults aliases(analyses.aliases());
  aliases.enableCrossIterationMode();
  SmallVector<std::pair<Instruction *, AccessRange>, 4> found;
  const Loop *loop = analyses.loopInfo().getLoopFor(load.getParent());
  bool isChangedLater = false, isTestedInLoop = false;
  for (Instruction *write : writes) {
    if (!isAfter(load, *write) ||
        !isModSet(aliases.getModRefInfo(write, MemoryLocation::get(&load))))
      continue;
    if (LaterWrites(analyses).areElsewhere(load, *write))
      continue;
    Value *pointer = addressWritten(*write);
    auto written = pointer ? ranges.of(*write, *pointer) : std::nullopt;
    bool isInLoop = loop->contains(write), isTested = written && written->base != range->base;
    if (!isTested && isInLoop)
      return false;
    isChangedLater |= !isTested;
    isTestedInLoop |= isInLoop;
    if (isTested)
      found.push_back({write, *written});
  }
  if (found.empty() || (isChangedLater && !isTestedInLoop))
    return false;
  auto unite = [&](MapVector<Value *, AccessRange> &all, const AccessRange &more) {
    auto [known, isNew] = all.try_emplace(more.base, more);
    if (!isNew)
      ranges.unite(known->second, more);
  };
  unite(loaded, *range);
  for (auto &[write, written] : found) {
    tests.insert({range->base, written.base});
    apartFrom[&load].insert(written.base);
    if (storesTo.try_emplace(write, written.base).second)
      unite(stored, written);
  }
  return true;
}

bool Versions::gatherTests() {
  SmallVector<LoadInst *, 16> wanted;
  for (BasicBlock *block : region)
    for (Instruction &instruction : *block) {
      if (isWrite(instruction))
        writes.push_back(&instruction);
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (load && analyses.loopInfo().getLoopFor(block) && isWantedAgain(*load))
        wanted.push_back(load);
    }
  AccessRanges ranges(analyses.scalarEvolution(), *place);
  for (LoadInst *load : wanted)
    admit(*load, ranges);
  if (tests.empty() || tests.size() > limits::testsOfVersions)
    return false;
  SCEVExpander expander(analyses.scalarEvolution(), "range");
  auto isSafe = [&](const auto &known) {
    return expander.isSafeToExpandAt(known.second.low, place->getTerminator()) &&
           expander.isSafeToExpandAt(known.second.high, place->getTerminator());
  };
  return all_of(loaded, isSafe) && all_of(stored, isSafe);
}

/// [base + low, base + high) of two base pointers have no byte in common.
Value *Versions::emitTest() {
  Instruction *at = place->getTerminator();
  SCEVExpander expander(analyses.scalarEvolution(), "range");
  IRBuilder<> builder(at);
  auto ends = [&](const AccessRange &range) {
    Type *word = range.low->getType();
    Value *base = builder.CreatePtrToInt(range.base, word);
    Value *low = expander.expandCodeFor(range.low, word, at);
    Value *high = expander.expandCodeFor(range.high, word, at);
    return std::pair(builder.CreateAdd(base, low), builder.CreateAdd(base, high));
  };
  Value *all = nullptr;
  for (auto [load, store] : tests) {
    auto [readLow, readHigh] = ends(loaded.find(load)->second);
    auto [writeLow, writeHigh] = ends(stored.find(store)->second);
    Value *areApart = builder.CreateOr(builder.CreateICmpULE(readHigh, writeLow),
                                       builder.CreateICmpULE(writeHigh, readLow));
    all = all ? builder.CreateAnd(all, areApart) : areApart;
  }
  // What a loop that does not run would have computed may be poison: no wrong answer
  // about one that does.
  for (Instruction *inserted : expander.getAllInsertedInstructions())
    inserted->dropPoisonGeneratingFlags();
  return builder.CreateFreeze(all, "are.apart");
}

void Versions::mark() {
  MDBuilder metadata(function.getContext());
  MDNode *domain = metadata.createAnonymousAliasScopeDomain("apart");
  DenseMap<Value *, Metadata *> scopes;
  for (auto &[base, range] : stored)
    scopes[base] = metadata.createAnonymousAliasScope(domain, base->getName());
  auto add = [&](Instruction &access, unsigned kind, ArrayRef<Metadata *> more) {
    MDNode *list = MDNode::get(function.getContext(), more);
    access.setMetadata(kind, MDNode::concatenate(access.getMetadata(kind), list));
  };
  for (BasicBlock *block : region)
    for (Instruction &instruction : *block) {
      if (Value *base = storesTo.lookup(&instruction))
        add(instruction, LLVMContext::MD_alias_scope, scopes.lookup(base));
      auto apart = apartFrom.find(&instruction);
      if (apart == apartFrom.end())
        continue;
      SmallVector<Metadata *, 4> list;
      for (Value *base : apart->second)
        list.push_back(scopes.lookup(base));
      add(instruction, LLVMContext::MD_noalias, list);
    }
}

/// The original runs where all are apart, a copy where they may overlap.
void Versions::split(Value &areApart) {
  BasicBlock *begin = SplitBlock(place, place->getTerminator());
  begin->setName(place->getName() + ".apart");
  region.insert(region.begin(), begin);
  SmallVector<BasicBlock *, 32> copied = copyBlocks(region, ".mixed");
  for (BasicBlock *copy : copied)
    copy->getTerminator()->setMetadata(mayOverlapMark, MDNode::get(function.getContext(), {}));
  BasicBlock *other = copied.front();
  place->getTerminator()->eraseFromParent();
  IRBuilder<>(place).CreateCondBr(&areApart, begin, other,
                                  MDBuilder(function.getContext()).createLikelyBranchWeights());
}

} // namespace

bool makeVersions(Function &function) {
  if (!Versions(function).make())
    return false;
  unifyReturns(function);
  bringLoopsIntoForm(function);
  hoistLoads(function);                                   // more of them are known apart now
  for (Instruction &instruction : instructions(function)) // as prepared functions have them
    if (!instruction.hasName() && !instruction.getType()->isVoidTy())
      instruction.setName(instruction.getOpcodeName());
  return true;
}

} // namespace enzyme
