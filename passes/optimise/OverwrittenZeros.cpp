//===- OverwrittenZeros.cpp - zeros that a loop overwrites before they are read ------===//
//
//   memory = malloc(n); memset(memory, 0, n)           memory = malloc(n)
//   for (i = 0; i < count; i++)                  ->    if (count * 8 < n) memset(memory, 0, n)
//     memory[i] = …                                    for …
//
// Memory of tangents is cleared when it is made. With W lanes it is W times as large as that of the
// program, and leaves the caches. Whether the loop fills it is asked where the function runs: the
// counts that a program allocates and loops by are often equal without the compiler knowing.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "rules/Facts.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Bytes of an object that each iteration writes, counted from where the iteration begins.
struct Written {
  uint64_t begin, end;
};

/// What a function does with memory that it makes, and that nothing else knows.
struct OwnObject {
  SmallPtrSet<const Instruction *, 16> readers;
  SmallSetVector<StoreInst *, 16> stores; ///< into it
};

/// Null if something else may know `object`; what frees it asks for no contents.
std::optional<OwnObject> ownObject(Value &object) {
  OwnObject own;
  SmallSetVector<Value *, 16> pointers;
  pointers.insert(&object);
  for (unsigned i = 0; i != pointers.size(); ++i)
    for (Use &use : pointers[i]->uses()) {
      auto *at = cast<Instruction>(use.getUser());
      auto *call = dyn_cast<CallBase>(at);
      auto *store = dyn_cast<StoreInst>(at);
      bool isArgument = call && call->isArgOperand(&use);
      std::optional<DeallocatorFact> freeing = isArgument ? deallocatorFact(*call) : std::nullopt;
      bool isFreed = freeing && call->getArgOperandNo(&use) == unsigned(freeing->pointerArgument);
      bool isHandedOver = isArgument && call->doesNotCapture(call->getArgOperandNo(&use));
      if (isa<GetElementPtrInst, PHINode, SelectInst, BitCastInst, AddrSpaceCastInst, FreezeInst>(
              at))
        pointers.insert(at);
      else if (store && use.getOperandNo() == StoreInst::getPointerOperandIndex())
        own.stores.insert(store);
      else if (isa<LoadInst>(at) || (isHandedOver && !isFreed && at->mayReadFromMemory()))
        own.readers.insert(at);
      else if (!isFreed && !isHandedOver && !isa<ICmpInst>(at))
        return std::nullopt;
    }
  return own;
}

/// Is all of [0, `step`) written?
bool areContiguous(SmallVectorImpl<Written> &parts, uint64_t step) {
  sort(parts, [](const Written &one, const Written &other) { return one.begin < other.begin; });
  uint64_t end = 0;
  for (const Written &part : parts) {
    if (part.begin > end)
      return false;
    end = std::max(end, part.end);
  }
  return end >= step;
}

class OverwrittenZeros {
public:
  OverwrittenZeros(Function &function, FunctionAnalysisManager &analyses)
      : function(function), layout(function.getDataLayout()),
        loops(analyses.getResult<LoopAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)) {}

  /// How many bytes from the begin of what `fill` clears a loop writes after it and before anything
  /// reads them, in terms that can be computed there; null if none does.
  const SCEV *overwritten(MemSetInst &fill) {
    auto *object = dyn_cast<Instruction>(fill.getDest());
    if (!object || !(isa<AllocaInst>(object) || isNoAliasCall(object)) || fill.isVolatile())
      return nullptr;
    std::optional<OwnObject> own = ownObject(*object);
    if (!own)
      return nullptr;
    SmallSetVector<Loop *, 8> writing;
    for (StoreInst *store : own->stores)
      if (Loop *loop = loops.getLoopFor(store->getParent()))
        writing.insert(loop);
    for (Loop *loop : writing)
      if (const SCEV *bytes = writtenFromBegin(*loop, *object, *own);
          bytes && SCEVExpander(evolution, "written").isSafeToExpandAt(bytes, &fill) &&
          leadsUnreadTo(*loop, fill, *own))
        return bytes;
    return nullptr;
  }

  /// Are `bytes` less than `fill` clears?
  Value *isMoreThan(MemSetInst &fill, const SCEV *bytes) {
    SCEVExpander expander(evolution, "written");
    Value *written = expander.expandCodeFor(bytes, fill.getLength()->getType(), fill.getIterator());
    IRBuilder<> builder(&fill);
    // Where the loop is not entered afterwards, nothing reads the memory, and the count may be
    // poison.
    return builder.CreateFreeze(builder.CreateICmpULT(written, fill.getLength()));
  }

