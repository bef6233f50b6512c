//===- SplitScatter.cpp - a loop of its own for each place of a stencil ------===//
//
// Problem: the reverse of a stencil adds to several places of one array:
//
//     for (i = n - 2; i > 0; i--) { s = e[i]; e[i] = 0; d[i - 1] += s * a; d[i + 1] += s * b; }
//
// Iterations meet in d, so that LLVM makes no vectors of them, though it did of the primal.
//
// Here: one loop for each of the sums, in the order in which they come to the same place;
// what else the iteration does is in the last one:
//
//     for (i = n - 2; i > 0; i--) d[i - 1] += e[i] * a;
//     for (i = n - 2; i > 0; i--) { s = e[i]; e[i] = 0; d[i + 1] += s * b; }
//
// Every number is the sum of the same terms in the same order as before, and each loop
// can be vectorised. What the sums are made of is computed again in each loop, so it must
// be little, and what it is made of must not change meanwhile: where alias analysis cannot
// tell, the program looks whether the arrays overlap. Short loops stay as they are.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "support/Analyses.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned shortest = 32;      // iterations; below, starting loops costs more
constexpr unsigned mostParts = 8;      // loops made of one
constexpr unsigned mostRepeated = 6;   // times the operations of the loop itself
constexpr unsigned mostRangeTests = 8; // pairs of arrays looked at when the program runs

/// An access whose address advances evenly.
struct Access {
  Instruction *at;
  const SCEVAddRecExpr *address;
};

/// A load, what is added to it, and the store to the same place.
struct Sum {
  Access load, store;
  SmallVector<Instruction *, 4> chain;      ///< from the load to the store
  SmallSetVector<Instruction *, 16> needed; ///< in the loop, for what is added
};

using Part = SmallVector<const Sum *, 4>;

class Scatter {
public:
  Scatter(Loop &loop, Analyses &analyses)
      : loop(loop), body(*loop.getHeader()), evolution(analyses.scalarEvolution()),
        aliases(analyses.aliases()), data(body.getDataLayout()) {}

  /// Can the loop be split, and is it worth it? Fills `parts`.
  bool plan() {
    if (!loop.getLoopPreheader() || loop.getNumBlocks() != 1 || !loop.getExitBlock() ||
        isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)) || !readAccesses())
      return false;
    findSums();
    if (!anyMeet())
      return false;
    order();
    return parts.size() <= mostParts && isCheap() && staysTheSame();
  }

  void split(DominatorTree &dominators, LoopInfo &loops);

