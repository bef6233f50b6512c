//===- ReverseSweep.cpp - reversed blocks, edges and loops ---------------===//
//
// Each block B of the primal that lies on a path to the return has a block B' in
// the reverse sweep: its steps pulled in opposite order, then its phis, then the
// way back to the predecessor control came from:
//
//   entry            behind the sweep
//   loop header      counter == 0 ? preheader' : one iteration back, latch'
//   one predecessor  that one'
//   merge            switch on the selector the primal sweep recorded
//
// An edge that left loops in the primal enters them here: their counters start at
// the iteration they were left in. A phi's adjoint flows along the edge taken.
//===----------------------------------------------------------------------===//
#include "emit/ReverseSweep.h"
#include "support/Mutation.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {

ReverseSweep::ReverseSweep(Context &context, const ShadowedPrimal &primal, const Plan &plan,
                           const WrittenTape &written, Function &gradient)
    : context(context), primal(primal), plan(plan), gradient(gradient),
      tape(plan, written, gradient), values(primal, plan, tape, gradient), slots(primal, gradient) {
}

BasicBlock *ReverseSweep::newBlock(const Twine &name) {
  return BasicBlock::Create(gradient.getContext(), name, &gradient);
}

void ReverseSweep::emit(IRBuilder<> &builder, Value *seed) {
  done = newBlock("reversed");
  std::vector<BasicBlock *> blocks;
  for (BasicBlock &block : *primal.function)
    if (plan.reversed.contains(&block))
      blocks.push_back(&block);
  for (BasicBlock *block : blocks)
    reversed[block] = newBlock("reverse." + block->getName());
  for (BasicBlock *block : blocks)
    if (primal.derivativeCallFor(block->getTerminator()))
      afterThrow[block] = newBlock("thrown." + block->getName());
  if (seed && primal.returned)
    slots.add(builder, primal.returned, seed);
  builder.CreateBr(reversed.lookup(primal.exit));
  for (BasicBlock *block : blocks)
    emitBlock(*block);
  builder.SetInsertPoint(done);
}

void ReverseSweep::emitBlock(BasicBlock &block) {
  IRBuilder<> builder(reversed.lookup(&block));
  tape.goTo(plan.levelOf.lookup(&block));
  Pull pull(context, primal, values, slots, builder);
  for (const LinearStep &step : llvm::reverse(plan.steps.find(&block)->second)) {
    builder.SetCurrentDebugLocation(instructionOf(step)->getDebugLoc());
    if (!mutation::breaks("pull", *instructionOf(step)))
      std::visit(pull, step);
    if (instructionOf(step)->isTerminator()) {
      builder.CreateBr(afterThrow.lookup(&block));
      builder.SetInsertPoint(afterThrow.lookup(&block));
    }
  }
  emitWayBack(builder, block);
}

/// All phis of a block change at once: their adjoints are taken before any is
/// handed on.
SmallVector<Value *, 4> ReverseSweep::takePhis(IRBuilder<> &builder, BasicBlock &block) {
  SmallVector<Value *, 4> adjoints;
  for (const LinearStep &step : plan.steps.find(&block)->second)
    if (auto *phi = std::get_if<PhiStep>(&step))
      adjoints.push_back(slots.take(builder, phi->at));
  return adjoints;
}

void ReverseSweep::emitWayBack(IRBuilder<> &builder, BasicBlock &block) {
  SmallVector<Value *, 4> adjoints = takePhis(builder, block);
  SmallVector<BasicBlock *, 4> before;
  for (BasicBlock *predecessor : predecessors(&block))
    if (plan.reversed.contains(predecessor) && !is_contained(before, predecessor))
      before.push_back(predecessor);
  if (before.empty()) {
    builder.CreateBr(done);
    return;
  }
  if (before.size() == 1) {
    BasicBlock *edge = edgeTo(*before[0], block, adjoints);
    auto idle = plan.idleLoops.find(&block);
    if (idle == plan.idleLoops.end())
      builder.CreateBr(edge);
    else
      passBy(builder, idle->second, *edge);
    return;
  }
  if (auto loop = primal.control.loops.find(&block); loop != primal.control.loops.end()) {
    BasicBlock *preheader = loop->second.counter->getIncomingBlock(0);
    BasicBlock *latch = loop->second.counter->getIncomingBlock(1);
    Value *counter = tape.counter(builder, plan.levelOf.lookup(&block));
    builder.CreateCondBr(builder.CreateIsNull(counter), edgeTo(*preheader, block, adjoints),
                         edgeTo(*latch, block, adjoints));
    return;
  }
  const MergeRecord &merge = primal.control.merges.find(&block)->second;
  Value *selector = values.get(builder, merge.selector);
  SwitchInst *choice = nullptr;
  for (auto [predecessor, index] : llvm::reverse(merge.cases)) {
    if (!plan.reversed.contains(predecessor))
      continue;
    BasicBlock *edge = edgeTo(*predecessor, block, adjoints);
    if (!choice)
      choice = builder.CreateSwitch(selector, edge, merge.cases.size());
    else
      choice->addCase(cast<ConstantInt>(ConstantInt::get(selector->getType(), index)), edge);
  }
}

