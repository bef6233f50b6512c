//===- ControlRecords.cpp - counters, trip counts, where control came from ===//
#include "shadow/ControlRecords.h"
#include "support/Analyses.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

PHINode *addCounter(Loop &loop) {
  BasicBlock *header = loop.getHeader();
  Type *type = Type::getInt64Ty(header->getContext());
  IRBuilder<> builder(&*header->begin());
  PHINode *counter = builder.CreatePHI(type, 2, "iteration");
  counter->addIncoming(ConstantInt::get(type, 0), loop.getLoopPreheader());
  builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
  counter->addIncoming(
      builder.CreateAdd(counter, ConstantInt::get(type, 1), "iteration.next", true, true),
      loop.getLoopLatch());
  return counter;
}

/// The number of times the header runs, expanded in the preheader; null if
/// scalar evolution cannot tell or the loop has several exits.
Value *expandTrips(Loop &loop, ScalarEvolution &evolution, const DataLayout &layout) {
  if (!loop.getExitingBlock())
    return nullptr;
  const SCEV *taken = evolution.getBackedgeTakenCount(&loop);
  Type *i64 = Type::getInt64Ty(loop.getHeader()->getContext());
  if (isa<SCEVCouldNotCompute>(taken) || evolution.getTypeSizeInBits(taken->getType()) > 64)
    return nullptr;
  const SCEV *trips =
      evolution.getAddExpr(evolution.getNoopOrZeroExtend(taken, i64), evolution.getOne(i64));
  SCEVExpander expander(evolution, "trips");
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  if (!expander.isSafeToExpandAt(trips, at))
    return nullptr;
  return expander.expandCodeFor(trips, i64, at);
}

void addExitCounters(Loop &loop, LoopRecord &record) {
  SmallVector<BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits) {
    IRBuilder<> builder(&*exit->begin());
    PHINode *phi = builder.CreatePHI(record.counter->getType(), 2, "left.in");
    for (BasicBlock *before : predecessors(exit))
      phi->addIncoming(loop.contains(before) ? cast<Value>(record.counter)
                                             : Constant::getNullValue(record.counter->getType()),
                       before);
    record.counterAtExit[exit] = phi;
  }
}

/// A merge of the two sides of one conditional branch needs no index: the
/// branch's condition tells. Not so if the branch belongs to a loop that the merge
/// is not in: its condition is that of an iteration that is over.
bool selectByCondition(BasicBlock &merge, DominatorTree &dominators, LoopInfo &loops,
                       MergeRecord &record) {
  SmallVector<BasicBlock *, 4> before(predecessors(&merge));
  auto *node = dominators.getNode(&merge);
  if (before.size() != 2 || before[0] == before[1] || !node || !node->getIDom())
    return false;
  auto *branch = dyn_cast<BranchInst>(node->getIDom()->getBlock()->getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
      loops.getLoopFor(branch->getParent()) != loops.getLoopFor(&merge))
    return false;
  auto comesThrough = [&](unsigned side, BasicBlock *from) {
    BasicBlockEdge edge(branch->getParent(), branch->getSuccessor(side));
    if (from == branch->getParent())
      return branch->getSuccessor(side) == &merge;
    return edge.isSingleEdge() && dominators.dominates(edge, from);
  };
  for (unsigned first = 0; first != 2; ++first)
    if (comesThrough(0, before[first]) && comesThrough(1, before[1 - first])) {
      record.selector = branch->getCondition();
      record.cases = {{before[first], 1}, {before[1 - first], 0}};
      return true;
    }
  return false;
}

void selectByIndex(BasicBlock &merge, MergeRecord &record) {
  SmallSetVector<BasicBlock *, 8> before(pred_begin(&merge), pred_end(&merge));
  Type *type = before.size() < 256 ? Type::getInt8Ty(merge.getContext())
                                   : Type::getInt32Ty(merge.getContext());
  IRBuilder<> builder(&*merge.begin());
  PHINode *phi = builder.CreatePHI(type, before.size(), "came.from");
  uint64_t index = 0;
  DenseMap<BasicBlock *, uint64_t> indexOf;
  for (BasicBlock *block : before) {
    indexOf[block] = index;
    record.cases.push_back({block, index++});
  }
  for (BasicBlock *block : predecessors(&merge)) // once per edge
    phi->addIncoming(ConstantInt::get(type, indexOf[block]), block);
  record.selector = phi;
}

} // namespace

ControlRecords recordControl(Function &function) {
  ControlRecords records;
  Analyses analyses(function);
  LoopInfo &loops = analyses.loopInfo();
  ScalarEvolution &evolution = analyses.scalarEvolution();
  for (Loop *loop : loops.getLoopsInPreorder()) {
    assert(loop->isLoopSimplifyForm() && "prepared loops have preheader, latch and own exits");
    LoopRecord &record = records.loops[loop->getHeader()];
    record.header = loop->getHeader();
    record.trips = expandTrips(*loop, evolution, function.getDataLayout());
  }
  for (Loop *loop : loops.getLoopsInPreorder()) {
    LoopRecord &record = records.loops[loop->getHeader()];
    record.counter = addCounter(*loop);
    if (!record.trips)
      addExitCounters(*loop, record);
  }
  for (BasicBlock &block : function) {
    if (loops.isLoopHeader(&block) || pred_size(&block) < 2)
      continue;
    MergeRecord record;
    if (!selectByCondition(block, analyses.dominators(), loops, record))
      selectByIndex(block, record);
    records.merges[&block] = std::move(record);
  }
  return records;
}

} // namespace enzyme
