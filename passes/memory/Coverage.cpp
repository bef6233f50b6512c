//===- Coverage.cpp -------------------------------------------------------===//
#include "memory/Coverage.h"
#include "limits/memory.h"
#include "memory/Writes.h"
#include "rules/Facts.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

namespace {

/// Max(1, d) is d where d > 0 is known, d - 1 in more bits is zext(d) - 1, and sext(d) is zext(d)
/// where d >= 0 is.
class Known : public SCEVRewriteVisitor<Known> {
public:
  Known(ScalarEvolution &evolution, ArrayRef<SimplifyQuery> places)
      : SCEVRewriteVisitor(evolution), places(places) {}

  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *most) { return withoutFloor(most); }
  const SCEV *visitUMaxExpr(const SCEVUMaxExpr *most) { return withoutFloor(most); }
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *wide) {
    const SCEV *narrow = visit(wide->getOperand());
    if (const SCEV *more = oneMore(narrow))
      return oneLess(more, wide->getType());
    return isAtLeast(narrow, 0) ? SE.getZeroExtendExpr(narrow, wide->getType())
                                : SE.getSignExtendExpr(narrow, wide->getType());
  }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *wide) {
    const SCEV *narrow = visit(wide->getOperand()), *more = oneMore(narrow);
    return more ? oneLess(more, wide->getType()) : SE.getZeroExtendExpr(narrow, wide->getType());
  }

private:
  bool isAtLeast(const SCEV *value, uint64_t least) const {
    auto *unknown = dyn_cast<SCEVUnknown>(value);
    return unknown && any_of(places, [&](const SimplifyQuery &place) {
             return least == 0 ? isKnownNonNegative(unknown->getValue(), place)
                               : isKnownPositive(unknown->getValue(), place);
           });
  }
  /// Of d - 1, where d > 0 is known, d; or null.
  const SCEV *oneMore(const SCEV *value) const {
    auto *sum = dyn_cast<SCEVAddExpr>(value);
    bool isLess = sum && sum->getNumOperands() == 2 && sum->getOperand(0)->isAllOnesValue();
    return isLess && isAtLeast(sum->getOperand(1), 1) ? sum->getOperand(1) : nullptr;
  }
  const SCEV *oneLess(const SCEV *value, Type *type) {
    return SE.getMinusSCEV(SE.getZeroExtendExpr(value, type), SE.getOne(type));
  }
  const SCEV *withoutFloor(const SCEVMinMaxExpr *most) {
    auto *floor = dyn_cast<SCEVConstant>(most->getOperand(0));
    if (most->getNumOperands() == 2 && floor && floor->getAPInt().ule(1) &&
        isAtLeast(most->getOperand(1), floor->getAPInt().getZExtValue()))
      return most->getOperand(1);
    return most;
  }

  ArrayRef<SimplifyQuery> places;
};

} // namespace

static const SCEV *sizeOf(const Instruction &at, Type *type, ScalarEvolution &evolution) {
  return evolution.getConstant(Type::getInt64Ty(type->getContext()),
                               at.getDataLayout().getTypeStoreSize(type).getFixedValue());
}

std::optional<ByteAccess> readBy(Instruction &at, ScalarEvolution &evolution) {
  if (auto *load = dyn_cast<LoadInst>(&at))
    return ByteAccess{load, load->getPointerOperand(), sizeOf(at, load->getType(), evolution)};
  if (auto *copy = dyn_cast<AnyMemTransferInst>(&at))
    return ByteAccess{copy, copy->getRawSource(), evolution.getSCEV(copy->getLength())};
  return std::nullopt;
}

std::optional<ByteAccess> writtenBy(Instruction &at, ScalarEvolution &evolution) {
  if (auto *store = dyn_cast<StoreInst>(&at))
    return ByteAccess{store, store->getPointerOperand(),
                      sizeOf(at, store->getValueOperand()->getType(), evolution)};
  if (auto *bytes = dyn_cast<AnyMemIntrinsic>(&at))
    return ByteAccess{bytes, bytes->getRawDest(), evolution.getSCEV(bytes->getLength())};
  return std::nullopt;
}