/// Into the loop by `edge`, or to what is in front of it.
void ReverseSweep::passBy(IRBuilder<> &builder, const IdleLoop &loop, BasicBlock &edge) {
  Value *condition = values.get(builder, loop.condition);
  BasicBlock *past = reversed.lookup(loop.before);
  builder.CreateCondBr(condition, loop.ifTrue ? &edge : past, loop.ifTrue ? past : &edge);
}

/// What the source says of how a loop is to be unrolled or vectorised, which holds for its reverse,
/// too: widths, counts, and what is not to be done. Not that its iterations are independent, since
/// sums of adjoints may meet; nor that it must be vectorised, which the source says of its own
/// loop.
static MDNode *hintsForReverse(const Instruction &latch) {
  MDNode *loop = latch.getMetadata(LLVMContext::MD_loop);
  if (!loop)
    return nullptr;
  SmallVector<Metadata *, 4> hints{nullptr};
  for (const MDOperand &operand : drop_begin(loop->operands())) {
    auto *hint = dyn_cast<MDNode>(operand);
    auto *name = hint && hint->getNumOperands() ? dyn_cast<MDString>(hint->getOperand(0)) : nullptr;
    if (!name)
      continue;
    StringRef text = name->getString();
    auto *value = hint->getNumOperands() > 1
                      ? mdconst::dyn_extract<ConstantInt>(hint->getOperand(1))
                      : nullptr;
    bool isForbidden = text == "llvm.loop.unroll.disable" ||
                       (text == "llvm.loop.vectorize.enable" && value && value->isZero());
    if (isForbidden || text == "llvm.loop.unroll.count" || text == "llvm.loop.interleave.count" ||
        text == "llvm.loop.vectorize.width")
      hints.push_back(hint);
  }
  if (hints.size() == 1)
    return nullptr;
  MDNode *made = MDNode::getDistinct(latch.getContext(), hints);
  made->replaceOperandWith(0, made);
  return made;
}

/// `adjoint`, or zero; the builder goes on in a block behind.
Value *ReverseSweep::withoutSubnormal(IRBuilder<> &builder, Value &adjoint) {
  Type *type = adjoint.getType();
  Constant *least = ConstantFP::get(type, APFloat::getSmallestNormalized(type->getFltSemantics()));
  BasicBlock *fades = newBlock("fades"), *goesOn = newBlock("goes.on");
  Value *isLess =
      builder.CreateFCmpOLT(builder.CreateUnaryIntrinsic(Intrinsic::fabs, &adjoint), least);
  BasicBlock *from = builder.GetInsertBlock();
  builder.CreateCondBr(isLess, fades, goesOn,
                       MDBuilder(builder.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(fades);
  builder.CreateBr(goesOn);
  builder.SetInsertPoint(goesOn);
  PHINode *flushed = builder.CreatePHI(type, 2);
  flushed->addIncoming(&adjoint, from);
  flushed->addIncoming(ConstantFP::getZero(type), fades);
  return flushed;
}

/// The block that stands for the edge before -> block, run backwards.
BasicBlock *ReverseSweep::edgeTo(BasicBlock &before, BasicBlock &block,
                                 ArrayRef<Value *> phiAdjoints) {
  BasicBlock *edge = newBlock("edge." + before.getName());
  IRBuilder<> builder(edge);
  auto loop = primal.control.loops.find(&block);
  bool goesBack =
      loop != primal.control.loops.end() && loop->second.counter->getIncomingBlock(1) == &before;
  if (goesBack)
    tape.stepBack(builder, plan.levelOf.lookup(&block));
  unsigned i = 0;
  for (const LinearStep &step : plan.steps.find(&block)->second)
    if (auto *phi = std::get_if<PhiStep>(&step)) {
      Value *adjoint = mutation::breaks("pull.phi", "order") ? phiAdjoints[0] : phiAdjoints[i++];
      if (goesBack && plan.fading.contains(phi->at))
        adjoint = withoutSubnormal(builder, *adjoint);
      slots.add(builder, phi->at->getIncomingValueForBlock(&before), adjoint);
    }
  leaveLoops(builder, before, block);
  auto *invoke = dyn_cast<InvokeInst>(before.getTerminator());
  BasicBlock *thrown =
      invoke && invoke->getUnwindDest() == &block ? afterThrow.lookup(&before) : nullptr;
  BranchInst *back = builder.CreateBr(thrown ? thrown : reversed.lookup(&before));
  if (goesBack)
    back->setMetadata(LLVMContext::MD_loop, hintsForReverse(*before.getTerminator()));
  return edge;
}

/// The primal left loops on this edge; here they are entered, outermost first.
void ReverseSweep::leaveLoops(IRBuilder<> &builder, BasicBlock &before, BasicBlock &block) {
  SmallVector<unsigned, 4> left;
  for (unsigned level = plan.levelOf.lookup(&before);
       !plan.encloses(level, plan.levelOf.lookup(&block)); level = plan.levels[level].parent)
    left.push_back(level);
  for (unsigned level : llvm::reverse(left)) {
    const LoopRecord &record = primal.control.loops.find(plan.levels[level].header)->second;
    Value *last = record.trips
                      ? builder.CreateSub(values.get(builder, record.trips), builder.getInt64(1))
                      : values.get(builder, record.counterAtExit.lookup(&block));
    tape.enter(builder, level, last,
               [&](IRBuilderBase &at, Value *value) { return values.get(at, value); });
    tape.goTo(level);
  }
  tape.goTo(plan.levelOf.lookup(&block)); // the next edge begins there again
}

} // namespace enzyme
