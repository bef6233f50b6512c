//===- OwnSums.cpp --------------------------------------------------------===//
//
// Problem: in a team's reverse sweep the adjoint of a load is added to a place to which the
// adjoints of other threads' loads may be added. Atomic additions are right and slow: several times
// the work of most loops, which read x[i] in iteration i.
//
// Here: loads in loops whose iterations are shared among the threads, each done by one of them. In
// iteration i they read base + s i + c, where base is the same address for all threads. All such
// loads through one base read, in iteration i, of w bytes from base + s i + c₀ on; iterations i and
// j meet only if s |i - j| < w. Both may be lengths that only a run knows: rows of an array
// (Stretches.h). So the place is a thread's own where
//
//   w <= s            always
//   else              the iterations i - r … i + r, r = ⌈w/s⌉ - 1, are all in the thread's share
//
// and where no other load reads there before the next barrier. Through other bases:
//   aliases(base, other) are none, or
//   what the loop reads through both, from its first to its last iteration of all threads, lies
//   apart: a condition in front of the loop.
// Stores need not be asked about: what one thread writes no other reads before a barrier.
//
// Iterations that become functions of their own take along what holds without a condition: marks
// on their loads. Where both sweeps are in one call of the region, threads go back while others
// still go forward, between the same two barriers: what is asked is the same.
//===----------------------------------------------------------------------===//
#include "shadow/OwnSums.h"
#include "limits/shadow.h"
#include "memory/Writes.h"
#include "regions/Iterations.h"
#include "rules/Facts.h"
#include "rules/openmp/TeamCalls.h"
#include "shadow/SharedLoops.h"
#include "shadow/Stretches.h"
#include "shadow/ThreadSums.h"
#include "support/Analyses.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A load of numbers that other threads may read, too.
struct Access {
  const LoadInst *load = nullptr; ///< null: something else that reads
  const Value *pointer = nullptr; ///< null: anywhere
  Value *base = nullptr;          ///< null: not as above
  AddressSum start;               ///< base + c
  Stretch step, low, high;        ///< from base + c + s i + low up to high
  const Value *count = nullptr;   ///< what these are measured by; null: they are known
};

class OwnSums {
public:
  explicit OwnSums(ShadowedPrimal &primal)
      : OwnSums(*primal.prepared, *primal.types, *primal.activity, &primal) {}
  OwnSums(Function &function, const TypeResults &types, const ActivityResults &activity,
          ShadowedPrimal *primal = nullptr)
      : primal(primal), types(types), activity(activity), function(function), analyses(function),
        evolution(analyses.scalarEvolution()) {}

  void find() {
    judgeLoops();
    // What each thread computes by itself is computed as often as there are threads.
    auto isOutside = [&](const Instruction &at) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(&at);
      if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::arithmetic_fence)
        return false; // what the thread returns
      return at.getType()->isFPOrFPVectorTy() && isa<BinaryOperator, UnaryOperator, CallBase>(at) &&
             activity.isActive(at) && none_of(sharedLoops, [&](const SharedLoop &shared) {
               return shared.loop->contains(&at);
             });
    };
    if (any_of(instructions(function), isOutside))
      primal->key.primal->addFnAttr(countsOnTeamAttribute);
  }

  /// Those that are own whatever is known in a run.
  std::vector<const LoadInst *> findAlways() {
    judgeLoops();
    return std::move(always);
  }

