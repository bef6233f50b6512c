//===- SplitScatter.cpp - stencils, place by place ---------------------------===//
//
// Problem: the reverse of a stencil adds to several places of one array:
//
//     for (i = n - 2; i > 0; i--) { s = e[i]; e[i] = 0; d[i - 1] += s * a; d[i + 1] += s * b; }
//
// Iterations meet in d, so that LLVM makes no vectors of them, though it did of the primal.
//
// Here: the loop walks over the places instead. Each of the sums is done in the iteration
// that has come to the place, in the order in which they came before; the few places at the
// ends, to which only some of the sums come, are done apart; and what else an iteration does
// follows in a loop of its own:
//
//     d[n - 1] += e[n - 2] * b; d[n - 2] += e[n - 3] * b; ... the other end ...
//     for (j = n - 3; j > 1; j--) { d[j] += e[j - 1] * b; d[j] += e[j + 1] * a; }
//     for (i = n - 2; i > 0; i--) e[i] = 0;
//
// Every number is the sum of the same terms in the same order as before, and the loops
// can be vectorised. What the sums are made of is computed again for each, so it must be
// little, and what it is made of must not change meanwhile: where alias analysis cannot
// tell, the program looks whether the arrays overlap. Short loops stay as they are.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "support/Analyses.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <functional>

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned shortest = 32;      // iterations; below, starting loops costs more
constexpr unsigned mostSums = 12;      // code of each is copied twice
constexpr int64_t widest = 16;         // iterations between two visits of a place
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

/// Sums that come to the same places, in the order in which they do.
using Group = SmallVector<const Sum *, 4>;

/// Some code of the loop, and which of the loop's iterations it is in one of a new loop.
struct Piece {
  SmallVector<Instruction *, 16> code; ///< in the order of the loop
  std::function<Value *(IRBuilder<> &, Value *)> iteration;
};

class Scatter {
public:
  Scatter(Loop &loop, Analyses &analyses)
      : loop(loop), body(*loop.getHeader()), evolution(analyses.scalarEvolution()),
        aliases(analyses.aliases()), data(body.getDataLayout()) {}

  /// Can the loop be split, and is it worth it? Fills `groups`.
  bool plan() {
    if (!loop.getLoopPreheader() || loop.getNumBlocks() != 1 || !loop.getExitBlock() ||
        !isCounted() || !readAccesses())
      return false;
    findSums();
    if (!anyMeet())
      return false;
    order();
    return sums.size() <= mostSums && isCheap() && staysTheSame();
  }