MemoryLocation placeReadBy(const Instruction &at) {
  auto *copy = dyn_cast<AnyMemTransferInst>(&at);
  return copy ? MemoryLocation::getForSource(copy) : MemoryLocation::get(cast<LoadInst>(&at));
}

MemoryLocation placeWrittenBy(const Instruction &at) {
  auto *bytes = dyn_cast<AnyMemIntrinsic>(&at);
  return bytes ? MemoryLocation::getForDest(bytes) : MemoryLocation::get(cast<StoreInst>(&at));
}

Coverage::Coverage(Loop &loop, Analyses &analyses, ArrayRef<ByteAccess> writes)
    : loop(loop), dominators(analyses.dominators()), loops(analyses.loopInfo()),
      evolution(analyses.scalarEvolution()), writes(writes) {
  for (BasicBlock &block : *loop.getHeader()->getParent())
    if (auto *branch = dyn_cast<BranchInst>(block.getTerminator());
        branch && branch->isConditional())
      conditions.registerBranch(branch);
}

bool Coverage::isAtMost(const SCEV *a, const SCEV *b) const {
  if (a == b)
    return true;
  const SCEV *distance = evolution.getMinusSCEV(b, a);
  if (isa<SCEVCouldNotCompute>(distance))
    return false;
  auto isNatural = [&](const SCEV *value) {
    return evolution.isKnownNonNegative(value) || any_of(running, [&](Loop *runs) {
             return evolution.isKnownNonNegative(evolution.applyLoopGuards(value, runs));
           });
  };
  return isNatural(distance) || isNatural(Known(evolution, places).visit(distance)) ||
         mutation::breaks("coverage", "bound");
}

/// When both accesses happen, the loops around them run: what guards those holds, and
/// so does what branches decided on the way to either.
void Coverage::noteRunning(const ByteAccess &write, const ByteAccess &read) const {
  running.clear();
  places.clear();
  for (const ByteAccess *access : {&read, &write})
    places.push_back(SimplifyQuery(access->at->getDataLayout(), nullptr, &dominators, nullptr,
                                   access->at, true, true, &conditions));
  for (const ByteAccess *access : {&write, &read})
    for (Loop *around = loops.getLoopFor(access->at->getParent());
         around && !is_contained(running, around); around = around->getParentLoop())
      running.push_back(around);
}

/// The lowest and the highest value of an address over all iterations of `over`.
std::optional<Coverage::Range> Coverage::ends(const SCEV *address, Loop &over) const {
  if (evolution.isLoopInvariant(address, &over))
    return Range{address, address};
  auto *walk = dyn_cast<SCEVAddRecExpr>(address);
  const SCEV *taken = evolution.getBackedgeTakenCount(&over);
  if (!walk || walk->getLoop() != &over || !walk->isAffine() || isa<SCEVCouldNotCompute>(taken))
    return std::nullopt;
  const SCEV *step = walk->getStepRecurrence(evolution);
  if (evolution.getTypeSizeInBits(taken->getType()) > evolution.getTypeSizeInBits(step->getType()))
    return std::nullopt;
  taken = evolution.getNoopOrZeroExtend(taken, step->getType());
  const SCEV *first = walk->getStart();
  const SCEV *last = evolution.getAddExpr(first, evolution.getMulExpr(step, taken));
  if (evolution.isKnownNonNegative(step))
    return Range{first, last};
  if (evolution.isKnownNonPositive(step))
    return Range{last, first};
  return std::nullopt;
}

bool Coverage::extend(Range &range, Loop &over) const {
  auto low = ends(range.low, over), high = ends(range.high, over);
  if (!low || !high)
    return false;
  range = {low->low, high->high};
  return true;
}