private:
  void judgeLoops() {
    sharedLoops = findSharedLoops(function, analyses);
    for (const SharedLoop &shared : sharedLoops)
      judge(shared);
  }

  const SCEV *withoutExtension(const SCEV *address, const SharedLoop &shared);
  void judge(const SharedLoop &shared);
  bool collect(const SharedLoop &shared, std::vector<Access> &accesses);
  bool walk(const BasicBlock &from, const SharedLoop &shared, bool isForwards,
            SmallPtrSetImpl<const Instruction *> &seen);
  std::optional<Access> accessBy(const Instruction &at, const SharedLoop &shared);
  void place(Access &access, const SharedLoop &shared);
  std::optional<Stretch> wayOf(const SCEVAddRecExpr &walk, const Value *&count);
  bool isSame(const SCEV *value);
  bool isSame(const Value *value, unsigned depth);
  bool areApart(const Value &one, const Value &other);
  Value *condition(const SharedLoop &shared, const Access &access, ArrayRef<Access> others);
  Value *liesApart(IRBuilder<> &builder, const SharedLoop &shared, const Access &one,
                   const Access &other);
  Value *isMeasure(const Value &count, const Stretch &step, const BasicBlock &before);
  Value *isInside(const SharedLoop &shared, const LoadInst &load, uint64_t reach);
  std::pair<Value *, Value *> boundsOfAll(IRBuilder<> &builder, const SharedLoop &shared);
  Value *storedBefore(const CallInst &begin, Value *variable);

  ShadowedPrimal *primal; ///< null: not made yet
  const TypeResults &types;
  const ActivityResults &activity;
  std::vector<const LoadInst *> always;
  Function &function;
  Analyses analyses;
  ScalarEvolution &evolution;
  std::vector<SharedLoop> sharedLoops;
  std::optional<Writes> writes;
};

/// Is the value one and the same in all threads?
bool OwnSums::isSame(const Value *value, unsigned depth) {
  if (isa<Constant>(value) || isa<Argument>(value))
    return true;
  auto *at = dyn_cast<Instruction>(value);
  if (!at || depth == limits::depthOfShared)
    return false;
  if (auto *load = dyn_cast<LoadInst>(at)) {
    if (!load->isSimple() || !isSame(load->getPointerOperand(), depth + 1))
      return false;
    if (!writes)
      writes.emplace(function, analyses);
    MemoryLocation place = MemoryLocation::get(load);
    return none_of(writes->all(),
                   [&](const Instruction *write) { return writes->mayTouch(*write, place); });
  }
  return (isa<GetElementPtrInst, CastInst, BinaryOperator>(at)) &&
         all_of(at->operand_values(),
                [&](const Value *operand) { return isSame(operand, depth + 1); });
}

bool OwnSums::isSame(const SCEV *value) {
  return !SCEVExprContains(value, [&](const SCEV *part) {
    if (isa<SCEVAddRecExpr, SCEVCouldNotCompute>(part))
      return true;
    auto *unknown = dyn_cast<SCEVUnknown>(part);
    return unknown && !isSame(unknown->getValue(), 0);
  });
}

/// base + s * extended(i + k), of narrow i and constant k, as if it were base + s * (extended(i) +
/// k): narrow indices of different iterations are different, and so are they extended; where i + k
/// wraps around, they lie further apart, not closer.
const SCEV *OwnSums::withoutExtension(const SCEV *address, const SharedLoop &shared) {
  auto *sum = dyn_cast<SCEVAddExpr>(address);
  if (!sum)
    return address;
  SmallVector<const SCEV *, 4> parts;
  for (const SCEV *part : sum->operands()) {
    auto *product = dyn_cast<SCEVMulExpr>(part);
    bool isScaled = product && product->getNumOperands() == 2;
    auto *step = isScaled ? dyn_cast<SCEVConstant>(product->getOperand(0)) : nullptr;
    auto *extended = dyn_cast<SCEVIntegralCastExpr>(step ? product->getOperand(1) : part);
    auto *index = extended && !isa<SCEVTruncateExpr>(extended)
                      ? dyn_cast<SCEVAddRecExpr>(extended->getOperand())
                      : nullptr;
    bool isShared = index && index->getLoop() == shared.loop && index->isAffine() &&
                    index->getStepRecurrence(evolution)->isOne() &&
                    index->getType() == shared.first->getType();
    auto *ahead =
        isShared ? dyn_cast<SCEVConstant>(evolution.getMinusSCEV(index->getStart(), shared.first))
                 : nullptr;
    if (!ahead) {
      parts.push_back(part);
      continue;
    }
    Type *wide = extended->getType();
    const SCEV *first = evolution.getAddExpr(
        evolution.getNoopOrSignExtend(shared.first, wide),
        evolution.getConstant(ahead->getAPInt().sextOrTrunc(wide->getIntegerBitWidth())));
    const SCEV *walk =
        evolution.getAddRecExpr(first, evolution.getOne(wide), shared.loop, SCEV::FlagAnyWrap);
    parts.push_back(step ? evolution.getMulExpr(step, walk) : walk);
  }
  return evolution.getAddExpr(parts);
}