private:
  /// Bytes of `object` that `loop` writes in contiguous steps from its begin; null if it does not.
  /// A wrap of the product makes them less, never more.
  const SCEV *writtenFromBegin(const Loop &loop, const Instruction &object, const OwnObject &own) {
    const BasicBlock *latch = loop.getLoopLatch();
    if (!loop.isInnermost() || !loop.getLoopPreheader() || !latch ||
        loop.getExitingBlock() != latch ||
        any_of(own.readers, [&](const Instruction *at) { return loop.contains(at); }))
      return nullptr;
    SmallVector<Written, 4> parts;
    uint64_t step = 0;
    for (StoreInst *store : own.stores)
      if (loop.contains(store) && dominators.dominates(store->getParent(), latch))
        addPart(*store, loop, object, parts, step);
    const SCEV *count = evolution.getBackedgeTakenCount(&loop);
    if (parts.empty() || isa<SCEVCouldNotCompute>(count) || !areContiguous(parts, step))
      return nullptr;
    Type *word = layout.getIndexType(object.getType());
    if (evolution.getTypeSizeInBits(count->getType()) > word->getScalarSizeInBits())
      return nullptr;
    const SCEV *iterations = evolution.getTripCountFromExitCount(count, word, &loop);
    return evolution.getMulExpr(iterations, evolution.getConstant(word, step));
  }

  /// What `store` writes in each iteration of `loop`, if it belongs to `object`; of several steps
  /// the first that is met counts.
  void addPart(StoreInst &store, const Loop &loop, const Instruction &object,
               SmallVectorImpl<Written> &parts, uint64_t &step) {
    Type *type = store.getValueOperand()->getType();
    auto *place = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(store.getPointerOperand()));
    if (!store.isSimple() || !place || place->getLoop() != &loop || !place->isAffine() ||
        type->isScalableTy() || !layout.typeSizeEqualsStoreSize(type))
      return;
    auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(place->getStart()));
    auto *distance = dyn_cast<SCEVConstant>(place->getStepRecurrence(evolution));
    if (!base || !distance || !distance->getAPInt().isStrictlyPositive() ||
        !isBeginOf(object, *base->getValue()))
      return;
    auto *begin = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(place->getStart(), base));
    uint64_t stride = distance->getAPInt().getLimitedValue();
    if (!begin || begin->getAPInt().isNegative() || (step != 0 && stride != step))
      return;
    step = stride;
    uint64_t first = begin->getAPInt().getLimitedValue();
    parts.push_back({first, first + layout.getTypeStoreSize(type).getFixedValue()});
  }

  /// Does `pointer` lead to the begin of `object` wherever it is not null? What a loop around hands
  /// on to its next iteration is another object.
  bool isBeginOf(const Instruction &object, const Value &pointer) const {
    SmallPtrSet<const Value *, 8> seen;
    SmallVector<const Value *, 8> open{&pointer};
    while (!open.empty()) {
      const Value *at = open.pop_back_val();
      if (at == &object || isNull(*at) || !seen.insert(at).second)
        continue;
      auto *select = dyn_cast<SelectInst>(at);
      auto *phi = dyn_cast<PHINode>(at);
      if (phi && !dominators.dominates(phi->getParent(), object.getParent()))
        append_range(open, phi->incoming_values());
      else if (select)
        open.append({select->getTrueValue(), select->getFalseValue()});
      else
        return false;
    }
    return true;
  }

  bool isNull(const Value &pointer) const {
    return isa<ConstantPointerNull>(pointer) &&
           !NullPointerIsDefined(&function, pointer.getType()->getPointerAddressSpace());
  }

  /// Do all ways from `fill` end, or come to `loop`, before anything reads the object, and before
  /// the function enters again what dominates `fill`?
  bool leadsUnreadTo(const Loop &loop, MemSetInst &fill, const OwnObject &own) {
    SmallSetVector<BasicBlock *, 16> blocks;
    blocks.insert(fill.getParent());
    for (unsigned i = 0; i != blocks.size(); ++i) {
      BasicBlock &block = *blocks[i];
      auto first = i == 0 ? std::next(fill.getIterator()) : block.begin();
      if (any_of(make_range(first, block.end()),
                 [&](const Instruction &at) { return own.readers.contains(&at); }))
        return false;
      if (&block == loop.getLoopPreheader())
        continue;
      for (BasicBlock *next : waysFrom(block, fill)) {
        if (dominators.dominates(next, fill.getParent()))
          return false;
        blocks.insert(next);
      }
    }
    return true;
  }

  /// Where the function may go from `block` after `fill` ran: what a condition is that was known
  /// there, it still is, as no block was entered again.
  SmallVector<BasicBlock *, 4> waysFrom(BasicBlock &block, const Instruction &fill) const {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional())
      return SmallVector<BasicBlock *, 4>(successors(&block));
    std::optional<bool> known;
    if (auto *constant = dyn_cast<ConstantInt>(branch->getCondition()))
      known = constant->isOne();
    else if (auto *condition = dyn_cast<Instruction>(branch->getCondition());
             condition && dominators.dominates(condition, &fill))
      known = isImpliedByDomCondition(condition, &fill, layout);
    if (!known)
      return {branch->getSuccessor(0), branch->getSuccessor(1)};
    return {branch->getSuccessor(*known ? 0 : 1)};
  }

  const Function &function;
  const DataLayout &layout;
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
};

} // namespace

bool dropOverwrittenZeros(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<MemSetInst *, 8> fills;
  for (Instruction &at : instructions(function))
    if (auto *fill = dyn_cast<MemSetInst>(&at))
      fills.push_back(fill);
  if (fills.empty())
    return false;
  OverwrittenZeros zeros(function, analyses);
  SmallVector<std::pair<MemSetInst *, Value *>, 8> overwritten;
  for (MemSetInst *fill : fills)
    if (const SCEV *bytes = zeros.overwritten(*fill))
      overwritten.push_back({fill, zeros.isMoreThan(*fill, bytes)});
  // Behind a branch less is known of what was true at the next fill: blocks are split last.
  for (auto [fill, isMore] : overwritten) {
    Instruction *then = SplitBlockAndInsertIfThen(isMore, fill, /*Unreachable=*/false);
    fill->moveBefore(then->getIterator());
  }
  if (!overwritten.empty())
    analyses.invalidate(function, PreservedAnalyses::none());
  return !overwritten.empty();
}

} // namespace enzyme
