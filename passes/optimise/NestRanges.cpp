//===- NestRanges.cpp -----------------------------------------------------===//
#include "optimise/NestRanges.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <optional>

using namespace llvm;

namespace enzyme {
namespace {

/// Operands of a marker.
enum { MemoryOperand, WriteOperand, FirstOperand, EndOperand, CountOperand };

uint64_t bytesOf(const Instruction &access) {
  return access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
}

BranchInst *jumpOf(BasicBlock *block) { return dyn_cast<BranchInst>(block->getTerminator()); }

/// One way out, behind its last block.
bool leavesAtLatch(const Loop &loop) {
  return loop.getExitingBlock() && loop.getExitingBlock() == loop.getLoopLatch() &&
         loop.getUniqueExitBlock();
}

/// Is it another one in each iteration of `loop`?
bool changesWith(const Loop &loop, const SCEV *place) {
  return SCEVExprContains(place, [&](const SCEV *part) {
    if (auto *moving = dyn_cast<SCEVAddRecExpr>(part))
      return moving->getLoop() == &loop;
    auto *value = dyn_cast<SCEVUnknown>(part);
    auto *at = value ? dyn_cast<Instruction>(value->getValue()) : nullptr;
    return at && loop.contains(at);
  });
}

} // namespace

/// How a place goes on in an innermost loop: pointers, and bytes from one iteration to the next.
struct NestRanges::Advance {
  const SCEV *start, *last;
  int64_t step;
};

struct NestRanges::Touch {
  unsigned memory;
  bool isWrite;
  Value *first, *end; ///< addresses
  Value *count;
  Instruction *at;
};

/// Variables of one memory's range.
struct NestRanges::Places {
  explicit Places(IRBuilderBase &entry, const NestMemory &memory) : memory(memory) {
    auto variable = [&] { return entry.CreateAlloca(entry.getInt64Ty()); };
    low = variable(), high = variable(), lowWritten = variable(), highWritten = variable();
    touched = variable(), isDense = entry.CreateAlloca(entry.getInt1Ty());
  }
  void clear(IRBuilderBase &builder) const {
    Constant *most = builder.getInt64(INT64_MAX), *least = builder.getInt64(INT64_MIN);
    for (Value *place : {low, lowWritten})
      builder.CreateStore(most, place);
    for (Value *place : {high, highWritten})
      builder.CreateStore(least, place);
    builder.CreateStore(builder.getInt64(0), touched);
    builder.CreateStore(builder.getTrue(), isDense);
  }
  NestRange read(IRBuilderBase &builder) const {
    auto load = [&](Value *place) { return builder.CreateLoad(builder.getInt64Ty(), place); };
    return {load(low),
            load(high),
            load(lowWritten),
            load(highWritten),
            builder.CreateLoad(builder.getInt1Ty(), isDense),
            load(touched)};
  }