static bool isDownwards(const SCEVAddRecExpr &walk) {
  auto *step = dyn_cast<SCEVConstant>(walk.getOperand(1));
  return step && step->getAPInt().isNegative();
}

/// Says where the load of `access` reads in an iteration, if it is as above.
void OwnSums::place(Access &access, const SharedLoop &shared) {
  const LoadInst &load = *access.load;
  const Value *count = nullptr;
  Stretch low,
      high{int64_t(load.getDataLayout().getTypeStoreSize(load.getType()).getKnownMinValue()), 0};
  // const_cast: as above
  auto *pointer = const_cast<Value *>(load.getPointerOperand());
  const SCEV *address = withoutExtension(evolution.getSCEV(pointer), shared);
  auto *walk = dyn_cast<SCEVAddRecExpr>(address);
  for (; walk && walk->getLoop() != shared.loop; walk = dyn_cast<SCEVAddRecExpr>(address)) {
    std::optional<Stretch> way = wayOf(*walk, count);
    if (!way)
      return;
    (isDownwards(*walk) ? low : high) = (isDownwards(*walk) ? low : high) + *way;
    address = walk->getStart();
  }
  if (!walk || !walk->isAffine() || !isSame(walk->getStepRecurrence(evolution)))
    return;
  auto step = AddressSum::of(walk->getStepRecurrence(evolution));
  auto length = step ? Stretch::of(*step, count) : std::nullopt;
  auto from = AddressSum::of(walk->getStart());
  Type *word = evolution.getEffectiveSCEVType(pointer->getType());
  auto first = AddressSum::of(evolution.getNoopOrSignExtend(shared.first, word));
  auto done = step && first ? step->times(*first) : std::nullopt;
  if (!length || !from || !done)
    return;
  AddressSum start = from->minus(*done);
  Value *base = start.base();
  if (!base || !start.areAll([&](const SCEV *part) { return isSame(part); }))
    return;
  access.base = base;
  access.start = std::move(start);
  access.step = *length;
  access.low = low;
  access.high = high;
  access.count = count;
}

/// How far it gets in its loop, which is inside the shared one.
std::optional<Stretch> OwnSums::wayOf(const SCEVAddRecExpr &walk, const Value *&count) {
  const SCEV *last = evolution.getBackedgeTakenCount(walk.getLoop());
  auto *step = dyn_cast<SCEVConstant>(walk.getStepRecurrence(evolution));
  Type *word = evolution.getEffectiveSCEVType(walk.getType());
  if (!walk.isAffine() || !step || isa<SCEVCouldNotCompute>(last) ||
      !last->getType()->isIntegerTy() ||
      last->getType()->getScalarSizeInBits() > word->getScalarSizeInBits())
    return std::nullopt;
  auto times = AddressSum::of(evolution.getNoopOrZeroExtend(last, word));
  auto one = AddressSum::of(step);
  auto way = times && one ? times->times(*one) : std::nullopt;
  return way ? Stretch::of(*way, count) : std::nullopt;
}

