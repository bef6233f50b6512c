//===- SplitForward.cpp - tangents whose primal values lie on a tape ------===//
//
// Both functions are copies of one prepared function, block by block; loops run
// forwards here too, so that a counter tells which element of the tape is meant.
//===----------------------------------------------------------------------===//
#include "emit/SplitForward.h"
#include "emit/Emit.h"
#include "emit/GradientValues.h"
#include "rules/Facts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

using BlockSet = SmallPtrSet<BasicBlock *, 16>;

/// Blocks on a path from entry to the returning block.
BlockSet blocksToExit(const ShadowedPrimal &tangents) {
  BlockSet forwards, both;
  SmallVector<BasicBlock *, 16> work{&tangents.function->getEntryBlock()};
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (forwards.insert(block).second)
      append_range(work, successors(block));
  }
  if (tangents.exit)
    work.push_back(tangents.exit);
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (forwards.contains(block) && both.insert(block).second)
      append_range(work, predecessors(block));
  }
  return both;
}

/// What of a forward derivative is primal.
class Parts {
public:
  explicit Parts(const ShadowedPrimal &tangents)
      : tangents(tangents), live(blocksToExit(tangents)) {
    for (const DerivativeCall &made : tangents.calls) {
      derivatives.insert(made.call);
      if (made.primalResult)
        derivatives.insert(made.primalResult);
    }
  }

  bool isPrimal(const Value *value) const {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && tangents.origin(instruction) && !derivatives.contains(instruction);
  }

  /// Primal values that derivative work or a branch reads, in the function's order.
  SmallSetVector<Instruction *, 16> read() const {
    SmallSetVector<Instruction *, 16> values;
    for (BasicBlock &block : *tangents.function) {
      if (!live.contains(&block))
        continue;
      for (Instruction &instruction : block) {
        bool isBranch = isa<BranchInst, SwitchInst>(instruction);
        if (isPrimal(&instruction) && !isBranch)
          continue;
        for (Value *operand : instruction.operands())
          if (isPrimal(operand))
            values.insert(cast<Instruction>(operand));
      }
    }
    return values;
  }

  const BlockSet &liveBlocks() const { return live; }
  bool isLive(const Instruction &instruction) const {
    return live.contains(instruction.getParent());
  }

private:
  const ShadowedPrimal &tangents;
  BlockSet live;
  SmallPtrSet<const Value *, 8> derivatives;
};

bool isForeignRelease(const Instruction &instruction);

class TapeReading {
public:
  TapeReading(ShadowedPrimal &tangents, const ShadowedPrimal &primal, const Plan &plan,
              const PrimalTape &written)
      : tangents(tangents), primal(primal), plan(plan), function(*tangents.function),
        parts(tangents),
        tape(plan, {written, function.getArg(*tangents.signature.tapeParameter)}, function),
        atEdges(primal, plan, tape, function), inBlocks(primal, plan, tape, function) {}

  void run() {
    pairUp();
    for (BasicBlock &block : function)
      first[&block] = &*block.getFirstInsertionPt();
    for (unsigned level = 1; level < plan.levels.size(); ++level)
      if (!plan.levels[level].isShared())
        runLoop(level);
    for (Instruction *value : parts.read())
      value->replaceAllUsesWith(get(*value->getParent(), primal.copyOf(tangents.origin(value))));
    passTapes();
    removePrimal();
    if (usesFrames)
      addTapeLifetime(function);
  }

private:
  /// Parameters and blocks of the two functions that stand for the same.
  void pairUp() {
    for (const Argument &parameter : tangents.prepared->args()) {
      unsigned i = parameter.getArgNo();
      rename(primal.signature.primalParameter[i], tangents.signature.primalParameter[i]);
      if (auto shadow = primal.signature.shadowParameter[i])
        for (unsigned lane = 0; lane != primal.width(); ++lane)
          rename(*shadow + lane, *tangents.signature.shadowParameter[i] + lane);
    }
    for (BasicBlock &block : *tangents.prepared)
      blockHere[cast<BasicBlock>(primal.copies->lookup(&block))] =
          cast<BasicBlock>(tangents.copies->lookup(&block));
  }
  void rename(unsigned there, unsigned here) {
    atEdges.rename(primal.function->getArg(there), function.getArg(here));
    inBlocks.rename(primal.function->getArg(there), function.getArg(here));
  }