/// What `access` may touch while control stays out of `other`'s surroundings: over
/// the loops around it that `other` is not in.
std::optional<Coverage::Range> Coverage::rangeOf(const ByteAccess &access,
                                                 BasicBlock &other) const {
  const SCEV *low = evolution.getSCEV(access.pointer);
  Range range{low, evolution.getAddExpr(low, access.bytes)};
  for (Loop *around = loops.getLoopFor(access.at->getParent());
       around && around != &loop && !around->contains(&other); around = around->getParentLoop())
    if (!extend(range, *around))
      return std::nullopt;
  return range;
}

/// Is the guard's condition, and with it the outcome, the same in all iterations,
/// and does every write that may touch the read lie behind it? Then either nothing
/// is ever written there, or the guarded write runs.
bool Coverage::isOneChoice(const Guard &guard) const {
  return loop.isLoopInvariant(guard.first) && all_of(touching, [&](const ByteAccess &write) {
           return holdsAt(guard, *write.at->getParent());
         });
}

/// Does `block` run only where the guard's condition came out that way?
bool Coverage::holdsAt(const Guard &guard, BasicBlock &block) const {
  if (auto *known = dyn_cast<ConstantInt>(guard.first)) // holds everywhere or nowhere
    return known->isOne() == guard.second;
  if (!guard.first->hasUseList())
    return false; // poison
  for (User *user : guard.first->users()) {
    auto *branch = dyn_cast<BranchInst>(user);
    if (!branch || branch->getFunction() != block.getParent() ||
        branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    BasicBlockEdge edge(branch->getParent(), branch->getSuccessor(guard.second ? 0 : 1));
    if (dominators.dominates(edge, &block))
      return true;
  }
  return false;
}

/// Has `block` run in this iteration when `target` begins? Guards such as d > 0 in
/// front of a loop may stand between.
bool Coverage::runsBefore(BasicBlock &block, BasicBlock &target, unsigned depth) const {
  if (&block != &target && dominators.dominates(&block, &target))
    return true;
  BasicBlock *before = block.getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  if (!branch || !loop.contains(before) || depth == limits::guardsOfCoverage || &block == &target)
    return false;
  Loop *left = loops.getLoopFor(before);
  if (left && !left->contains(&block)) { // behind a loop: where that was entered
    while (left->getParentLoop() && !left->getParentLoop()->contains(&block))
      left = left->getParentLoop();
    BasicBlock *entered = left->getLoopPreheader();
    return left->getExitingBlock() && entered && !left->contains(&target) && entered != &target &&
           runsBefore(*entered, target, depth + 1);
  }
  if (branch->isConditional()) {
    Guard guard{branch->getCondition(), branch->getSuccessor(0) == &block};
    auto *condition = dyn_cast<Instruction>(guard.first);
    Loop *decides = condition ? loops.getLoopFor(condition->getParent()) : nullptr;
    bool isSame = !decides || decides->contains(&target); // one decision for both
    if (!isSame && !mutation::breaks("coverage", "decided again"))
      return false;
    if (!holdsAt(guard, target)) {
      if (!isOneChoice(guard) && !mutation::breaks("coverage", "choice"))
        return false;
      restsOnChoice = true;
    }
  }
  return before == &target
             ? false
             : dominators.dominates(before, &target) || runsBefore(*before, target, depth + 1);
}

/// Where control may go past `block`, the preheader of a loop that fills `range`: is the range
/// empty then? `for (i = 2; i < n; i++)` is skipped where n is at most 2. Of a few numbers that n
/// may be there each is tried.
bool Coverage::isEmptyIfSkipped(const Range &range, BasicBlock &block, BasicBlock &target) const {
  BasicBlock *before = block.getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  auto *test =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  auto *bound = test ? dyn_cast<ConstantInt>(test->getOperand(1)) : nullptr;
  const SCEV *length = evolution.getMinusSCEV(range.high, range.low);
  if (!bound || isa<SCEVCouldNotCompute>(length) || !loop.contains(before) ||
      !dominators.dominates(before, &target) || !loops.getLoopFor(before)->contains(&target) ||
      !loop.isLoopInvariant(test->getOperand(0)))
    return false;
  Value *decides = test->getOperand(0);
  CmpInst::Predicate skips =
      branch->getSuccessor(0) == &block ? test->getInversePredicate() : test->getPredicate();
  ConstantRange values = ConstantRange::makeExactICmpRegion(skips, bound->getValue());
  const SimplifyQuery &place = places.front(); // of the read: the write may not run
  KnownBits bits = computeKnownBits(decides, place);
  values = values.intersectWith(ConstantRange::fromKnownBits(bits, /*IsSigned=*/true));
  if (isKnownPositive(decides, place))
    values = values.intersectWith(
        ConstantRange(APInt(bits.getBitWidth(), 1), APInt::getSignedMinValue(bits.getBitWidth())));
  if (values.isSizeLargerThan(limits::lengthsTried))
    return false;
  for (APInt value = values.getLower(); value != values.getUpper(); ++value) {
    ValueToSCEVMapTy one{{decides, evolution.getConstant(value)}};
    auto *bytes = dyn_cast<SCEVConstant>(SCEVParameterRewriter::rewrite(length, evolution, one));
    if (!bytes || bytes->getAPInt().isStrictlyPositive())
      return false;
  }
  return true;
}

/// What `write` has certainly written when `before` runs; where a range is empty it may end before
/// it begins.
std::optional<Coverage::Range> Coverage::filledBy(const ByteAccess &write,
                                                  Instruction &before) const {
  BasicBlock *block = write.at->getParent(), &target = *before.getParent();
  Loop *around = loops.getLoopFor(block);
  if (around == &loop || around->contains(&target)) {
    bool isBefore = block == &target ? write.at->comesBefore(&before) : runsBefore(*block, target);
    if (!isBefore && !mutation::breaks("coverage", "later"))
      return std::nullopt;
    const SCEV *low = evolution.getSCEV(write.pointer);
    return Range{low, evolution.getAddExpr(low, write.bytes)};
  }
  const SCEV *low = evolution.getSCEV(write.pointer);
  Range range{low, evolution.getAddExpr(low, write.bytes)};
  for (; around != &loop && !around->contains(&target); around = around->getParentLoop()) {
    BasicBlock *latch = around->getLoopLatch();
    bool isEachTime = block == latch || dominators.dominates(block, latch);
    if ((!isEachTime || around->getExitingBlock() != latch) &&
        !mutation::breaks("coverage", "skipped"))
      return std::nullopt;
    const SCEV *length = evolution.getMinusSCEV(range.high, range.low);
    if (auto *walk = dyn_cast<SCEVAddRecExpr>(range.low); walk && walk->getLoop() == around) {
      const SCEV *step = walk->getStepRecurrence(evolution);
      if (isa<SCEVCouldNotCompute>(length) || !evolution.isLoopInvariant(length, around) ||
          ((!isAtMost(step, length) || !isAtMost(evolution.getNegativeSCEV(length), step)) &&
           !mutation::breaks("coverage", "gaps")))
        return std::nullopt; // leaves gaps
    } else if (!evolution.isLoopInvariant(range.low, around)) {
      return std::nullopt;
    }
    if (!extend(range, *around))
      return std::nullopt;
    block = around->getLoopPreheader();
  }
  if (block != &target && !runsBefore(*block, target)) {
    if (!isEmptyIfSkipped(range, *block, target))
      return std::nullopt;
    range.maySkip = true;
  }
  return range;
}

Coverage::Answer Coverage::covers(const ByteAccess &read,
                                  function_ref<bool(const ByteAccess &)> mayTouch) {
  touching.clear();
  copy_if(writes, std::back_inserter(touching), mayTouch);
  restsOnChoice = false;
  if (!isCovered(read))
    return Answer::No;
  return restsOnChoice ? Answer::IfWritten : Answer::Yes;
}

/// Is the pointer, which is chosen among several, null if it is not that to the object's beginning?
static bool isBeginOf(const Value &pointer, const Value &object) {
  auto *chosen = dyn_cast<PHINode>(&pointer);
  return chosen && all_of(chosen->incoming_values(), [&](const Use &one) {
           return one == &object || isa<ConstantPointerNull>(one);
         });
}

/// The whole object that `read` reads some part of: what lies outside it no program
/// may read.
std::optional<Coverage::Range> Coverage::objectOf(const ByteAccess &read) const {
  SmallVector<const Value *, 4> objects = objectsOf(*read.pointer);
  if (objects.size() != 1)
    return std::nullopt;
  auto *object = const_cast<Value *>(objects[0]); // const_cast: scalar evolution names it, no more
  Type *word = Type::getInt64Ty(object->getContext());
  const SCEV *bytes = nullptr;
  if (auto *local = dyn_cast<AllocaInst>(object)) {
    if (auto size = local->getAllocationSize(local->getDataLayout()); size && !size->isScalable())
      bytes = evolution.getConstant(word, size->getFixedValue());
  } else if (auto *call = dyn_cast<CallBase>(object)) {
    if (auto fact = allocatorFact(*call); fact && fact->countArgument < 0)
      bytes = evolution.getNoopOrZeroExtend(
          evolution.getSCEV(call->getArgOperand(fact->sizeArgument)), word);
  }
  if (!bytes)
    return std::nullopt;
  const SCEV *low = evolution.getSCEV(object);
  auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(evolution.getSCEV(read.pointer)));
  if (base && isBeginOf(*base->getValue(), *object)) // or null, and then nothing is read
    low = base;
  return Range{low, evolution.getAddExpr(low, bytes)};
}