/// What `at` adds to in the reverse sweep, that other threads may add to as well.
std::optional<Access> OwnSums::accessBy(const Instruction &at, const SharedLoop &shared) {
  if (!activity.isActive(at))
    return std::nullopt;
  Access access;
  if (auto *load = dyn_cast<LoadInst>(&at)) {
    if (!types.carriesFloat(*load) || isOwnOfThread(*load->getPointerOperand()))
      return std::nullopt;
    access.load = load;
    access.pointer = load->getPointerOperand();
    for (const SharedLoop &other :
         sharedLoops) // versions of one loop share out the same iterations
      if (other.begin == shared.begin && other.loop->contains(load)) {
        place(access, other);
        break;
      }
    return access;
  }
  if (auto *transfer = dyn_cast<MemTransferInst>(&at)) {
    access.pointer = transfer->getRawSource();
    return isOwnOfThread(*access.pointer) ? std::nullopt : std::optional(access);
  }
  auto *call = dyn_cast<CallBase>(&at);
  bool isHarmless = !call || isa<MemSetInst>(call) || allocatorFact(*call) || isTeamWait(*call) ||
                    none_of(call->args(), [](const Use &argument) {
                      return argument->getType()->isPtrOrPtrVectorTy();
                    });
  if (call && !isHarmless)
    return access;
  // A function without arguments may add to globals' shadows.
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  bool mayReachGlobals = call && !isa<IntrinsicInst>(call) && !allocatorFact(*call) &&
                         !isTeamWait(*call) && (!callee || !callee->isDeclaration());
  return mayReachGlobals ? std::optional(access) : std::nullopt;
}

/// Collects what runs before the next barrier, or after the last. False if the loop is begun again.
bool OwnSums::walk(const BasicBlock &from, const SharedLoop &shared, bool isForwards,
                   SmallPtrSetImpl<const Instruction *> &seen) {
  SmallVector<const BasicBlock *, 16> work{&from};
  SmallPtrSet<const BasicBlock *, 16> visited{&from};
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    bool isStopped = false;
    auto visit = [&](const Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      if (call && isTeamBarrier(*call))
        isStopped = true;
      else
        seen.insert(&at);
      return !isStopped;
    };
    if (isForwards)
      (void)all_of(*block, visit);
    else
      (void)all_of(llvm::reverse(*block), visit);
    if (isStopped)
      continue;
    auto follow = [&](const BasicBlock *next) {
      if (visited.insert(next).second)
        work.push_back(next);
    };
    if (isForwards)
      for_each(successors(block), follow);
    else
      for_each(predecessors(block), follow);
  }
  return !(isForwards && seen.contains(shared.begin));
}

/// All that may run in other threads while this one runs the loop.
bool OwnSums::collect(const SharedLoop &shared, std::vector<Access> &accesses) {
  SmallPtrSet<const Instruction *, 32> seen;
  if (!walk(*shared.loop->getHeader(), shared, /*isForwards=*/true, seen))
    return false;
  walk(*shared.loop->getHeader(), shared, /*isForwards=*/false, seen);
  for (const Instruction &at : instructions(function))
    if (seen.contains(&at))
      if (std::optional<Access> access = accessBy(at, shared))
        accesses.push_back(*access);
  return all_of(accesses, [](const Access &access) { return access.pointer; });
}

bool OwnSums::areApart(const Value &one, const Value &other) {
  return analyses.aliases().isNoAlias(MemoryLocation::getBeforeOrAfter(&one),
                                      MemoryLocation::getBeforeOrAfter(&other));
}

/// What is in `variable` when the loop is shared out; null if that is not seen.
Value *OwnSums::storedBefore(const CallInst &begin, Value *variable) {
  Value *stored = nullptr;
  for (User *user : variable->users()) {
    auto *at = cast<Instruction>(user);
    if (!analyses.dominators().dominates(at, &begin) || isa<LoadInst>(at) || at == &begin)
      continue;
    if (stored)
      return nullptr;
    if (auto *store = dyn_cast<StoreInst>(at))
      stored = store->getValueOperand();
    else if (auto *fill = dyn_cast<MemSetInst>(at); fill && isa<ConstantInt>(fill->getValue()) &&
                                                    cast<ConstantInt>(fill->getValue())->isZero())
      stored = ConstantInt::get(begin.getArgOperand(7)->getType(), 0);
    else
      return nullptr;
  }
  return stored;
}

