//===- Widen.cpp - a function in W lanes at once --------------------------===//
//
// Problem: code with branches and loops that differ by lane is not code for vectors
// until its control flow has become data.
//
// Here: if all branches are uniform the blocks stay as they are and instructions
// become vectors. Else blocks are laid out one after the other, inner loops as
// units, each under the mask of the lanes that are present:
//
//   mask of a block      or of the masks of the edges into it
//   mask of an edge      mask of its block and the branch's condition
//   a phi at a join      a choice by edge masks
//   a loop               runs while any lane is in it; what a lane had when it left
//                        through an edge is kept, and is the edge's value behind it
//
// See R. Karrenberg, S. Hack, Whole-function vectorization, CGO 2011.
//===----------------------------------------------------------------------===//
#include "transform/Widen.h"
#include "rules/Formulas.h"
#include "transform/Uniformity.h"
#include "transform/WidenInstruction.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

// -- may lanes run together? -------------------------------------------------------
bool isLocal(const Value *pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects);
  return all_of(objects, [](const Value *object) { return isa<AllocaInst>(object); });
}

bool isFunctionOfOperands(const CallInst &call) {
  if (call.isInlineAsm() || call.hasOperandBundles() || call.getType()->isTokenTy())
    return false;
  if (call.doesNotAccessMemory() && call.willReturn() && call.doesNotThrow())
    return true;
  if (auto *memory = dyn_cast<MemIntrinsic>(&call))
    return isLocal(memory->getRawDest());
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return intrinsic->isAssumeLikeIntrinsic();
  const Function *callee = call.getCalledFunction();
  return callee && hasFormula(*callee) && all_of(call.args(), [](const Use &argument) {
           return !argument->getType()->isPointerTy() || isLocal(argument);
         });
}

bool canWiden(const Instruction &instruction) {
  if (instruction.isVolatile() || instruction.isAtomic())
    return false;
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return isLocal(store->getPointerOperand());
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return isFunctionOfOperands(*call);
  if (instruction.isTerminator())
    return isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(instruction);
  return !isa<FenceInst>(instruction);
}

// -- the widened function ------------------------------------------------------------
class Widening {
public:
  Widening(Function &from, const BatchKey &key, Function &to)
      : from(from), key(key), to(to), builder(to.getContext()), wide(builder, key.width),
        dominators(from), loops(dominators), uniformity(from, loops, varyingParameters()),
        lookUpValue([this](Value *value) { return get(value); }), widener(wide, lookUpValue) {}

  void run() {
    entry = BasicBlock::Create(to.getContext(), "entry", &to);
    builder.SetInsertPoint(entry);
    bindParameters();
    if (uniformity.diverges())
      runUnderMasks();
    else
      runInStep();
  }

private:
  using Edge = std::pair<BasicBlock *, BasicBlock *>;

  SmallVector<bool> varyingParameters() const {
    SmallVector<bool> varies;
    for (Spread spread : key.spreads)
      varies.push_back(spread != Spread::Scalar);
    return varies;
  }

  void bindParameters() {
    for (Argument &parameter : from.args()) {
      unsigned k = parameter.getArgNo();
      if (key.spreads[k] == Spread::Scalar) {
        values[&parameter] = wide.uniform(laneArgument(builder, key, to, k, 0));
        continue;
      }
      SmallVector<Value *, 8> lanes;
      for (unsigned lane = 0; lane < key.width; ++lane)
        lanes.push_back(laneArgument(builder, key, to, k, lane));
      values[&parameter] = wide.gather(lanes);
    }
  }

  Wide get(Value *value) {
    if (isa<Constant, MetadataAsValue, InlineAsm>(value))
      return wide.uniform(value);
    auto found = values.find(value);
    assert(found != values.end() && "definitions come before uses in both layouts");
    return found->second;
  }

  /// In the form that values in this place have: uniform ones stay so.
  Wide inFormOf(const Value &place, Value *value) {
    Wide given = get(value);
    return uniformity.isVarying(&place) ? wide.varying(given) : given;
  }