  const NestMemory &memory;
  Value *low, *high, *lowWritten, *highWritten, *touched, *isDense;
};

NestRanges::NestRanges(Loop &nest, ArrayRef<NestMemory> memories, Analyses &analyses)
    : nest(nest), memories(memories), analyses(analyses) {
  for (Loop *loop : nest.getLoopsInPreorder())
    (loop->isInnermost() ? innermost : outer).push_back(loop);
}

NestRanges::~NestRanges() {
  for (CallInst *marker : markers)
    marker->eraseFromParent();
}

bool NestRanges::canFind() {
  for (const Loop *loop : innermost)
    if (!loop->getExitingBlock() || !nest.contains(loop->getUniqueExitBlock()))
      return false;
  if (!noteTouches() || !findSlice())
    return false;
  for (CallInst *marker : markers) {
    IRBuilder<> builder(marker);
    Loop *around = analyses.loopInfo().getLoopFor(marker->getParent());
    Value *times = timesAround(around, nest.getLoopPreheader()->getTerminator());
    marker->setArgOperand(CountOperand,
                          builder.CreateMul(marker->getArgOperand(CountOperand), times));
  }
  return findSlice() && isRepeated();
}

/// Is any place read or written again when an outer loop goes on?
bool NestRanges::isRepeated() {
  if (!once.empty())
    return true;
  ScalarEvolution &evolution = analyses.scalarEvolution();
  for (const NestMemory &memory : memories)
    for (ArrayRef<Instruction *> group : memory.groups) {
      const SCEV *place = evolution.getSCEV(getLoadStorePointerOperand(group.front()));
      Loop *loop = analyses.loopInfo().getLoopFor(group.front()->getParent());
      for (loop = loop->getParentLoop(); loop && nest.contains(loop); loop = loop->getParentLoop())
        if (!changesWith(*loop, place))
          return true;
    }
  return false;
}

/// How often loops run that the copy runs once, as far as it is known in front of the nest.
Value *NestRanges::timesAround(Loop *loop, Instruction *at) {
  ScalarEvolution &evolution = analyses.scalarEvolution();
  SCEVExpander expander(evolution, "times");
  IRBuilder<> builder(at);
  Value *times = builder.getInt64(1);
  for (; loop && nest.contains(loop); loop = loop->getParentLoop()) {
    const SCEV *back = evolution.getBackedgeTakenCount(loop);
    if (!once.contains(loop) || isa<SCEVCouldNotCompute>(back) ||
        !evolution.isLoopInvariant(back, &nest) || !expander.isSafeToExpandAt(back, at))
      continue;
    Value *count = expander.expandCodeFor(back, back->getType(), at->getIterator());
    count = builder.CreateZExtOrTrunc(count, builder.getInt64Ty());
    times = builder.CreateMul(times, builder.CreateAdd(count, builder.getInt64(1)));
  }
  return times;
}

bool NestRanges::noteTouches() {
  for (Loop *loop : innermost)
    if (!noteInnermost(*loop))
      return false;
  LoopInfo &loops = analyses.loopInfo();
  for (auto [index, memory] : enumerate(memories))
    for (ArrayRef<Instruction *> group : memory.groups)
      if (!loops.getLoopFor(group.front()->getParent())->isInnermost() &&
          !noteHere(*group.front(), index, isa<StoreInst>(group.front())))
        return false;
  return true;
}

bool NestRanges::noteHere(Instruction &access, unsigned memory, bool isWrite) {
  IRBuilder<> builder(&access);
  Value *first = builder.CreatePtrToInt(getLoadStorePointerOperand(&access), builder.getInt64Ty());
  Value *end = builder.CreateAdd(first, builder.getInt64(bytesOf(access)));
  note({memory, isWrite, first, end, builder.getInt64(1), &access});
  return true;
}

/// From the first to the last iteration, in front of the loop.
bool NestRanges::noteInnermost(Loop &loop) {
  for (auto [index, memory] : enumerate(memories)) {
    MapVector<int64_t, SmallVector<Advance, 4>> written; // by step
    for (ArrayRef<Instruction *> group : memory.groups) {
      Instruction &access = *group.front();
      if (!loop.contains(&access))
        continue;
      std::optional<Advance> advance = findAdvance(loop, access);
      if (!advance)
        return false;
      if (isa<StoreInst>(access) && advance->step)
        written[advance->step].push_back(*advance);
      else
        noteAdvances(loop, index, *advance, isa<StoreInst>(access));
    }
    for (auto &[step, advances] : written)
      if (!fillTogether(advances, bytesOf(*memory.groups.front().front())))
        return false;
      else
        noteAdvances(loop, index, advances, true);
  }
  return true;
}

/// How the access's place goes on in the loop, if that is known in front of it.
std::optional<NestRanges::Advance> NestRanges::findAdvance(Loop &loop, Instruction &access) {
  ScalarEvolution &evolution = analyses.scalarEvolution();
  const SCEV *back = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(back) || !leavesAtLatch(loop) ||
      !analyses.dominators().dominates(access.getParent(), loop.getLoopLatch()))
    return std::nullopt;
  const SCEV *start = evolution.getSCEV(getLoadStorePointerOperand(&access)), *last = start;
  int64_t step = 0;
  if (!evolution.isLoopInvariant(start, &loop)) {
    auto *moving = dyn_cast<SCEVAddRecExpr>(start);
    auto *by = moving && moving->getLoop() == &loop && moving->isAffine()
                   ? dyn_cast<SCEVConstant>(moving->getStepRecurrence(evolution))
                   : nullptr;
    if (!by)
      return std::nullopt;
    step = by->getAPInt().getSExtValue();
    Type *word = Type::getInt64Ty(access.getContext());
    last = moving->evaluateAtIteration(evolution.getTruncateOrZeroExtend(back, word), evolution);
    start = moving->getStart();
  }
  SCEVExpander expander(evolution, "place");
  for (const SCEV *place : {start, last, back})
    if (!expander.isSafeToExpandAt(place, loop.getLoopPreheader()->getTerminator()))
      return std::nullopt;
  return Advance{start, last, step};
}