  void split();

private:
  // -- what the loop does ------------------------------------------------------------
  /// Grows by the same in each iteration.
  bool isEven(const SCEV *value) const {
    auto *counted = dyn_cast<SCEVAddRecExpr>(value);
    return counted && counted->isAffine() && counted->getLoop() == &loop;
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
    auto *step =
        isEven(&address) ? dyn_cast<SCEVConstant>(address.getStepRecurrence(evolution)) : nullptr;
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

  /// What the loop computes for the sum: terms and places.
  void collect(Sum &sum) const {
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
    return away && stepOf(one.store) == stepOf(other.store) && *away % stepOf(one.store) == 0;
  }

  bool anyMeet() const {
    for (const Sum &one : sums)
      for (const Sum &other : sums)
        if (meets(one, other) && *distance(one.store, other.store) != 0)
          return true;
    return false;
  }

  /// Does `one` come to places before `other` does?
  bool isAhead(const Sum &one, const Sum &other) const {
    std::optional<int64_t> away = distance(one.store, other.store);
    return away && stepOf(one.store) == stepOf(other.store) && *away / stepOf(one.store) < 0;
  }

  /// Which of the loop's iterations later than the first of its group does a sum visit a place?
  int64_t delay(const Group &group, const Sum &sum) const {
    return *distance(sum.store, group.front()->store) / stepOf(sum.store);
  }

  void order() {
    for (const Sum &sum : sums) {
      auto group = find_if(groups, [&](const Group &known) { return meets(*known.front(), sum); });
      if (group == groups.end()) {
        groups.push_back({&sum});
        continue;
      }
      auto later = find_if(*group, [&](const Sum *other) { return isAhead(sum, *other); });
      group->insert(later, &sum);
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
    unsigned repeated = 0;
    SmallPtrSet<Instruction *, 32> before;
    for (const Sum &sum : sums) {
      repeated += sum.needed.size();
      for (Instruction *at : sum.needed)
        if (!before.insert(at).second && isExpensive(at))
          return false;
    }
    bool isNear =
        all_of(groups, [&](const Group &group) { return delay(group, *group.back()) <= widest; });
    return isNear && repeated <= mostRepeated * body.sizeWithoutDebug();
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

  const Sum *sumOf(const Instruction *at) const {
    auto found =
        find_if(sums, [&](const Sum &sum) { return sum.load.at == at || sum.store.at == at; });
    return found == sums.end() ? nullptr : &*found;
  }
  bool isPartOfSum(const Instruction *at) const { return sumOf(at); }

  /// Sums of one size may come in any order where nobody knows whether they meet, if none
  /// is still under way when the other reads what may be the same place.
  bool commute(const Sum &one, const Sum &other) const {
    if (&one == &other)
      return true;
    bool areMixed =
        one.load.at->comesBefore(other.store.at) && other.load.at->comesBefore(one.store.at);
    return sizeOf(*one.store.at) == sizeOf(*other.store.at) &&
           (!areMixed || distance(one.store, other.store).value_or(0) != 0);
  }

  bool isNeeded(const Instruction *at) const {
    return any_of(sums, [&](const Sum &sum) { return sum.needed.contains(at); });
  }

  /// Sums are done ahead of the rest of their iteration and of iterations before it. May a
  /// store and another access trade places so?
  bool mayTrade(const Access &store, const Access &other) const {
    const Sum *sum = sumOf(store.at), *otherSum = sumOf(other.at);
    if (sum || otherSum)
      return (sum && otherSum && commute(*sum, *otherSum)) || areApart(store, other);
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
  SmallVector<Group, 4> groups;
  SmallVector<std::pair<Access, Access>, 8> unsure;

  Value *mustStayWhole(Instruction &before);
  Value *overlap(SCEVExpander &expander, IRBuilder<> &builder, const Access &one,
                 const Access &other);
  Piece pieceOf(const Sum &sum) const;
  Piece rest() const;
  void expandCounters(Instruction &before);
  BasicBlock *addLoop(BasicBlock &entry, Value *count, ArrayRef<Piece> pieces);
  BasicBlock *addGroup(BasicBlock &entry, const Group &group);

  struct Counter {
    PHINode *phi;
    Value *start, *step;
    bool staysSigned; ///< never wraps as a signed number
  };
  SmallVector<Counter, 2> counters;
  Value *trips = nullptr; ///< of the loop, i64
  static Value *valueOf(IRBuilder<> &builder, const Counter &counter, Value *iteration);
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

Piece Scatter::pieceOf(const Sum &sum) const {
  Piece piece;
  for (Instruction &at : body)
    if (sum.needed.contains(&at) || is_contained(sum.chain, &at) || &at == sum.load.at ||
        &at == sum.store.at)
      piece.code.push_back(&at);
  return piece;
}

/// All but the sums. What nobody uses now goes with other dead code.
Piece Scatter::rest() const {
  Piece piece;
  for (Instruction &at : body)
    if (!isa<PHINode>(at) && !at.isTerminator() && !isPartOfSum(&at) &&
        none_of(sums, [&](const Sum &sum) { return is_contained(sum.chain, &at); }))
      piece.code.push_back(&at);
  piece.iteration = [](IRBuilder<> &, Value *counter) { return counter; };
  return piece;
}

void Scatter::expandCounters(Instruction &before) {
  SCEVExpander expander(evolution, "split");
  IRBuilder<> builder(&before);
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  trips = builder.CreateNUWAdd(
      builder.CreateZExtOrTrunc(expander.expandCodeFor(count, count->getType(), &before),
                                builder.getInt64Ty()),
      builder.getInt64(1), "trips");
  for (PHINode &phi : body.phis()) {
    auto *counted = cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    const SCEV *step = counted->getStepRecurrence(evolution);
    counters.push_back({&phi, phi.getIncomingValueForBlock(loop.getLoopPreheader()),
                        expander.expandCodeFor(step, step->getType(), &before),
                        counted->hasNoSignedWrap()});
  }
}

/// A counter of the loop in one of its iterations.
Value *Scatter::valueOf(IRBuilder<> &builder, const Counter &counter, Value *iteration) {
  Value *away = builder.CreateMul(builder.CreateZExtOrTrunc(iteration, counter.step->getType()),
                                  counter.step);
  if (counter.phi->getType()->isPointerTy())
    return builder.CreatePtrAdd(counter.start, away);
  return builder.CreateAdd(counter.start, away, "", /*HasNUW=*/false, counter.staysSigned);
}

/// A loop of `count` iterations, at least one, behind `entry`, which has no end yet. Gives
/// the block behind it.
BasicBlock *Scatter::addLoop(BasicBlock &entry, Value *count, ArrayRef<Piece> pieces) {
  Function &function = *body.getParent();
  LLVMContext &context = function.getContext();
  BasicBlock *block = BasicBlock::Create(context, body.getName() + ".places", &function, &body);
  BasicBlock *after = BasicBlock::Create(context, body.getName() + ".next", &function, &body);
  IRBuilder<> builder(&entry);
  builder.CreateBr(block);
  builder.SetInsertPoint(block);
  PHINode *counter = builder.CreatePHI(builder.getInt64Ty(), 2, "counter");
  counter->addIncoming(builder.getInt64(0), &entry);
  for (const Piece &piece : pieces) {
    ValueToValueMapTy copies;
    Value *iteration = piece.iteration(builder, counter);
    for (const Counter &one : counters)
      copies[one.phi] = valueOf(builder, one, iteration);
    for (Instruction *at : piece.code) {
      Instruction *copy = at->clone();
      builder.Insert(copy, at->getName());
      copies[at] = copy;
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }
  }
  Value *next = builder.CreateNUWAdd(counter, builder.getInt64(1));
  counter->addIncoming(next, block);
  builder.CreateCondBr(builder.CreateICmpULT(next, count), block, after);
  return after;
}

/// The sums of a group, place by place; before, those at the ends.
BasicBlock *Scatter::addGroup(BasicBlock &entry, const Group &group) {
  BasicBlock *at = &entry;
  int64_t width = delay(group, *group.back());
  IRBuilder<> builder(at);
  Value *inner = builder.CreateSub(trips, builder.getInt64(width));
  SmallVector<Piece, 4> pieces;
  for (const Sum *sum : group) {
    int64_t shift = delay(group, *sum);
    Piece piece = pieceOf(*sum);
    piece.iteration = [=](IRBuilder<> &b, Value *counter) {
      Value *isFirst = b.CreateICmpULT(counter, b.getInt64(shift));
      return b.CreateAdd(counter, b.CreateSelect(isFirst, b.getInt64(0), inner));
    };
    if (width)
      at = addLoop(*at, builder.getInt64(width), piece);
    piece.iteration = [=](IRBuilder<> &b, Value *counter) {
      return b.CreateAdd(counter, b.getInt64(shift));
    };
    pieces.push_back(std::move(piece));
  }
  return addLoop(*at, inner, pieces);
}

void Scatter::split() {
  BasicBlock *before = loop.getLoopPreheader(), *exit = loop.getExitBlock();
  // before: test -> whole loop, or the new ones; both lead to exit.
  BasicBlock *whole = SplitEdge(before, &body);
  whole->setName(body.getName() + ".whole");
  Value *isWhole = mustStayWhole(*before->getTerminator());
  expandCounters(*before->getTerminator());
  BasicBlock *first =
      BasicBlock::Create(body.getContext(), body.getName() + ".split", body.getParent(), &body);
  BasicBlock *last = first;
  for (const Group &group : groups)
    last = addGroup(*last, group);
  Piece others = rest();
  if (any_of(others.code, [](Instruction *at) { return isa<StoreInst>(at); }))
    last = addLoop(*last, trips, others);
  BranchInst::Create(exit, last);
  for (PHINode &phi : exit->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(&body), last);
  Instruction *jump = before->getTerminator();
  BranchInst::Create(whole, first, isWhole, jump->getIterator());
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
      scatter.split();
      isFound = isChanged = true;
      break;
    }
  }
  return isChanged;
}

} // namespace enzyme