private:
  // -- what the loop does ------------------------------------------------------------
  bool isPlain(Instruction &at) const {
    if (any_of(at.users(), [&](User *user) { return !loop.contains(cast<Instruction>(user)); }))
      return false;
    if (auto *phi = dyn_cast<PHINode>(&at))
      return evolution.isSCEVable(phi->getType()) &&
             isa<SCEVAddRecExpr>(evolution.getSCEV(phi)); // counters; no sums in registers
    if (auto *call = dyn_cast<CallInst>(&at))
      return isTriviallyVectorizable(call->getIntrinsicID()) ||
             (isa<IntrinsicInst>(call) && cast<IntrinsicInst>(call)->isAssumeLikeIntrinsic());
    return isa<LoadInst, StoreInst>(at) || at.isTerminator() || !at.mayReadOrWriteMemory();
  }

  bool readAccesses() {
    for (Instruction &at : body) {
      if (!isPlain(at))
        return false;
      if (!isa<LoadInst, StoreInst>(at))
        continue;
      Value *pointer = getLoadStorePointerOperand(&at);
      auto *load = dyn_cast<LoadInst>(&at);
      bool isSimple = load ? load->isSimple() : cast<StoreInst>(at).isSimple();
      const SCEV *place = evolution.getSCEV(pointer);
      auto *address = dyn_cast<SCEVAddRecExpr>(place);
      if (!isSimple || getLoadStoreType(&at)->isVectorTy() ||
          (address ? !advancesByOne(*address, at)
                   : !load || !evolution.isLoopInvariant(place, &loop)))
        return false;
      accesses.push_back({&at, address});
    }
    return true;
  }

  int64_t sizeOf(Instruction &at) const {
    return data.getTypeStoreSize(getLoadStoreType(&at)).getFixedValue();
  }

  bool advancesByOne(const SCEVAddRecExpr &address, Instruction &at) const {
    auto *step = address.isAffine() && address.getLoop() == &loop
                     ? dyn_cast<SCEVConstant>(address.getStepRecurrence(evolution))
                     : nullptr;
    return step && std::abs(step->getAPInt().getSExtValue()) == sizeOf(at);
  }

  static bool isAddition(const Instruction &at, const Value &sum) {
    return at.getOpcode() == Instruction::FAdd ||
           (at.getOpcode() == Instruction::FSub && at.getOperand(0) == &sum);
  }

  void findSums() {
    for (const Access &access : accesses) {
      Sum sum{access, {}, {}, {}};
      if (isa<LoadInst>(access.at) && access.address && follow(sum))
        sums.push_back(std::move(sum));
    }
    for (Sum &sum : sums)
      collect(sum);
  }

  /// From the load by additions to the store at the same place.
  bool follow(Sum &sum) const {
    Instruction *at = sum.load.at;
    while (at->hasOneUse()) {
      auto *user = cast<Instruction>(*at->user_begin());
      if (auto *store = dyn_cast<StoreInst>(user)) {
        auto found = find_if(accesses, [&](const Access &access) { return access.at == store; });
        if (store->getValueOperand() != at || found == accesses.end() ||
            found->address != sum.load.address)
          return false;
        sum.store = *found;
        return sum.load.at->comesBefore(store);
      }
      if (!isAddition(*user, *at))
        return false;
      sum.chain.push_back(user);
      at = user;
    }
    return false;
  }

  /// What the loop computes for the sum.
  void collect(Sum &sum) const {
    SmallVector<Instruction *, 16> pending(sum.chain.begin(), sum.chain.end());
    while (!pending.empty())
      for (Value *operand : pending.pop_back_val()->operands()) {
        auto *at = dyn_cast<Instruction>(operand);
        if (at && at->getParent() == &body && !isa<PHINode>(at) && at != sum.load.at &&
            !is_contained(sum.chain, at) && sum.needed.insert(at))
          pending.push_back(at);
      }
  }

  // -- where sums meet ---------------------------------------------------------------
  std::optional<int64_t> distance(const Access &from, const Access &to) const {
    auto *bytes = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to.address, from.address));
    if (!bytes)
      return std::nullopt;
    return bytes->getAPInt().getSExtValue();
  }

  int64_t stepOf(const Access &access) const {
    return cast<SCEVConstant>(access.address->getStepRecurrence(evolution))
        ->getAPInt()
        .getSExtValue();
  }

  bool meets(const Sum &one, const Sum &other) const {
    std::optional<int64_t> away = distance(one.store, other.store);
    return away && *away != 0 && stepOf(one.store) == stepOf(other.store) &&
           *away % stepOf(one.store) == 0;
  }

  bool anyMeet() const {
    for (const Sum &one : sums)
      for (const Sum &other : sums)
        if (meets(one, other))
          return true;
    return false;
  }

  /// Does `one` come to places before `other` does?
  bool isAhead(const Sum &one, const Sum &other) const {
    std::optional<int64_t> away = distance(one.store, other.store);
    return away && stepOf(one.store) == stepOf(other.store) && *away / stepOf(one.store) < 0;
  }

  /// Sums that never meet share a part; the others come in the order of their visits.
  void order() {
    for (const Sum &sum : sums) {
      auto later = find_if(parts, [&](const Part &part) {
        return any_of(part, [&](const Sum *other) { return isAhead(sum, *other); });
      });
      auto isFree = [&](const Part &part) {
        return all_of(part, [&](const Sum *other) { return areApart(sum.store, other->store); });
      };
      if (later == parts.end() && !parts.empty() && isFree(parts.back()))
        parts.back().push_back(&sum);
      else
        parts.insert(later, Part{&sum});
    }
  }

  // -- what it costs, and whether it is allowed -----------------------------------------
  static bool isExpensive(const Instruction *at) {
    if (auto *call = dyn_cast<IntrinsicInst>(at))
      switch (call->getIntrinsicID()) {
      case Intrinsic::fmuladd:
      case Intrinsic::fma:
      case Intrinsic::fabs:
      case Intrinsic::copysign:
      case Intrinsic::minnum:
      case Intrinsic::maxnum:
        return false;
      default:
        return true;
      }
    return at->getOpcode() == Instruction::FDiv || at->getOpcode() == Instruction::FRem;
  }

  bool isCheap() const {
    unsigned once = body.sizeWithoutDebug(), repeated = 0;
    for (const Part &part : parts) {
      SmallSetVector<Instruction *, 32> needed;
      for (const Sum *sum : part)
        needed.insert(sum->needed.begin(), sum->needed.end());
      repeated += needed.size();
      if (&part != &parts.back() && any_of(needed, isExpensive))
        return false;
    }
    return repeated <= mostRepeated * once;
  }

  /// No two iterations touch the same bytes through both.
  bool areApart(const Access &one, const Access &other) const {
    auto whole = [](const Access &access) {
      return MemoryLocation::get(access.at).getWithNewSize(LocationSize::beforeOrAfterPointer());
    };
    return aliases.isNoAlias(whole(one), whole(other));
  }

  /// A load that is done before all iterations of what followed it, and a store: does
  /// the load find what it found?
  bool readsTheSame(const Access &load, const Access &store) const {
    if (areApart(load, store))
      return true;
    if (!load.address || stepOf(load) != stepOf(store))
      return false;
    std::optional<int64_t> away = distance(store, load);
    if (!away || sizeOf(*load.at) != sizeOf(*store.at))
      return false;
    if (*away == 0)
      return load.at->comesBefore(store.at);
    return *away % stepOf(load) == 0 && *away / stepOf(load) > 0; // written after it was read
  }

  bool isPartOfSum(const Instruction *at) const {
    return any_of(sums, [&](const Sum &sum) { return sum.load.at == at || sum.store.at == at; });
  }

  bool isNeeded(const Instruction *at) const {
    return any_of(sums, [&](const Sum &sum) { return sum.needed.contains(at); });
  }

  /// Sums are done ahead of the rest of their iteration and of iterations before it. May a
  /// store and another access trade places so?
  bool mayTrade(const Access &store, const Access &other) const {
    bool isSum = isPartOfSum(store.at), isOtherSum = isPartOfSum(other.at);
    if (isSum && isOtherSum)
      return true; // sums commute where nobody knows whether they meet
    if (isSum || isOtherSum)
      return areApart(store, other);
    bool keepsItsPlace = isa<StoreInst>(other.at) || !isNeeded(other.at);
    return keepsItsPlace || readsTheSame(other, store);
  }

  /// Is all that the sums are made of as it was? Where only the run can tell, `unsure`.
  bool staysTheSame() {
    for (const Access &store : accesses)
      for (const Access &other : accesses) {
        if (!isa<StoreInst>(store.at) || mayTrade(store, other))
          continue;
        bool isOneArray = !store.address || (other.address && distance(store, other));
        if (isOneArray) // no test would find them apart
          return false;
        unsure.push_back({store, other});
      }
    return unsure.size() <= mostRangeTests;
  }

  Loop &loop;
  BasicBlock &body;
  ScalarEvolution &evolution;
  AAResults &aliases;
  const DataLayout &data;
  SmallVector<Access, 16> accesses;
  SmallVector<Sum, 8> sums;
  SmallVector<Part, 8> parts;
  SmallVector<std::pair<Access, Access>, 8> unsure;

  Value *mustStayWhole(Instruction &before);
  Value *overlap(SCEVExpander &expander, IRBuilder<> &builder, const Access &one,
                 const Access &other);
  void keepOnly(const Part &part, bool isLast, ValueToValueMapTy &copies);
};