/// Places of one array that advance together, by more than one element each, and so fill it.
bool NestRanges::fillTogether(ArrayRef<Advance> advances, int64_t bytes) {
  SmallVector<int64_t, 4> starts;
  for (const Advance &advance : advances) {
    auto *from = dyn_cast<SCEVConstant>(
        analyses.scalarEvolution().getMinusSCEV(advance.start, advances.front().start));
    if (!from)
      return false;
    if (int64_t start = from->getAPInt().getSExtValue(); !is_contained(starts, start))
      starts.push_back(start);
  }
  llvm::sort(starts);
  for (size_t i = 1; i < starts.size(); ++i)
    if (starts[i] - starts[i - 1] != bytes)
      return false;
  return int64_t(starts.size()) * bytes == std::abs(advances.front().step);
}

void NestRanges::noteAdvances(Loop &loop, unsigned memory, ArrayRef<Advance> advances,
                              bool isWrite) {
  ScalarEvolution &evolution = analyses.scalarEvolution();
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  SCEVExpander expander(evolution, "place");
  IRBuilder<> builder(at);
  Type *word = builder.getInt64Ty();
  auto expand = [&](const SCEV *place) {
    return expander.expandCodeFor(place, place->getType(), at->getIterator());
  };
  Value *low = nullptr, *high = nullptr;
  for (const Advance &advance : advances)
    for (const SCEV *place : {advance.start, advance.last}) {
      Value *address = builder.CreatePtrToInt(expand(place), word);
      low = low ? builder.CreateBinaryIntrinsic(Intrinsic::umin, low, address) : address;
      high = high ? builder.CreateBinaryIntrinsic(Intrinsic::umax, high, address) : address;
    }
  Value *count = builder.CreateZExtOrTrunc(expand(evolution.getBackedgeTakenCount(&loop)), word);
  count = builder.CreateMul(builder.CreateAdd(count, builder.getInt64(1)),
                            builder.getInt64(advances.size()));
  Value *end =
      builder.CreateAdd(high, builder.getInt64(bytesOf(*memories[memory].groups.front().front())));
  note({memory, isWrite, low, end, count, at});
}

void NestRanges::note(const Touch &touch) {
  IRBuilder<> builder(touch.at);
  Type *word = builder.getInt64Ty(), *none = builder.getVoidTy();
  FunctionCallee marker = nest.getHeader()->getModule()->getOrInsertFunction(
      "enzyme.nest.touch", none, builder.getInt32Ty(), builder.getInt1Ty(), word, word, word);
  markers.push_back(
      builder.CreateCall(marker, {builder.getInt32(touch.memory), builder.getInt1(touch.isWrite),
                                  touch.first, touch.end, touch.count}));
}

/// What the control of the outer loops and the places need. Loops on which it does not depend are
/// those that run once.
bool NestRanges::findSlice() {
  if (slice.empty())
    for (Loop *loop : outer)
      if (leavesAtLatch(*loop))
        once.insert(loop);
  while (true) {
    slice.clear();
    if (!takeControl() || !takePlaces() || !takeOperands())
      return false;
    auto *needed = find_if(outer, [&](Loop *loop) {
      return once.contains(loop) &&
             any_of(loop->getHeader()->phis(), [&](PHINode &phi) { return slice.contains(&phi); });
    });
    if (needed == outer.end())
      return true;
    once.erase(*needed);
  }
}

/// What the outer loops go on by.
bool NestRanges::takeControl() {
  for (BasicBlock *block : nest.blocks()) {
    Loop *loop = analyses.loopInfo().getLoopFor(block);
    if (loop->isInnermost() || (once.contains(loop) && loop->getLoopLatch() == block))
      continue;
    BranchInst *jump = jumpOf(block);
    if (!jump || (jump->isConditional() && !take(jump->getCondition())))
      return false;
  }
  return true;
}

bool NestRanges::takePlaces() {
  for (CallInst *marker : markers)
    for (Value *operand : marker->args())
      if (!take(operand))
        return false;
  return true;
}

