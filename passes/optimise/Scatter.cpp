//===- Scatter.cpp - loops that add to several places of an array ----------===//
//
// Problem: sums may trade places with what other iterations do only where that is not
// observable: neither what they are made of nor what they add to may be written or read by the
// other in between.
//
// Here: the sums of a loop, the places where they meet, what it costs to do them by places,
// and all pairs of a store and another access that would trade places.
//===----------------------------------------------------------------------===//
#include "optimise/Scatter.h"
#include "limits/optimise.h"
#include "memory/Updates.h"
#include "support/Mutation.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

class Reader {
public:
  Reader(Loop &loop, Analyses &analyses)
      : loop(loop), body(*loop.getHeader()), evolution(analyses.scalarEvolution()),
        aliases(analyses.aliases()), made(std::make_unique<Scatter>()), scatter(*made) {}

  std::unique_ptr<Scatter> read() {
    if (!loop.getLoopPreheader() || loop.getNumBlocks() != 1 || !loop.getExitBlock() ||
        !mayMeet() || !isCounted() || !readAccesses())
      return nullptr;
    findSums();
    if (!anyMeet())
      return nullptr;
    order();
    if (scatter.sums.size() > limits::sumsOfScatter)
      return nullptr;
    scatter.isInStrips = !isCheap();
    bool isGood = (!scatter.isInStrips || isWorthStrips()) && staysTheSame();
    return isGood ? std::move(made) : nullptr;
  }

private:
  // -- what the loop does ------------------------------------------------------------
  /// Grows by the same in each iteration.
  bool isEven(const SCEV *value) const {
    auto *counted = dyn_cast<SCEVAddRecExpr>(value);
    return counted && counted->isAffine() && counted->getLoop() == &loop;
  }

  /// Two sums meet at least: a look before anything is asked that takes long.
  bool mayMeet() const {
    return count_if(body, [](const Instruction &at) { return isa<StoreInst>(at); }) > 1;
  }

  bool isCounted() const {
    const SCEV *count = evolution.getBackedgeTakenCount(&loop);
    return !isa<SCEVCouldNotCompute>(count) &&
           evolution.getTypeSizeInBits(count->getType()) <= 64 &&
           SCEVExpander(evolution, "split")
               .isSafeToExpandAt(count, loop.getLoopPreheader()->getTerminator());
  }

