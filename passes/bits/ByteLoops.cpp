//===- ByteLoops.cpp - loops that copy or swap memory byte by byte ---------===//
//
//     while (n--) *to++ = *from++;          while (n--) { t = *a; *a++ = *b; *b++ = t; }
//
// A byte of a float has no derivative, and a byte of a pointer no shadow; the memory as
// a whole has. The loop is a memmove unless it would meet bytes that it has written:
//
//     if (to - from >= n, unsigned) memmove(to, from, n); else the loop
//
// (from - to where it runs downwards). A swap goes through a room of n bytes, if neither
// begins inside the other. A program's own sorting functions swap whole records so. The same
// of two or four bytes at a time: halves of floats and of pointers are moved so, too.
//===----------------------------------------------------------------------===//
#include "bits/ByteLoops.h"
#include "rules/calls/CanonicalTables.h"
#include "support/Passes.h"
#include "types/BytesFrom.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

class ByteLoop {
public:
  ByteLoop(Loop &loop, ScalarEvolution &evolution) : loop(loop), evolution(evolution) {}

  bool isMove();
  void replace();

private:
  /// The two stretches of memory as the program spells them, from their lowest bytes on.
  struct Ends {
    Value *from, *to, *bytes;
  };

  Loop &loop;
  ScalarEvolution &evolution;
  const SCEV *from = nullptr, *to = nullptr, *bytes = nullptr;
  bool isSwap = false, isDownwards = false;
  uint64_t unit = 1; ///< bytes in each iteration

  bool findAccesses();
  bool findCopy(LoadInst *load, StoreInst &store);
  bool findSwap(StoreInst &first, StoreInst &second);
  bool findStretches(Value &fromPointer, Value &toPointer);
  const SCEV *lowestOf(Value &pointer);
  const SCEV *atExit(PHINode &phi) const;
  Value *mayMove(IRBuilder<> &builder, const Ends &ends) const;
  void note(CallInst &copy) const;
  void move(IRBuilder<> &builder, const Ends &ends) const;
  void swap(IRBuilder<> &builder, const Ends &ends) const;
};

/// The lowest address of a pointer that advances by one unit in each iteration, one way
/// or the other; else null.
const SCEV *ByteLoop::lowestOf(Value &pointer) {
  const auto *walk = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&pointer));
  if (!walk || walk->getLoop() != &loop || !walk->isAffine())
    return nullptr;
  const auto *step = dyn_cast<SCEVConstant>(walk->getStepRecurrence(evolution));
  if (!step || step->getAPInt().abs() != unit)
    return nullptr;
  isDownwards = step->getAPInt().isNegative();
  return isDownwards ? walk->evaluateAtIteration(evolution.getBackedgeTakenCount(&loop), evolution)
                     : walk->getStart();
}

bool ByteLoop::findStretches(Value &fromPointer, Value &toPointer) {
  from = lowestOf(fromPointer);
  bool isFirstDownwards = isDownwards;
  to = lowestOf(toPointer);
  return from && to && isDownwards == isFirstDownwards;
}

/// Bytes, or parts of words.
bool isPart(const Type &type) {
  return type.isIntegerTy() && is_contained({8u, 16u, 32u}, type.getIntegerBitWidth());
}

/// The store writes what the load reads, in every iteration.
bool ByteLoop::findCopy(LoadInst *load, StoreInst &store) {
  if (!load || !load->isSimple() || !isPart(*load->getType()) || !loop.contains(load))
    return false;
  unit = load->getType()->getIntegerBitWidth() / 8;
  return findStretches(*load->getPointerOperand(), *store.getPointerOperand());
}