/// The first and the last index of all threads' iterations, as i64.
std::pair<Value *, Value *> OwnSums::boundsOfAll(IRBuilder<> &builder, const SharedLoop &shared) {
  bool isStatic = teamCallBy(*shared.begin) == TeamCall::Share;
  Value *first = shared.begin->getArgOperand(isStatic ? 4 : 3);
  Value *last = shared.begin->getArgOperand(isStatic ? 5 : 4);
  if (isStatic) {
    first = storedBefore(*shared.begin, first);
    last = storedBefore(*shared.begin, last);
  }
  if (!first || !last || !isSame(first, 0) || !isSame(last, 0))
    return {};
  bool isUnsigned = shared.begin->getCalledFunction()->getName().ends_with("u");
  auto widened = [&](Value *value) {
    return builder.CreateIntCast(primal->copyOf(value), builder.getInt64Ty(), !isUnsigned);
  };
  return {widened(first), widened(last)};
}

/// Do all iterations of all threads read apart through the two bases?
Value *OwnSums::liesApart(IRBuilder<> &builder, const SharedLoop &shared, const Access &one,
                          const Access &other) {
  auto [first, last] = boundsOfAll(builder, shared);
  if (!first)
    return nullptr;
  Value *apart = nullptr;
  for (unsigned lane = 0; lane != primal->width(); ++lane) {
    std::array<std::pair<Value *, Value *>, 2> ranges;
    for (auto [access, range] : zip_equal(std::array{&one, &other}, ranges)) {
      const Value *count = nullptr;
      auto base = AddressSum::of(evolution.getUnknown(access->base));
      auto offset = Stretch::of(access->start.minus(*base), count);
      Value *shadow = primal->shadowOf(primal->copyOf(access->base), lane);
      if (!offset || count || access->count || !shadow)
        return nullptr;
      Value *address = builder.CreatePtrToInt(shadow, builder.getInt64Ty());
      Value *step = builder.getInt64(uint64_t(access->step.bytes));
      int64_t constant = offset->bytes;
      auto at = [&](Value *index, int64_t bytes) {
        return builder.CreateAdd(builder.CreateAdd(address, builder.CreateMul(step, index)),
                                 builder.getInt64(uint64_t(constant + bytes)));
      };
      range = {at(first, access->low.bytes), at(last, access->high.bytes)};
    }
    Value *isBelow = builder.CreateICmpULE(ranges[0].second, ranges[1].first);
    Value *isAbove = builder.CreateICmpULE(ranges[1].second, ranges[0].first);
    Value *own = builder.CreateOr(isBelow, isAbove);
    apart = apart ? builder.CreateAnd(apart, own) : own;
  }
  return apart;
}

/// Are `reach` iterations to both sides in the thread's share, too?
Value *OwnSums::isInside(const SharedLoop &shared, const LoadInst &load, uint64_t reach) {
  const Loop &loop = *shared.loop;
  auto *header = cast<BasicBlock>(primal->copyOf(loop.getHeader()));
  auto record = primal->control.loops.find(header);
  if (loop.getExitingBlock() != loop.getLoopLatch() || record == primal->control.loops.end() ||
      !record->second.trips)
    return nullptr;
  IRBuilder<> builder(cast<Instruction>(primal->copyOf(&load)));
  Value *counter = record->second.counter, *many = builder.getInt64(reach);
  return builder.CreateAnd(
      builder.CreateICmpUGE(counter, many),
      builder.CreateICmpULT(builder.CreateAdd(counter, many), record->second.trips));
}

/// Is the step, measured by `count`, a length at all, and no longer than is counted on? In front of
/// the loop that `before` leads to.
Value *OwnSums::isMeasure(const Value &count, const Stretch &step, const BasicBlock &before) {
  auto *made = dyn_cast<Instruction>(&count);
  if ((made && !analyses.dominators().dominates(made, before.getTerminator())) ||
      step.perCount <= 0)
    return nullptr;
  IRBuilder<> builder(cast<BasicBlock>(primal->copyOf(&before))->getTerminator());
  constexpr int64_t longest = std::numeric_limits<int32_t>::max();
  Value *known = builder.CreateSExtOrTrunc(primal->copyOf(&count), builder.getInt64Ty());
  return builder.CreateAnd(
      builder.CreateICmpSGT(known, builder.getInt64(0)),
      builder.CreateICmpSLE(known, builder.getInt64(uint64_t(longest / step.perCount))));
}