/// Of all that is taken, also of what that adds.
bool NestRanges::takeOperands() {
  LoopInfo &loops = analyses.loopInfo();
  for (unsigned next = 0; next != slice.size(); ++next) {
    auto *phi = dyn_cast<PHINode>(slice[next]);
    for (auto [i, operand] : enumerate(slice[next]->operands())) {
      Loop *from = phi ? loops.getLoopFor(phi->getIncomingBlock(i)) : nullptr;
      bool isFromInnermost = from && from->isInnermost() && nest.contains(from);
      if (!(isFromInnermost ? takeFromInnermost(*phi, *from, i) : take(operand)))
        return false;
    }
  }
  return true;
}

bool NestRanges::take(Value *value) {
  auto *at = dyn_cast<Instruction>(value);
  if (!at || !nest.contains(at) || slice.contains(at))
    return true;
  if (analyses.loopInfo().getLoopFor(at->getParent())->isInnermost())
    return false;
  if (auto *load = dyn_cast<LoadInst>(at)) {
    if (!isUnchanged(*load))
      return false;
  } else if (auto *call = dyn_cast<CallInst>(at)) {
    if (!isa<IntrinsicInst>(call) || !call->doesNotAccessMemory() || call->isConvergent())
      return false;
  } else if (!isa<PHINode, BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst,
                  FreezeInst>(at)) {
    return false;
  }
  slice.insert(at);
  return true;
}

bool NestRanges::takeFromInnermost(PHINode &phi, Loop &loop, unsigned incoming) {
  Value *value = phi.getIncomingValue(incoming);
  auto *inside = dyn_cast<Instruction>(value);
  if (!inside || !loop.contains(inside))
    return take(value);
  Value *&out = handedOut[&phi];
  if (!out) {
    ScalarEvolution &evolution = analyses.scalarEvolution();
    SCEVExpander expander(evolution, "out");
    Instruction *at = loop.getLoopPreheader()->getTerminator();
    if (!evolution.isSCEVable(value->getType()))
      return false;
    const SCEV *last = evolution.getSCEVAtScope(value, loop.getParentLoop());
    if (!evolution.isLoopInvariant(last, &loop) || !expander.isSafeToExpandAt(last, at))
      return false;
    out = expander.expandCodeFor(last, value->getType(), at->getIterator());
  }
  return take(out);
}

/// Does nothing in the nest write what it reads?
bool NestRanges::isUnchanged(LoadInst &load) {
  MemoryLocation place =
      MemoryLocation::getBeforeOrAfter(load.getPointerOperand(), load.getAAMetadata());
  return load.isSimple() && all_of(nest.blocks(), [&](BasicBlock *block) {
           return all_of(*block, [&](Instruction &at) {
             return !at.mayWriteToMemory() || is_contained(markers, &at) ||
                    !isModSet(analyses.aliases().getModRefInfo(&at, place));
           });
         });
}

BasicBlock *NestRanges::insert(SmallVectorImpl<NestRange> &ranges) {
  Function &function = *nest.getHeader()->getParent();
  BasicBlock *before = nest.getLoopPreheader();
  DominatorTree &dominators = analyses.dominators();
  LoopInfo &loops = analyses.loopInfo();
  BasicBlock *original = SplitBlock(before, before->getTerminator(), &dominators, &loops);
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 8> blocks;
  cloneLoopWithPreheader(original, before, &nest, copies, ".range", &loops, &dominators, blocks);
  remapInstructionsInBlocks(blocks, copies);
  BasicBlock *known = BasicBlock::Create(function.getContext(), "nest.known", &function, original);
  BranchInst::Create(original, known);
  before->getTerminator()->setSuccessor(0, cast<BasicBlock>(copies.lookup(original)));

  bypass(copies);
  BasicBlock *exit = nest.getUniqueExitBlock();
  for (BasicBlock *block : blocks)
    block->getTerminator()->replaceSuccessorWith(exit, known);

  IRBuilder<> entry(&*function.getEntryBlock().begin());
  SmallVector<Places, 4> places;
  for (const NestMemory &memory : memories)
    places.emplace_back(entry, memory);
  IRBuilder<> builder(before->getTerminator());
  for (const Places &of : places)
    of.clear(builder);
  SmallPtrSet<Value *, 32> kept, isCopy;
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block)
      isCopy.insert(&at);
  for (Instruction *at : slice)
    kept.insert(copies.lookup(at));
  for (CallInst *marker : markers) {
    auto &copy = *cast<CallInst>(copies.lookup(marker));
    update(copy, places[cast<ConstantInt>(copy.getArgOperand(MemoryOperand))->getZExtValue()]);
  }
  SmallVector<Instruction *, 64> dropped;
  for (BasicBlock *block : blocks)
    for (Instruction &at : *block)
      if (!at.isTerminator() && isCopy.contains(&at) && !kept.contains(&at))
        dropped.push_back(&at);
  for (Instruction *at : dropped)
    if (!at->use_empty())
      at->replaceAllUsesWith(PoisonValue::get(at->getType()));
  for (Instruction *at : dropped)
    at->eraseFromParent();
  builder.SetInsertPoint(known->getTerminator());
  for (const Places &of : places)
    ranges.push_back(of.read(builder));
  EliminateUnreachableBlocks(function);
  return known;
}