  void widenOne(Instruction &instruction, Value *mask) {
    if (uniformity.isVarying(&instruction)) {
      values[&instruction] = widener.widen(instruction, mask);
      return;
    }
    Instruction *copy = instruction.clone();
    for (Use &operand : copy->operands())
      if (!isa<BasicBlock>(operand))
        operand.set(get(operand).parts[0]);
    copy->setDebugLoc(DebugLoc());
    if (uniformity.diverges())
      copy->dropPoisonGeneratingFlags(); // it may run where the primal would not
    values[&instruction] = wide.uniform(builder.Insert(copy));
  }

  static bool saysNothing(const Instruction &instruction) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic && intrinsic->isAssumeLikeIntrinsic() && intrinsic->getType()->isVoidTy();
  }

  void widenBody(BasicBlock &block, Value *mask) {
    for (Instruction &instruction : block)
      if (!isa<PHINode>(instruction) && !instruction.isTerminator() && !saysNothing(instruction))
        widenOne(instruction, mask);
  }

  Wide phiFor(PHINode &phi) {
    Form form = uniformity.isVarying(&phi) ? wide.formOf(phi.getType()) : Form::Uniform;
    return values[&phi] = wide.phi(phi.getType(), form, phi.getName());
  }

  void returnLanes(Value *returned) {
    if (!returned) {
      builder.CreateRetVoid();
      return;
    }
    Wide result = get(returned);
    Value *all = PoisonValue::get(to.getReturnType());
    for (unsigned lane = 0; lane < key.width; ++lane)
      all = builder.CreateInsertValue(all, wide.lane(result, lane), {0, lane});
    builder.CreateRet(all);
  }

  // -- uniform control flow -----------------------------------------------------------
  void runInStep() {
    ReversePostOrderTraversal<Function *> order(&from);
    for (BasicBlock *block : order)
      blocks[block] = BasicBlock::Create(to.getContext(), block->getName(), &to);
    builder.CreateBr(blocks[&from.getEntryBlock()]);
    for (BasicBlock *block : order) {
      builder.SetInsertPoint(blocks[block]);
      for (PHINode &phi : block->phis())
        phiFor(phi);
      widenBody(*block, nullptr);
      endBlock(*block->getTerminator());
    }
    for (BasicBlock *block : order)
      for (PHINode &phi : block->phis())
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
          BasicBlock *before = blocks[phi.getIncomingBlock(i)];
          builder.SetInsertPoint(before->getTerminator());
          wide.addIncoming(values[&phi], inFormOf(phi, phi.getIncomingValue(i)), before);
        }
  }

  void endBlock(Instruction &terminator) {
    if (auto *end = dyn_cast<ReturnInst>(&terminator))
      return returnLanes(end->getReturnValue());
    Instruction *copy = terminator.clone();
    for (Use &operand : copy->operands()) {
      if (auto *block = dyn_cast<BasicBlock>(operand))
        operand.set(blocks[block]);
      else
        operand.set(get(operand).parts[0]);
    }
    copy->setDebugLoc(DebugLoc());
    builder.Insert(copy);
  }

  // -- control flow that differs by lane ------------------------------------------------
  Type *maskType() { return FixedVectorType::get(builder.getInt1Ty(), key.width); }

  void runUnderMasks() {
    masks[&from.getEntryBlock()] = Constant::getAllOnesValue(maskType());
    runLevel(nullptr);
    if (returnsVoid)
      builder.CreateRetVoid();
    else if (returned)
      returnLanes(returned);
    else
      builder.CreateUnreachable();
  }

  /// The blocks of a loop (of the function: null), inner loops as units.
  void runLevel(Loop *level) {
    ReversePostOrderTraversal<Function *> order(&from);
    for (BasicBlock *block : order) {
      if (level && !level->contains(block))
        continue;
      Loop *inner = loops.getLoopFor(block);
      if (inner == level)
        runBlock(*block);
      else if (inner && inner->getParentLoop() == level && inner->getHeader() == block)
        runLoop(*inner);
    }
  }

  /// What is on the way along an edge, for every lane that takes it.
  void takeEdge(BasicBlock &block, BasicBlock &next, Value *mask) {
    Edge edge{&block, &next};
    Value *&known = edgeMasks[edge];
    known = known ? builder.CreateOr(known, mask) : mask;
    if (loops.isLoopHeader(&next))
      return; // a loop's head takes its values itself
    for (PHINode &phi : next.phis())
      edgeValues[{edge, &phi}] = wide.varying(get(phi.getIncomingValueForBlock(&block)));
  }

  Value *both(Value *mask, Value *condition) { // no poison where the mask is false
    return builder.CreateSelect(mask, condition, Constant::getNullValue(maskType()));
  }

  void takeEdges(BasicBlock &block, Value *mask) {
    Instruction *end = block.getTerminator();
    for (BasicBlock *next : successors(&block)) // a second run of the block begins anew
      edgeMasks.erase({&block, next});
    if (auto *branch = dyn_cast<BranchInst>(end)) {
      if (branch->isUnconditional())
        return takeEdge(block, *branch->getSuccessor(0), mask);
      Value *condition = wide.vector(get(branch->getCondition()));
      takeEdge(block, *branch->getSuccessor(0), both(mask, condition));
      takeEdge(block, *branch->getSuccessor(1), both(mask, builder.CreateNot(condition)));
    } else if (auto *choice = dyn_cast<SwitchInst>(end)) {
      Value *condition = wide.vector(get(choice->getCondition())), *rest = mask;
      for (auto &option : choice->cases()) {
        Value *value = builder.CreateVectorSplat(key.width, option.getCaseValue());
        Value *equal = builder.CreateICmpEQ(condition, value);
        takeEdge(block, *option.getCaseSuccessor(), both(mask, equal));
        rest = both(rest, builder.CreateNot(equal));
      }
      takeEdge(block, *choice->getDefaultDest(), rest);
    } else if (auto *ret = dyn_cast<ReturnInst>(end)) {
      returned = ret->getReturnValue();
      returnsVoid = !returned;
    }
  }

  void enterBlock(BasicBlock &block) {
    Value *mask = nullptr;
    SmallSetVector<BasicBlock *, 4> before(pred_begin(&block), pred_end(&block));
    for (BasicBlock *previous : before) {
      Value *edge = edgeMasks.lookup({previous, &block});
      assert(edge && "edges into a block are laid out before it");
      mask = mask ? builder.CreateOr(mask, edge) : edge;
    }
    masks[&block] = mask;
    for (PHINode &phi : block.phis()) {
      std::optional<Wide> value;
      for (BasicBlock *previous : before) {
        Edge edge{previous, &block};
        Wide &taken = edgeValues[{edge, &phi}];
        value = value ? wide.select(edgeMasks[edge], taken, *value) : taken;
      }
      values[&phi] = *value;
    }
  }

  void runBlock(BasicBlock &block) {
    bool isHead = loops.isLoopHeader(&block);
    if (!isHead && &block != &from.getEntryBlock())
      enterBlock(block);
    Value *mask = masks[&block];
    auto *constant = dyn_cast<Constant>(mask);
    widenBody(block, constant && constant->isAllOnesValue() ? nullptr : mask);
    takeEdges(block, mask);
  }

  /// An edge out of a loop: who has left by it, and with which values.
  struct Exit {
    Edge edge;
    PHINode *mask;
    SmallVector<std::pair<PHINode *, Wide>, 2> values;
  };

  SmallVector<Exit, 4> startExits(Loop &loop) {
    SmallVector<Loop::Edge, 4> edges;
    loop.getExitEdges(edges);
    SmallVector<Exit, 4> exits;
    SmallSetVector<Edge, 4> unique(edges.begin(), edges.end());
    for (Edge edge : unique) {
      Exit exit{edge, builder.CreatePHI(maskType(), 2, "left"), {}};
      for (PHINode &phi : edge.second->phis())
        exit.values.push_back(
            {&phi, wide.phi(phi.getType(), wide.formOf(phi.getType()), "leaving")});
      exits.push_back(std::move(exit));
    }
    return exits;
  }

  void runLoop(Loop &loop) {
    BasicBlock *head = loop.getHeader(), *latch = loop.getLoopLatch();
    BasicBlock *preheader = loop.getLoopPreheader();
    Value *entering = edgeMasks.lookup({preheader, head});
    SmallVector<Wide, 4> starts;
    for (PHINode &phi : head->phis())
      starts.push_back(inFormOf(phi, phi.getIncomingValueForBlock(preheader)));
    BasicBlock *before = builder.GetInsertBlock();
    auto *run = BasicBlock::Create(to.getContext(), head->getName(), &to);
    builder.CreateBr(run);
    builder.SetInsertPoint(run);
    PHINode *present = builder.CreatePHI(maskType(), 2, "present");
    present->addIncoming(entering, before);
    masks[head] = present;
    for (auto [phi, start] : zip(head->phis(), starts)) {
      Wide carried = phiFor(phi);
      wide.addIncoming(carried, start, before);
    }
    SmallVector<Exit, 4> exits = startExits(loop);
    for (Exit &exit : exits) {
      exit.mask->addIncoming(Constant::getNullValue(maskType()), before);
      for (auto &[phi, kept] : exit.values)
        wide.addIncoming(kept, wide.zero(phi->getType()), before);
    }
    runLevel(&loop);
    closeLoop(loop, *latch, *run, *present, exits);
  }

  /// Who left in this iteration keeps what it had; the rest goes round again.
  void closeLoop(Loop &loop, BasicBlock &latch, BasicBlock &run, PHINode &present,
                 ArrayRef<Exit> exits) {
    BasicBlock *head = loop.getHeader();
    SmallVector<Value *, 4> left;
    SmallVector<SmallVector<Wide, 2>, 4> kept;
    for (const Exit &exit : exits) {
      Value *leaving = edgeMasks.lookup(exit.edge);
      left.push_back(builder.CreateOr(exit.mask, leaving));
      kept.emplace_back();
      for (const auto &[phi, old] : exit.values)
        kept.back().push_back(wide.select(leaving, edgeValues[{exit.edge, phi}], old));
    }
    Value *staying = edgeMasks.lookup({&latch, head});
    SmallVector<Wide, 4> nexts;
    for (PHINode &phi : head->phis())
      nexts.push_back(inFormOf(phi, phi.getIncomingValueForBlock(&latch)));
    BasicBlock *end = builder.GetInsertBlock();
    auto *after = BasicBlock::Create(to.getContext(), "left", &to);
    builder.CreateCondBr(builder.CreateOrReduce(staying), &run, after);
    present.addIncoming(staying, end);
    for (auto [phi, next] : zip(head->phis(), nexts))
      wide.addIncoming(values[&phi], next, end);
    for (auto [exit, mask, carried] : zip(exits, left, kept)) {
      exit.mask->addIncoming(mask, end);
      edgeMasks[exit.edge] = mask;
      for (auto [place, value] : zip(exit.values, carried)) {
        Wide old = place.second;
        wide.addIncoming(old, value, end);
        edgeValues[{exit.edge, place.first}] = value;
      }
    }
    builder.SetInsertPoint(after);
  }

  Function &from;
  const BatchKey &key;
  Function &to;
  IRBuilder<> builder;
  WideBuilder wide;
  DominatorTree dominators;
  LoopInfo loops;
  Uniformity uniformity;
  std::function<Wide(Value *)> lookUpValue;
  InstructionWidener widener;
  BasicBlock *entry = nullptr;
  DenseMap<const Value *, Wide> values;
  DenseMap<const BasicBlock *, BasicBlock *> blocks; ///< in step
  DenseMap<const BasicBlock *, Value *> masks;       ///< under masks
  DenseMap<Edge, Value *> edgeMasks;
  DenseMap<std::pair<Edge, PHINode *>, Wide> edgeValues;
  Value *returned = nullptr;
  bool returnsVoid = false;
};

} // namespace

bool canWiden(Function &prepared) {
  return !prepared.isVarArg() && all_of(instructions(prepared), [](const Instruction &instruction) {
    return canWiden(instruction);
  });
}

void widen(Function &prepared, const BatchKey &key, Function &batch) {
  Widening(prepared, key, batch).run();
}

Value *laneArgument(IRBuilderBase &builder, const BatchKey &key, Function &batch,
                    unsigned parameter, unsigned lane) {
  unsigned first = BatchSignature::of(key).first[parameter];
  switch (key.spreads[parameter]) {
  case Spread::Vector:
    return batch.getArg(first + lane);
  case Spread::Scalar:
    return batch.getArg(first);
  case Spread::Buffer:
    break;
  }
  Value *distance = builder.CreateMul(batch.getArg(first + 1), builder.getInt64(lane));
  Value *address = builder.CreatePtrAdd(batch.getArg(first), distance);
  Type *type = key.primal->getArg(parameter)->getType();
  return type->isPointerTy() ? address : builder.CreateAlignedLoad(type, address, Align(1));
}

} // namespace enzyme