  void runLoop(unsigned level) {
    const TapeLevel &at = plan.levels[level];
    const PHINode *counter = primal.control.loops.find(at.header)->second.counter;
    BasicBlock *header = blockHere.lookup(at.header);
    BasicBlock *before = blockHere.lookup(counter->getIncomingBlock(0));
    BasicBlock *latch = blockHere.lookup(counter->getIncomingBlock(1));
    assert(header && before && latch && "loops are the prepared function's");
    if (!parts.liveBlocks().contains(header))
      return;
    IRBuilder<> builder(before->getTerminator());
    tape.enterForwards(builder, level,
                       [&](IRBuilderBase &at, Value *value) { return atEdges.get(at, value); });
    builder.SetInsertPoint(first.lookup(header));
    tape.beginIteration(builder, level);
    builder.SetInsertPoint(latch->getTerminator());
    tape.stepForwards(builder, level);
    usesFrames |= at.isUsed() && !at.isCounted();
  }

  /// A value of the augmented function, at the beginning of a block.
  Value *get(BasicBlock &block, Value *value) {
    IRBuilder<> builder(first.lookup(&block));
    return inBlocks.get(builder, value);
  }

  /// Each derivative call takes the tape that its augmented call left.
  void passTapes() {
    for (const DerivativeCall &here : tangents.calls)
      for (const DerivativeCall &there : primal.calls)
        if (here.prepared == there.prepared && parts.liveBlocks().contains(here.call->getParent()))
          here.call->setArgOperand(*here.signature.tapeParameter,
                                   get(*here.call->getParent(), there.tape));
  }

  /// What was thrown through the primal never came to its tape.
  void dropUnwinding() {
    for (BasicBlock &block : function)
      if (auto *invoke = dyn_cast<InvokeInst>(block.getTerminator());
          invoke && parts.isLive(*invoke) && !parts.isPrimal(invoke) &&
          !parts.liveBlocks().contains(invoke->getUnwindDest()))
        changeToCall(invoke);
  }

  void removePrimal() {
    dropUnwinding();
    for (BasicBlock &block : function)
      if (!parts.liveBlocks().contains(&block))
        changeToUnreachable(&*block.getFirstNonPHIIt());
    SmallVector<Instruction *, 32> dead;
    for (Instruction &instruction : instructions(function))
      if ((parts.isPrimal(&instruction) &&
           (!instruction.isTerminator() || isa<InvokeInst>(instruction))) ||
          isForeignRelease(instruction))
        dead.push_back(&instruction);
    for (Instruction *instruction : dead) {
      if (auto *invoke = dyn_cast<InvokeInst>(instruction)) {
        BranchInst::Create(invoke->getNormalDest(), invoke->getIterator());
        invoke->getUnwindDest()->removePredecessor(invoke->getParent());
      }
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
    removeUnreachableBlocks(function);
  }

  ShadowedPrimal &tangents;
  const ShadowedPrimal &primal;
  const Plan &plan;
  Function &function;
  Parts parts;
  GradientTape tape;
  GradientValues atEdges, inBlocks; ///< values stay in the block they were asked for in
  DenseMap<BasicBlock *, BasicBlock *> blockHere;
  DenseMap<BasicBlock *, Instruction *> first;
  bool usesFrames = false;
};

/// Memory that the derivative made itself, or none.
bool isOwn(const Value &pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&pointer, objects, nullptr, 0);
  return all_of(objects, [](const Value *object) {
    auto *call = dyn_cast<CallBase>(object);
    return isa<AllocaInst, ConstantPointerNull>(object) || (call && allocatorFact(*call));
  });
}

/// A pointer in memory that outlives the function.
bool isLastingPointer(const Type *type, const Value &place) {
  return type->isPtrOrPtrVectorTy() && !isOwn(place);
}

/// The address of a parameter's memory, of a variable with static storage, or none.
bool isGiven(const Value &pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&pointer, objects, nullptr, 0);
  return all_of(objects, [](const Value *object) {
    return isa<Argument, GlobalValue, ConstantPointerNull>(object);
  });
}