bool Coverage::isCovered(const ByteAccess &read) const {
  auto exactly = [&](const ByteAccess &write) { return rangeOf(read, *write.at->getParent()); };
  if (isCovered(read, touching, exactly))
    return true;
  std::optional<Range> object = objectOf(read);
  if (!object)
    return false;
  // Of an array of structures, a read of one member is touched by writes of that member
  // only, which leave gaps; all writes together fill the object.
  SmallVector<const Value *, 4> objects = objectsOf(*read.pointer);
  SmallVector<ByteAccess, 8> toObject;
  copy_if(writes, std::back_inserter(toObject),
          [&](const ByteAccess &write) { return objectsOf(*write.pointer) == objects; });
  return isCovered(read, toObject, [&](const ByteAccess &) { return object; });
}

/// Do `sources` certainly write what the read may touch? `range` says what that is, as
/// seen from a write.
bool Coverage::isCovered(const ByteAccess &read, ArrayRef<ByteAccess> sources,
                         function_ref<std::optional<Range>(const ByteAccess &)> range) const {
  // Each write together with the read, over the loops that only the read is in.
  SmallVector<std::pair<Range, Range>, 4> pairs;
  for (const ByteAccess &write : sources) {
    noteRunning(write, read);
    auto filled = filledBy(write, *read.at);
    auto wanted = range(write);
    if (!filled || !wanted)
      continue;
    if (!filled->maySkip && isAtMost(filled->low, wanted->low) &&
        isAtMost(wanted->high, filled->high))
      return true;
    pairs.push_back({*filled, *wanted});
  }
  running.assign(1, &loop);
  if (any_of(pairs, [](const auto &pair) { return pair.first.maySkip; }))
    places.truncate(1); // what holds where the read is: a write may not run
  // Several writes side by side.
  for (auto &[unused, wanted] : pairs) {
    SmallVector<const SCEV *, 8> reached{wanted.low}; // all below each of them is written
    SmallVector<Range, 8> left;
    for (auto &[filled, other] : pairs)
      if (other.low == wanted.low && other.high == wanted.high)
        left.push_back(filled);
    auto isReached = [&](const SCEV *place) {
      return any_of(reached, [&](const SCEV *end) { return isAtMost(place, end); });
    };
    while (!isReached(wanted.high)) {
      auto *next = find_if(left, [&](const Range &range) { return isReached(range.low); });
      if (next == left.end())
        break;
      reached.push_back(next->high);
      left.erase(next);
    }
    if (isReached(wanted.high))
      return true;
  }
  return false;
}

} // namespace enzyme