  bool isPlain(Instruction &at) const {
    if (any_of(at.users(), [&](User *user) { return !loop.contains(cast<Instruction>(user)); }))
      return false;
    if (auto *phi = dyn_cast<PHINode>(&at)) // counters; no sums in registers
      return evolution.isSCEVable(phi->getType()) && isEven(evolution.getSCEV(phi));
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
      SteadyAccess access{&at, dyn_cast<SCEVAddRecExpr>(place), 0, sizeOf(at)};
      if (!isSimple || getLoadStoreType(&at)->isVectorTy() ||
          (access.address ? !advancesByOne(access)
                          : !load || !evolution.isLoopInvariant(place, &loop)))
        return false;
      scatter.accesses.push_back(access);
    }
    return true;
  }

  int64_t sizeOf(Instruction &at) const {
    return body.getDataLayout().getTypeStoreSize(getLoadStoreType(&at)).getFixedValue();
  }

  bool advancesByOne(SteadyAccess &access) const {
    auto *step = isEven(access.address)
                     ? dyn_cast<SCEVConstant>(access.address->getStepRecurrence(evolution))
                     : nullptr;
    access.step = step ? step->getAPInt().getSExtValue() : 0;
    return std::abs(access.step) == access.size;
  }

  void findSums() {
    for (const SteadyAccess &access : scatter.accesses) {
      PlacedSum sum{access, {}, {}, {}, 0};
      if (isa<LoadInst>(access.at) && access.address && follow(sum))
        scatter.sums.push_back(std::move(sum));
    }
    for (PlacedSum &sum : scatter.sums)
      collect(sum);
  }

  /// From the load by additions to the store at the same place.
  bool follow(PlacedSum &sum) const {
    auto accessOf = [&](const StoreInst &store) {
      return find_if(scatter.accesses,
                     [&](const SteadyAccess &access) { return access.at == &store; });
    };
    auto found = sumFrom(*cast<LoadInst>(sum.load.at), [&](const StoreInst &store) {
      auto access = accessOf(store);
      return access != scatter.accesses.end() && access->address == sum.load.address;
    });
    auto isPlainSum = [](const Instruction *at) { return isa<BinaryOperator>(at); };
    if (!found || !all_of(found->additions, isPlainSum) || !sum.load.at->comesBefore(found->store))
      return false;
    sum.store = *accessOf(*found->store);
    sum.chain = found->additions;
    return true;
  }

  /// What the loop computes for the sum: terms and places.
  void collect(PlacedSum &sum) const {
    SmallVector<Instruction *, 16> pending(sum.chain.begin(), sum.chain.end());
    pending.append({sum.load.at, sum.store.at});
    while (!pending.empty())
      for (Value *operand : pending.pop_back_val()->operands()) {
        auto *at = dyn_cast<Instruction>(operand);
        if (at && at->getParent() == &body && !isa<PHINode>(at) && at != sum.load.at &&
            !is_contained(sum.chain, at) && sum.needed.insert(at))
          pending.push_back(at);
      }
  }

  // -- where sums meet ---------------------------------------------------------------
  std::optional<int64_t> distance(const SteadyAccess &from, const SteadyAccess &to) const {
    auto *bytes = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to.address, from.address));
    if (!bytes)
      return std::nullopt;
    return bytes->getAPInt().getSExtValue();
  }

  bool meets(const PlacedSum &one, const PlacedSum &other) const {
    std::optional<int64_t> away = distance(one.store, other.store);
    return away && one.load.at->getType() == other.load.at->getType() &&
           one.store.step == other.store.step && *away % one.store.step == 0;
  }

  bool anyMeet() const {
    for (const PlacedSum &one : scatter.sums)
      for (const PlacedSum &other : scatter.sums)
        if (meets(one, other) && *distance(one.store, other.store) != 0)
          return true;
    return false;
  }

  /// Does `one` come to places before `other` does?
  bool isAhead(const PlacedSum &one, const PlacedSum &other) const {
    std::optional<int64_t> away = distance(one.store, other.store);
    return away && one.store.step == other.store.step && *away / one.store.step < 0;
  }

  void order() {
    for (PlacedSum &sum : scatter.sums) {
      auto group = find_if(scatter.groups,
                           [&](const SumGroup &known) { return meets(*known.sums.front(), sum); });
      if (group == scatter.groups.end()) {
        scatter.groups.push_back({{&sum}});
        continue;
      }
      auto later =
          find_if(group->sums, [&](const PlacedSum *other) { return isAhead(sum, *other); });
      group->sums.insert(later, &sum);
    }
    for (SumGroup &group : scatter.groups)
      for (PlacedSum *sum : group.sums)
        sum->delay = *distance(sum->store, group.sums.front()->store) / sum->store.step;
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

  /// What the sums that meet others need is computed for each of them, and for the rest.
  bool isCheap() const {
    unsigned repeated = 0;
    SmallPtrSet<Instruction *, 32> before, inRest;
    for (const SumGroup &group : scatter.groups)
      for (const PlacedSum *sum : group.sums) {
        if (!group.width()) {
          inRest.insert_range(sum->needed);
          continue;
        }
        repeated += sum->needed.size();
        for (Instruction *at : sum->needed)
          if (!before.insert(at).second && isExpensive(at))
            return false;
      }
    if (any_of(inRest, [&](Instruction *at) { return isExpensive(at) && before.contains(at); }) ||
        any_of(scatter.groups,
               [&](const SumGroup &group) { return group.width() > limits::widthOfScatter; }))
      return false;
    return repeated <= limits::timesOfScatter * body.sizeWithoutDebug();
  }

  /// Strips keep the terms, so they may cost what they like. The terms' order changes. Where
  /// sums meet only after many iterations, vectors of the whole loop fit in between.
  bool isWorthStrips() const {
    auto mayReorder = [](const Instruction *at) { return at->hasAllowReassoc(); };
    if (body.getModule()->getTargetTriple().isGPU()) // has threads in place of vectors
      return false;
    bool areNear = false;
    for (const SumGroup &group : scatter.groups)
      for (auto [at, sum] : enumerate(group.sums)) {
        if (!all_of(sum->chain, mayReorder))
          return false;
        int64_t away = at ? sum->delay - group.sums[at - 1]->delay : 0;
        areNear |= away != 0 && away <= limits::widthOfScatter;
      }
    return areNear;
  }

  /// Is the sum done apart from what else its iteration does?
  bool isTakenOut(const PlacedSum *sum) const {
    return sum && any_of(scatter.groups, [&](const SumGroup &group) {
             return group.width() && is_contained(group.sums, sum);
           });
  }

  /// No two iterations touch the same bytes through both.
  bool areApart(const SteadyAccess &one, const SteadyAccess &other) const {
    auto whole = [](const SteadyAccess &access) {
      return MemoryLocation::get(access.at).getWithNewSize(LocationSize::beforeOrAfterPointer());
    };
    return aliases.isNoAlias(whole(one), whole(other));
  }

  /// A load that is done before all iterations of what followed it, and a store: does
  /// the load find what it found?
  bool readsTheSame(const SteadyAccess &load, const SteadyAccess &store) const {
    if (areApart(load, store))
      return true;
    if (!load.address || load.step != store.step)
      return false;
    std::optional<int64_t> away = distance(store, load);
    if (!away || load.size != store.size)
      return false;
    if (*away == 0)
      return load.at->comesBefore(store.at);
    return *away % load.step == 0 && *away / load.step > 0; // written after it was read
  }

  const PlacedSum *sumOf(const Instruction *at) const {
    auto found = find_if(scatter.sums, [&](const PlacedSum &sum) {
      return sum.load.at == at || sum.store.at == at;
    });
    return found == scatter.sums.end() ? nullptr : &*found;
  }

  /// Sums of one size may come in any order where it is unknown whether they meet, if none
  /// is still under way when the other reads what may be the same place.
  bool commute(const PlacedSum &one, const PlacedSum &other) const {
    if (&one == &other)
      return true;
    bool areMixed =
        one.load.at->comesBefore(other.store.at) && other.load.at->comesBefore(one.store.at);
    return one.store.size == other.store.size &&
           (!areMixed || distance(one.store, other.store).value_or(0) != 0);
  }

  bool isNeeded(const Instruction *at) const {
    return any_of(scatter.sums, [&](const PlacedSum &sum) { return sum.needed.contains(at); });
  }

  /// Sums are done ahead of the rest of their iteration and of iterations before it; in strips,
  /// behind the rest of iterations after it. May a store and another access trade places so?
  bool mayTrade(const SteadyAccess &store, const SteadyAccess &other) const {
    const PlacedSum *sum = sumOf(store.at), *otherSum = sumOf(other.at);
    if (scatter.isInStrips && !isTakenOut(sum) && !isTakenOut(otherSum))
      return true; // both stay where they are
    if (sum || otherSum)
      return (sum && otherSum && commute(*sum, *otherSum)) || areApart(store, other);
    bool keepsItsPlace = isa<StoreInst>(other.at) || !isNeeded(other.at);
    return keepsItsPlace || readsTheSame(other, store);
  }

  /// The number of the range that the access is in.
  unsigned rangeOf(const SteadyAccess &access) {
    for (auto [number, range] : enumerate(scatter.ranges)) {
      std::optional<int64_t> away = constantDistance(range.first, access);
      if (!away)
        continue;
      range.lowest = std::min(range.lowest, *away);
      range.highest = std::max(range.highest, *away + access.size);
      return number;
    }
    scatter.ranges.push_back({access, 0, access.size});
    return scatter.ranges.size() - 1;
  }

  /// The same in all iterations.
  std::optional<int64_t> constantDistance(const SteadyAccess &from, const SteadyAccess &to) const {
    if (from.at == to.at)
      return 0;
    if (!from.address || !to.address || from.step != to.step)
      return std::nullopt;
    return distance(from, to);
  }

  /// Is all that the sums are made of as it was? Where only the run can tell, `unsure`.
  bool staysTheSame() {

    for (const SteadyAccess &store : scatter.accesses)
      for (const SteadyAccess &other : scatter.accesses) {
        if (!isa<StoreInst>(store.at) || mayTrade(store, other))
          continue;
        bool isOneArray = !store.address || (other.address && distance(store, other));
        if (isOneArray && !mutation::breaks("scatter", "meets")) // no test would find them apart
          return false;
        unsigned one = rangeOf(store), another = rangeOf(other);
        scatter.unsure.insert(std::minmax(one, another));
      }
    return scatter.unsure.size() <= limits::testsOfScatter;
  }

  Loop &loop;
  BasicBlock &body;
  ScalarEvolution &evolution;
  AAResults &aliases;
  std::unique_ptr<Scatter> made;
  Scatter &scatter;
};

} // namespace

std::unique_ptr<Scatter> readScatter(Loop &loop, Analyses &analyses) {
  return Reader(loop, analyses).read();
}

} // namespace enzyme