/// Each store writes what lay where the other one writes.
bool ByteLoop::findSwap(StoreInst &first, StoreInst &second) {
  auto *fromSecond = dyn_cast<LoadInst>(first.getValueOperand());
  auto *fromFirst = dyn_cast<LoadInst>(second.getValueOperand());
  auto reads = [&](LoadInst *load, StoreInst &other) {
    return load && load->isSimple() && load->getParent() == first.getParent() &&
           load->comesBefore(&first) && load->comesBefore(&second) &&
           evolution.getSCEV(load->getPointerOperand()) ==
               evolution.getSCEV(other.getPointerOperand());
  };
  if (!reads(fromSecond, second) || !reads(fromFirst, first))
    return false;
  Type *type = fromFirst->getType();
  if (type != fromSecond->getType() || !isPart(*type))
    return false;
  unit = type->getIntegerBitWidth() / 8;
  isSwap = true;
  return findStretches(*first.getPointerOperand(), *second.getPointerOperand());
}

/// Nothing but the stores of a copy or of a swap has an effect.
bool ByteLoop::findAccesses() {
  SmallVector<StoreInst *, 2> stores;
  for (Instruction &instruction : *loop.getHeader()) {
    if (!instruction.mayHaveSideEffects() || isa<LoadInst>(instruction))
      continue;
    auto *found = dyn_cast<StoreInst>(&instruction);
    if (!found || stores.size() == 2 || !found->isSimple())
      return false;
    stores.push_back(found);
  }
  if (stores.size() == 2)
    return findSwap(*stores[0], *stores[1]);
  return stores.size() == 1 &&
         findCopy(dyn_cast<LoadInst>(stores[0]->getValueOperand()), *stores[0]);
}

/// What a value of the loop is after it; null if that is not known before it.
const SCEV *ByteLoop::atExit(PHINode &phi) const {
  if (!evolution.isSCEVable(phi.getType()))
    return nullptr;
  const SCEV *value = evolution.getSCEVAtScope(
      evolution.getSCEV(phi.getIncomingValueForBlock(loop.getExitingBlock())),
      loop.getParentLoop());
  return evolution.isLoopInvariant(value, &loop) && !isa<SCEVCouldNotCompute>(value) ? value
                                                                                     : nullptr;
}

bool ByteLoop::isMove() {
  if (!loop.isInnermost() || !loop.getLoopPreheader() || loop.getNumBlocks() != 1 ||
      !loop.getExitingBlock() || !loop.getExitBlock())
    return false;
  const SCEV *taken = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(taken) || !findAccesses())
    return false;
  Type *word = Type::getInt64Ty(loop.getHeader()->getContext());
  bytes = evolution.getMulExpr(evolution.getTripCountFromExitCount(taken, word, &loop),
                               evolution.getConstant(word, unit));
  SCEVExpander expander(evolution, "byte.loop");
  Instruction *place = loop.getLoopPreheader()->getTerminator();
  auto canExpand = [&](const SCEV *value) { return expander.isSafeToExpandAt(value, place); };
  for (PHINode &phi : loop.getExitBlock()->phis()) {
    const SCEV *value = atExit(phi);
    if (!value || !canExpand(value))
      return false;
  }
  return canExpand(from) && canExpand(to) && canExpand(bytes);
}

/// Is it the same to move the whole at once?
Value *ByteLoop::mayMove(IRBuilder<> &builder, const Ends &ends) const {
  Type *word = ends.bytes->getType();
  Value *source = builder.CreatePtrToInt(ends.from, word);
  Value *target = builder.CreatePtrToInt(ends.to, word);
  Value *above = builder.CreateICmpUGE(builder.CreateSub(target, source), ends.bytes);
  Value *below = builder.CreateICmpUGE(builder.CreateSub(source, target), ends.bytes);
  if (!isSwap)
    return isDownwards ? below : above;
  return builder.CreateOr(builder.CreateAnd(above, below), builder.CreateICmpEQ(source, target));
}

void ByteLoop::note(CallInst &copy) const {
  if (unit > 1)
    copy.setMetadata(movedInPartsMetadata, MDNode::get(copy.getContext(), {}));
}