/// Memory that was there before: given, or reached from what was given.
bool isForeign(const Value &pointer, unsigned depth = 8) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&pointer, objects, nullptr, 0);
  return all_of(objects, [&](const Value *object) {
    auto *load = dyn_cast<LoadInst>(object);
    return isa<Argument, GlobalValue, ConstantPointerNull>(object) ||
           (load && depth != 0 && isForeign(*load->getPointerOperand(), depth - 1));
  });
}

/// What a call gives back; null if it is not a release.
const Value *releasedBy(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  auto release = call ? deallocatorFact(*call) : std::nullopt;
  return release ? call->getArgOperand(release->pointerArgument) : nullptr;
}

/// Frees memory that other code allocated: the augmented half has put that off until its
/// tape goes.
bool isForeignRelease(const Instruction &instruction) {
  const Value *released = releasedBy(instruction);
  return released && !isOwn(*released) && isForeign(*released);
}

/// What cannot be done a second time on shadows that the augmented half has changed,
/// or "".
StringRef obstacleIn(const ShadowedPrimal &tangents, const Parts &parts, Instruction &instruction) {
  if (isa<LandingPadInst>(instruction))
    return "catches an exception";
  auto *call = dyn_cast<CallBase>(&instruction);
  if (call && movesPointersOnly(*call))
    return "links and walks the nodes of a container";
  if (parts.isPrimal(&instruction))
    return "";
  auto *store = dyn_cast<StoreInst>(&instruction);
  if (store && isLastingPointer(store->getValueOperand()->getType(), *store->getPointerOperand()) &&
      !isGiven(*store->getValueOperand()))
    return "stores pointers to other memory than it was given in memory that outlives it";
  if (const Value *released = releasedBy(instruction);
      released && !isOwn(*released) && !isForeign(*released))
    return "frees memory of which it is not known who allocated it";
  return "";
}

/// Pointers that the augmented half has stored already may be stored once more, the
/// same ones; but then none may be read from such memory, which holds the last ones.
bool readsWhatItStores(const ShadowedPrimal &tangents, const Parts &parts) {
  bool stores = false, reads = false;
  for (const Instruction &instruction : instructions(*tangents.function)) {
    if (parts.isPrimal(&instruction) || !parts.isLive(instruction))
      continue;
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      stores |= isLastingPointer(store->getValueOperand()->getType(), *store->getPointerOperand());
    else if (auto *load = dyn_cast<LoadInst>(&instruction))
      reads |= isLastingPointer(load->getType(), *load->getPointerOperand());
  }
  return stores && reads;
}

} // namespace

std::vector<Value *> valuesForTangents(const ShadowedPrimal &tangents,
                                       const ShadowedPrimal &primal) {
  std::vector<Value *> values;
  for (Instruction *value : Parts(tangents).read())
    values.push_back(primal.copyOf(tangents.origin(value)));
  for (const DerivativeCall &made : primal.calls)
    values.push_back(made.tape);
  return values;
}

bool admitsTape(Context &context, const ShadowedPrimal &tangents, const StepList &steps) {
  Parts parts(tangents);
  StringRef obstacle;
  for (BasicBlock &block : *tangents.function) {
    if (!parts.liveBlocks().contains(&block))
      continue;
    for (Instruction &instruction : block)
      if (obstacle.empty())
        obstacle = obstacleIn(tangents, parts, instruction);
    for (const LinearStep &step : steps.find(&block)->second)
      if (auto *copy = std::get_if<CopyStep>(&step);
          copy && copy->layout.hasPointers() && !isOwn(*copy->at->getRawDest()))
        obstacle = "copies pointers to memory that outlives it";
  }
  if (obstacle.empty() && readsWhatItStores(tangents, parts))
    obstacle = "stores pointers in memory that outlives it and reads pointers from there";
  if (obstacle.empty())
    return true;
  context.diagnostics.refuse(
      {MessageId::NotYetConstruct,
       context.chain.empty() ? Position() : context.chain.back().where,
       {"forward mode from a tape of '" + readableName(*tangents.key.primal) + "', which " +
            obstacle.str() + ",",
        "use __enzyme_fwddiff"},
       {}});
  return false;
}

void readFromTape(ShadowedPrimal &tangents, const ShadowedPrimal &primal, const Plan &plan,
                  const PrimalTape &written) {
  TapeReading(tangents, primal, plan, written).run();
}

} // namespace enzyme