/// Do the bytes that two accesses touch in the whole loop lie among each other?
Value *Scatter::overlap(SCEVExpander &expander, IRBuilder<> &builder, const Access &one,
                        const Access &other) {
  Instruction *before = &*builder.GetInsertPoint();
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  auto range = [&](const Access &access) {
    const SCEV *first = evolution.getSCEV(getLoadStorePointerOperand(access.at)), *last = first;
    if (access.address) {
      last = access.address->evaluateAtIteration(
          evolution.getTruncateOrZeroExtend(count, data.getIndexType(access.address->getType())),
          evolution);
      first = access.address->getStart();
      if (stepOf(access) < 0)
        std::swap(first, last);
    }
    Type *pointer = getLoadStorePointerOperand(access.at)->getType();
    Value *low = expander.expandCodeFor(first, pointer, before);
    Value *high = builder.CreatePtrAdd(expander.expandCodeFor(last, pointer, before),
                                       builder.getInt64(sizeOf(*access.at)));
    return std::pair(low, high);
  };
  auto [low, high] = range(one);
  auto [otherLow, otherHigh] = range(other);
  return builder.CreateAnd(builder.CreateICmpULT(low, otherHigh),
                           builder.CreateICmpULT(otherLow, high));
}

/// True when the program runs: few iterations, or arrays that overlap.
Value *Scatter::mustStayWhole(Instruction &before) {
  SCEVExpander expander(evolution, "split");
  IRBuilder<> builder(&before);
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  Value *iterations = expander.expandCodeFor(count, count->getType(), &before);
  Value *result =
      builder.CreateICmpULT(iterations, ConstantInt::get(count->getType(), shortest - 1), "short");
  for (auto &[one, other] : unsure)
    result = builder.CreateOr(result, overlap(expander, builder, one, other));
  return result;
}