/// The condition under which what `access` adds to is the thread's own; null if that is not known.
Value *OwnSums::condition(const SharedLoop &shared, const Access &access, ArrayRef<Access> others) {
  Stretch low = access.low, high = access.high;
  const Value *count = access.count;
  BasicBlock *before = shared.loop->getLoopPreheader();
  if (!access.base || !before)
    return nullptr;
  IRBuilder<> builder(function.getContext());
  if (primal)
    builder.SetInsertPoint(cast<BasicBlock>(primal->copyOf(before))->getTerminator());
  Value *result = builder.getTrue();
  SmallPtrSet<const Value *, 4> asked;
  for (const Access &other : others) {
    if (other.base == access.base && other.step == access.step) {
      auto away = other.count == access.count ? Stretch::of(other.start.minus(access.start), count)
                                              : std::nullopt;
      if (!away || count != access.count)
        return nullptr;
      low = Stretch::notAbove(low, *away + other.low);
      high = Stretch::notBelow(high, *away + other.high);
      continue;
    }
    if (other.base != access.base &&
        areApart(*access.base, other.base ? *other.base : *other.pointer))
      continue;
    if (!other.base || other.base == access.base || !primal)
      return nullptr;
    Value *apart = liesApart(builder, shared, access, other);
    if (!apart)
      return nullptr;
    result = builder.CreateAnd(result, apart);
  }
  auto steps = (high - low).inSteps(access.step);
  Value *isMeasured = count && primal ? isMeasure(*count, access.step, *before) : nullptr;
  if (!steps || (count && !isMeasured))
    return nullptr;
  if (isMeasured)
    result = builder.CreateAnd(result, isMeasured);
  uint64_t reach = *steps - 1;
  if (reach == 0 || mutation::breaks("team.own", "reach"))
    return result;
  Value *inside = primal && reach <= limits::iterationsOfOwnSum
                      ? isInside(shared, *access.load, reach)
                      : nullptr;
  if (!inside)
    return nullptr;
  builder.SetInsertPoint(cast<Instruction>(primal->copyOf(access.load)));
  return builder.CreateAnd(result, inside);
}

void OwnSums::judge(const SharedLoop &shared) {
  std::vector<Access> accesses;
  if (!collect(shared, accesses) || accesses.size() > limits::accessesOfOwnSums)
    return;
  for (const Access &access : accesses)
    if (access.load && shared.loop->contains(access.load))
      if (Value *own = condition(shared, access, accesses)) {
        if (primal)
          primal->ownSums[cast<LoadInst>(primal->copyOf(access.load))] = own;
        else
          always.push_back(access.load);
      }
}

} // namespace

/// Else several teams run it at once.
static bool isRegion(const DerivativeKey &key) {
  return key.inTeam && key.primal->hasFnAttribute(teamAttribute) && !mutation::breaks("team.own");
}

std::vector<const LoadInst *> ownSumsOf(const DerivativeKey &key, Function &prepared,
                                        const TypeResults &types, const ActivityResults &activity) {
  if (!isRegion(key))
    return {};
  return OwnSums(prepared, types, activity).findAlways();
}

void findOwnSums(ShadowedPrimal &primal) {
  if (!primal.key.inTeam)
    return;
  if (isRegion(primal.key))
    OwnSums(primal).find();
  for (Instruction &at : instructions(*primal.prepared))
    if (auto *load = dyn_cast<LoadInst>(&at); load && load->hasMetadata(ownSumMark))
      primal.ownSums[cast<LoadInst>(primal.copyOf(load))] = ConstantInt::getTrue(at.getContext());
}

} // namespace enzyme