/// In the copy innermost loops are passed by, and others are left after one iteration.
void NestRanges::bypass(ValueToValueMapTy &copies) {
  auto copyOf = [&](BasicBlock *block) { return cast<BasicBlock>(copies.lookup(block)); };
  for (Loop *loop : innermost) {
    BasicBlock *from = loop->getLoopPreheader(), *exit = loop->getUniqueExitBlock();
    for (PHINode &phi : exit->phis()) {
      auto *copy = cast<PHINode>(copies.lookup(&phi));
      Value *out = handedOut.lookup(&phi);
      Value *outCopy = out ? copies.lookup(out) : nullptr;
      out = outCopy ? outCopy : out;
      if (!out && !loop->contains(dyn_cast<Instruction>(phi.getIncomingValue(0))))
        out = copy->getIncomingValue(0);
      copy->removeIncomingValue(copyOf(loop->getExitingBlock()), false);
      copy->addIncoming(out ? out : PoisonValue::get(phi.getType()), copyOf(from));
    }
    BasicBlock *at = copyOf(from);
    at->getTerminator()->eraseFromParent();
    BranchInst::Create(copyOf(exit), at);
    BasicBlock *last = copyOf(loop->getExitingBlock());
    last->getTerminator()->eraseFromParent();
    new UnreachableInst(last->getContext(), last);
  }
  for (Loop *loop : once) {
    BasicBlock *latch = loop->getLoopLatch(), *exit = loop->getUniqueExitBlock();
    BasicBlock *at = copyOf(latch);
    for (PHINode &phi : loop->getHeader()->phis())
      cast<PHINode>(copies.lookup(&phi))->removeIncomingValue(at, false);
    at->getTerminator()->eraseFromParent();
    BranchInst::Create(nest.contains(exit) ? copyOf(exit) : exit, at);
  }
}

/// The marker's place becomes part of the range.
void NestRanges::update(CallInst &marker, const Places &places) {
  IRBuilder<> builder(&marker);
  Type *word = builder.getInt64Ty();
  Value *root = builder.CreatePtrToInt(places.memory.roots.front(), word);
  Value *first = builder.CreateSub(marker.getArgOperand(FirstOperand), root);
  Value *end = builder.CreateSub(marker.getArgOperand(EndOperand), root);
  auto change = [&](Value *place, auto operation) {
    builder.CreateStore(operation(builder.CreateLoad(word, place)), place);
  };
  auto extend = [&](Value *low, Value *high) {
    change(low,
           [&](Value *old) { return builder.CreateBinaryIntrinsic(Intrinsic::smin, old, first); });
    change(high,
           [&](Value *old) { return builder.CreateBinaryIntrinsic(Intrinsic::smax, old, end); });
  };
  if (cast<ConstantInt>(marker.getArgOperand(WriteOperand))->isOne()) {
    Value *low = builder.CreateLoad(word, places.lowWritten),
          *high = builder.CreateLoad(word, places.highWritten);
    Value *isNext =
        builder.CreateAnd(builder.CreateICmpSLE(first, high), builder.CreateICmpSLE(low, end));
    Value *isFirst = builder.CreateICmpSGT(low, high);
    Value *isDense = builder.CreateLoad(builder.getInt1Ty(), places.isDense);
    builder.CreateStore(builder.CreateAnd(isDense, builder.CreateOr(isNext, isFirst)),
                        places.isDense);
    extend(places.lowWritten, places.highWritten);
  }
  extend(places.low, places.high);
  change(places.touched,
         [&](Value *old) { return builder.CreateAdd(old, marker.getArgOperand(CountOperand)); });
}

} // namespace enzyme