/// In a copy of the loop: the sums of `part`, and with the last also everything else.
void Scatter::keepOnly(const Part &part, bool isLast, ValueToValueMapTy &copies) {
  for (const Access &access : accesses) {
    bool isWanted = isPartOfSum(access.at)
                        ? any_of(part, [&](const Sum *sum) { return sum->store.at == access.at; })
                        : isLast;
    if (isa<StoreInst>(access.at) && !isWanted)
      cast<Instruction>(copies[access.at])->eraseFromParent();
  }
}

void Scatter::split(DominatorTree &dominators, LoopInfo &loops) {
  BasicBlock *before = loop.getLoopPreheader(), *exit = loop.getExitBlock();
  // before: test -> whole loop, or the chain of parts; both lead to exit.
  BasicBlock *whole = SplitEdge(before, &body, &dominators, &loops);
  whole->setName(body.getName() + ".whole");
  Value *isWhole = mustStayWhole(*before->getTerminator());
  BasicBlock *next = exit;
  for (auto &part : reverse(parts)) {
    ValueToValueMapTy copies;
    SmallVector<BasicBlock *, 4> blocks;
    cloneLoopWithPreheader(whole, before, &loop, copies, ".part", &loops, &dominators, blocks);
    remapInstructionsInBlocks(blocks, copies);
    BasicBlock *copy = cast<BasicBlock>(copies[&body]);
    copy->getTerminator()->replaceSuccessorWith(exit, next);
    if (next == exit)
      for (PHINode &phi : exit->phis())
        phi.addIncoming(phi.getIncomingValueForBlock(&body), copy);
    keepOnly(part, &part == &parts.back(), copies);
    next = blocks.front(); // its preheader
  }
  Instruction *jump = before->getTerminator();
  BranchInst::Create(whole, next, isWhole, jump->getIterator());
  jump->eraseFromParent();
}

} // namespace

bool splitScatter(Function &function) {
  bool isChanged = false;
  // One at a time: what is known of a function is forgotten when it changes.
  SmallPtrSet<BasicBlock *, 8> seen;
  for (bool isFound = true; isFound;) {
    isFound = false;
    Analyses analyses(function);
    FunctionPassManager simplify;
    simplify.addPass(LoopSimplifyPass());
    simplify.run(function, analyses.manager());
    for (Loop *loop : analyses.loopInfo().getLoopsInPreorder()) {
      if (!loop->isInnermost() || !seen.insert(loop->getHeader()).second)
        continue;
      Scatter scatter(*loop, analyses);
      if (!scatter.plan())
        continue;
      scatter.split(analyses.dominators(), analyses.loopInfo());
      isFound = isChanged = true;
      break;
    }
  }
  return isChanged;
}

} // namespace enzyme