void ByteLoop::move(IRBuilder<> &builder, const Ends &ends) const {
  note(*builder.CreateMemMove(ends.to, MaybeAlign(1), ends.from, MaybeAlign(1), ends.bytes));
}

void ByteLoop::swap(IRBuilder<> &builder, const Ends &ends) const {
  Function &function = *loop.getHeader()->getParent();
  Module &module = *function.getParent();
  Value *room = nullptr;
  if (auto *known = dyn_cast<ConstantInt>(ends.bytes)) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    Type *type = ArrayType::get(entry.getInt8Ty(), known->getZExtValue());
    AllocaInst *local = entry.CreateAlloca(type, nullptr, "swapped");
    local->setAlignment(Align(sizeof(uint64_t)));
    room = local;
  } else {
    CallInst *call = builder.CreateCall(
        module.getOrInsertFunction(calls::allocateName, builder.getPtrTy(), ends.bytes->getType()),
        ends.bytes, "swapped");
    call->addRetAttr(Attribute::NoAlias);
    room = call;
  }
  Align aligned(sizeof(uint64_t));
  note(*builder.CreateMemCpy(room, aligned, ends.from, MaybeAlign(1), ends.bytes));
  move(builder, {ends.to, ends.from, ends.bytes});
  note(*builder.CreateMemCpy(ends.to, MaybeAlign(1), room, aligned, ends.bytes));
  if (isa<CallInst>(room))
    builder.CreateCall(
        module.getOrInsertFunction(calls::releaseName, builder.getVoidTy(), builder.getPtrTy()),
        room);
}

void ByteLoop::replace() {
  BasicBlock *preheader = loop.getLoopPreheader(), *exit = loop.getExitBlock();
  Instruction *place = preheader->getTerminator();
  SCEVExpander expander(evolution, "byte.loop");
  Ends ends{expander.expandCodeFor(from, nullptr, place),
            expander.expandCodeFor(to, nullptr, place),
            expander.expandCodeFor(bytes, nullptr, place)};
  SmallVector<std::pair<PHINode *, Value *>, 2> results;
  for (PHINode &phi : exit->phis())
    results.push_back({&phi, expander.expandCodeFor(atExit(phi), phi.getType(), place)});

  BasicBlock *whole =
      BasicBlock::Create(exit->getContext(), "byte.copy", exit->getParent(), loop.getHeader());
  IRBuilder<> body(whole);
  body.SetCurrentDebugLocation(loop.getStartLoc());
  if (isSwap)
    swap(body, ends);
  else
    move(body, ends);
  body.CreateBr(exit);
  for (auto [phi, value] : results)
    phi->addIncoming(value, whole);

  IRBuilder<> builder(place);
  builder.CreateCondBr(mayMove(builder, ends), whole, loop.getHeader());
  place->eraseFromParent();
}

} // namespace

static bool movesBytes(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    const auto *store = dyn_cast<StoreInst>(&instruction);
    return store && isa<LoadInst>(store->getValueOperand()) &&
           store->getValueOperand()->getType()->isIntegerTy();
  });
}

bool nameByteCopies(Function &function) {
  bool hasChanged = movesBytes(function), hasFound = false;
  while (hasChanged) { // the analyses do not outlive a change
    hasChanged = false;
    Passes passes;
    auto &loops = passes.functions.getResult<LoopAnalysis>(function);
    auto &evolution = passes.functions.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop *loop : loops.getLoopsInPreorder()) {
      if (loop->getLoopID() && findOptionMDForLoop(loop, "enzyme.byte.loop"))
        continue;
      ByteLoop bytes(*loop, evolution);
      if (!bytes.isMove())
        continue;
      addStringMetadataToLoop(loop, "enzyme.byte.loop");
      bytes.replace();
      hasChanged = hasFound = true;
      break;
    }
  }
  return hasFound;
}

} // namespace enzyme
