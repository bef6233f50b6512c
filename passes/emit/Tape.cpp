//===- Tape.cpp - the primal sweep writes the tape -----------------------===//
#include "emit/Tape.h"
#include "emit/AliasScopes.h"
#include "emit/BlockAddresses.h"
#include "emit/TapeAddress.h"
#include "plan/Distance.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "support/LoopForm.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"

using namespace llvm;

namespace enzyme {

void PrimalTape::write() {
  storage.resize(plan.levels.size());
  makeRoot();
  for (unsigned level = 1; level < plan.levels.size(); ++level) {
    if (!plan.levels[level].isUsed())
      continue;
    usesArena |= plan.levels[level].runsOnStack == 0;
    if (plan.levels[level].isShared())
      makeShared(level);
    else if (plan.levels[level].isJoined)
      makeJoined(level);
    else if (plan.levels[level].isCounted())
      makeArrays(level);
    else
      makeFrames(level);
  }
  for (auto &[value, at] : plan.kept)
    keep(value, at);
  for (const KeptArray &array : plan.arrays)
    keepArray(array);
}

void PrimalTape::makeRoot() {
  const TapeLevel &level = plan.levels[0];
  IRBuilder<> builder(&*primal.function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (primal.key.mode == Mode::ReverseAugmented) {
    root = ConstantPointerNull::get(builder.getPtrTy());
    if (!level.elementBytes)
      return;
    RuntimeCalls runtime(*primal.function->getParent());
    Value *bytes = builder.getInt64(level.elementBytes);
    root = level.isInSlots ? runtime.slots(builder, bytes) : runtime.allocate(builder, bytes);
    if (level.isInSlots)
      rootStride = runtime.slotStride(builder, root);
    usesArena = true;
    return;
  }
  IRBuilder<> entry(&*primal.function->getEntryBlock().begin());
  for (const TapeField &field : level.fields)
    rootFields.push_back(entry.CreateAlloca(field.type, nullptr, "kept"));
}

Value *PrimalTape::fieldAddress(IRBuilderBase &builder, unsigned level, unsigned field) {
  const TapeLevel &at = plan.levels[level];
  if (level == 0 && !root)
    return rootFields[field];
  if (rootStride && level == 0)
    return slotAddress(builder, root, rootStride, builder.getInt64(at.fields[field].offset),
                       at.fields[field].bytes);
  if (level == 0)
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), root, at.fields[field].offset);
  Value *counter = at.isCounted() ? primal.control.loops.find(at.header)->second.counter : nullptr;
  return elementAddress(builder, at, field,
                        {storage[level].base, at.trips, counter, 0, storage[level].stride});
}

static BasicBlock *preheaderOf(const ShadowedPrimal &primal, BasicBlock *header) {
  return primal.control.loops.find(header)->second.counter->getIncomingBlock(0);
}

void PrimalTape::makeArrays(unsigned level) {
  const TapeLevel &at = plan.levels[level];
  IRBuilder<> builder(preheaderOf(primal, at.header)->getTerminator());
  Value *bytes = at.joined.empty() ? builder.CreateMul(at.trips, builder.getInt64(at.elementBytes))
                                   : bytesWithJoined(builder, level);
  if (at.leadBytes && at.joined.empty())
    bytes = builder.CreateAdd(bytes, builder.getInt64(at.leadBytes));
  RuntimeCalls runtime(*primal.function->getParent());
  storage[level].base =
      at.isInSlots     ? runtime.slots(builder, bytes)
      : at.runsOnStack ? arraysOnStack(builder, level, cast<ConstantInt>(bytes)->getZExtValue())
                       : runtime.allocate(builder, bytes);
  if (at.isInSlots)
    storage[level].stride = runtime.slotStride(builder, storage[level].base);
  note(*builder.CreateStore(storage[level].base,
                            fieldAddress(builder, plan.holderOf(level), at.handle)),
       Memory::Tape);
  keepDistances(builder, level);
  // Inner loops may be short: knowing this, LLVM would make calls of memcpy of those that copy.
  // That the tape is apart from other memory is said where it is accessed.
  if (auto *call = dyn_cast<CallInst>(storage[level].base); call && !at.joined.empty())
    call->removeRetAttr(Attribute::NoAlias);
}

/// left · right, or more than there is memory: numbers of iterations are multiplied.
static Value *product(IRBuilderBase &builder, Value *left, Value *right) {
  if (isa<ConstantInt>(left) && isa<ConstantInt>(right))
    return builder.getInt64(SaturatingMultiply(cast<ConstantInt>(left)->getZExtValue(),
                                               cast<ConstantInt>(right)->getZExtValue()));
  Value *both = builder.CreateBinaryIntrinsic(Intrinsic::umul_with_overflow, left, right);
  return builder.CreateSelect(builder.CreateExtractValue(both, 1), builder.getInt64(UINT64_MAX),
                              builder.CreateExtractValue(both, 0));
}

static Value *sum(IRBuilderBase &builder, Value *left, Value *right) {
  return builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, left, right);
}

/// The bytes that a run of the loop keeps, as a multiple of the tape's alignment, with those of
/// its joined inner loops. Where they begin in it is in `storage` then. What an inner loop's are
/// where none of its runs comes may be any number: it is not used.
Value *PrimalTape::bytesWithJoined(IRBuilderBase &builder, unsigned level) {
  constexpr uint64_t alignment = 16;
  const TapeLevel &at = plan.levels[level];
  Value *trips = isa<Constant>(at.trips) ? at.trips : builder.CreateFreeze(at.trips);
  Value *elements = product(builder, trips, builder.getInt64(at.elementBytes));
  elements = sum(builder, elements, builder.getInt64(at.leadBytes + alignment - 1));
  elements = builder.CreateAnd(elements, ~(alignment - 1));
  if (at.joined.empty())
    return elements;
  Value *each = builder.getInt64(0);
  for (unsigned inner : at.joined) {
    storage[inner].distance = builder.CreateAdd(elements, each);
    Value *bytes = bytesWithJoined(builder, inner);
    for (const TapeLevel::Guard &guard : reverse(plan.levels[inner].guards)) {
      Value *condition = builder.CreateFreeze(guard.condition);
      Value *none = builder.getInt64(0);
      bytes =
          builder.CreateSelect(condition, guard.ifTrue ? bytes : none, guard.ifTrue ? none : bytes);
    }
    each = sum(builder, each, bytes);
  }
  storage[level].each = each;
  Value *all = sum(builder, elements, product(builder, trips, each));
  return builder.CreateBinaryIntrinsic(Intrinsic::umin, all, builder.getInt64(INT64_MAX));
}

/// For the reverse sweep.
void PrimalTape::keepDistances(IRBuilderBase &builder, unsigned level) {
  const TapeLevel &at = plan.levels[level];
  unsigned holder = plan.holderOf(level);
  auto keepNumber = [&](Value *number, unsigned field) {
    store(builder, number, plan.levels[holder].fields[field], fieldAddress(builder, holder, field));
  };
  if (!at.joined.empty())
    keepNumber(storage[level].each, at.each);
  for (unsigned inner : at.joined) {
    keepNumber(storage[inner].distance, plan.levels[inner].handle);
    keepDistances(builder, inner);
  }
}

/// What the loop around it has allocated for this run.
void PrimalTape::makeJoined(unsigned level) {
  const TapeLevel &at = plan.levels[level];
  const Storage &around = storage[at.parent];
  IRBuilder<> builder(preheaderOf(primal, at.header)->getTerminator());
  Value *run = primal.control.loops.find(plan.levels[at.parent].header)->second.counter;
  storage[level].base = runAddress(builder, around.base, storage[level].distance, run, around.each);
}

/// A run that needs more room than there is gets another array, which it fills: at least twice as
/// large, since runs may grow by one iteration each.
void PrimalTape::makeShared(unsigned level) {
  const TapeLevel &at = plan.levels[level];
  IRBuilder<> entry(&*primal.function->getEntryBlock().begin());
  AllocaInst *room = entry.CreateAlloca(entry.getInt64Ty(), nullptr, "shared.trips");
  IRBuilder<> before(preheaderOf(primal, plan.levels[at.around].header)->getTerminator());
  Value *none = ConstantPointerNull::get(before.getPtrTy());
  note(*before.CreateStore(none, fieldAddress(before, at.parent, at.handle)), Memory::Tape);
  before.CreateStore(before.getInt64(0), room);
  IRBuilder<> builder(preheaderOf(primal, at.header)->getTerminator());
  Value *old = builder.CreateLoad(room->getAllocatedType(), room);
  bool isOnlyFirst = mutation::breaks("repeated-value", "room");
  Value *isMore = builder.CreateICmpUGT(isOnlyFirst ? builder.getInt64(1) : at.trips, old);
  Value *wanted =
      builder.CreateBinaryIntrinsic(Intrinsic::umax, at.trips, builder.CreateShl(old, 1));
  Value *bytes = builder.CreateMul(wanted, builder.getInt64(at.elementBytes));
  Value *fresh = RuntimeCalls(*primal.function->getParent())
                     .allocate(builder, builder.CreateSelect(isMore, bytes, builder.getInt64(0)));
  Value *handle = fieldAddress(builder, at.parent, at.handle);
  storage[level].base = builder.CreateSelect(isMore, fresh, loadLink(builder, handle));
  builder.CreateStore(builder.CreateSelect(isMore, wanted, old), room);
  note(*builder.CreateStore(storage[level].base, handle), Memory::Tape);
}

/// The arrays of this run of the loop, one after the other: runs are counted by the loops around
/// it.
Value *PrimalTape::arraysOnStack(IRBuilderBase &builder, unsigned level, uint64_t bytes) {
  assert(bytes && "a loop without iterations keeps nothing");
  uint64_t aligned = alignTo(bytes, 16);
  Type *type = ArrayType::get(builder.getInt8Ty(), aligned * plan.levels[level].runsOnStack);
  IRBuilder<> entry(&*primal.function->getEntryBlock().begin());
  AllocaInst *all = entry.CreateAlloca(type, nullptr, "kept");
  all->setAlignment(Align(16));
  Value *run = builder.getInt64(0);
  uint64_t runs = 1;
  for (unsigned around = plan.levels[level].parent; around != 0;
       around = plan.levels[around].parent) {
    const TapeLevel &at = plan.levels[around];
    Value *counter = primal.control.loops.find(at.header)->second.counter;
    run = builder.CreateAdd(run, builder.CreateMul(counter, builder.getInt64(runs)));
    runs *= cast<ConstantInt>(at.trips)->getZExtValue();
  }
  return builder.CreateInBoundsGEP(builder.getInt8Ty(),
                                   builder.CreateAddrSpaceCast(all, builder.getPtrTy()),
                                   builder.CreateMul(run, builder.getInt64(aligned)));
}

void PrimalTape::makeFrames(unsigned level) {
  const TapeLevel &at = plan.levels[level];
  IRBuilder<> before(preheaderOf(primal, at.header)->getTerminator());
  Value *newest = fieldAddress(before, at.parent, at.handle);
  note(*before.CreateStore(ConstantPointerNull::get(before.getPtrTy()), newest), Memory::Tape);
  IRBuilder<> builder(&*at.header->getFirstInsertionPt());
  RuntimeCalls runtime(*primal.function->getParent());
  Value *bytes = builder.getInt64(at.elementBytes);
  Value *frame = at.isInSlots ? runtime.slots(builder, bytes) : runtime.allocate(builder, bytes);
  Value *stride = at.isInSlots ? runtime.slotStride(builder, frame) : nullptr;
  frame->setName("frame");
  note(*builder.CreateStore(loadLink(builder, newest), frame), Memory::Tape);
  StoreInst *link = builder.CreateStore(frame, newest);
  note(*link, Memory::Tape);
  storage[level] = {frame, stride, link};
}

void PrimalTape::keep(Value *value, KeptAt at) {
  auto *instruction = cast<Instruction>(value);
  Instruction *point = afterDefinition(*instruction);
  Instruction *ready = storage[at.level].readyAfter;
  if (ready && ready->getParent() == point->getParent() && !ready->comesBefore(point))
    point = ready->getNextNode();
  if (at.level == 0 && root) // the block is made behind the entry's allocas
    if (auto *block = dyn_cast<Instruction>(rootStride ? rootStride : root);
        block && block->getParent() == point->getParent() && !block->comesBefore(point))
      point = block->getNextNode();
  IRBuilder<> builder(point);
  const TapeField &field = plan.levels[at.level].fields[at.field];
  assert(value->getType() == field.type && "a field holds the values it was laid out for");
  store(builder, value, field, fieldAddress(builder, at.level, at.field));
  if (field.lead)
    keepLead(*cast<LoadInst>(instruction), at);
}

void PrimalTape::store(IRBuilderBase &builder, Value *value, const TapeField &field,
                       Value *address) {
  if (!field.variables.empty())
    value = withoutPlace(builder, value, field.variables);
  StoreInst *store = builder.CreateAlignedStore(value, address, fieldAlign(field));
  declare(*store, field);
  note(*store, Memory::Tape);
}

/// What `value`, arithmetic over phis of `header`, is in the first iteration. The plan has
/// seen that in the loop it is nothing else.
static Value *inFirstIteration(IRBuilderBase &builder, Value *value, const LoopRecord &loop) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return value;
  if (auto *phi = dyn_cast<PHINode>(instruction); phi && phi->getParent() == loop.header)
    return phi->getIncomingValueForBlock(loop.counter->getIncomingBlock(0));
  if (!isAddressArithmetic(*instruction))
    return value;
  SmallVector<Value *, 4> operands;
  for (Value *operand : instruction->operands())
    operands.push_back(inFirstIteration(builder, operand, loop));
  Instruction *first = instruction->clone();
  for (unsigned i = 0; i != operands.size(); ++i)
    first->setOperand(i, operands[i]);
  return builder.Insert(first);
}

Value *afterSteps(IRBuilderBase &builder, const Induction &induction, Value *start, Value *times,
                  Value *step) {
  times = builder.CreateZExtOrTrunc(times, step->getType());
  Value *distance = builder.CreateMul(times, step);
  switch (induction.update->getOpcode()) {
  case Instruction::Add:
    return builder.CreateAdd(start, distance);
  case Instruction::Sub:
    if (!mutation::breaks("recompute.induction"))
      return builder.CreateSub(start, distance);
    [[fallthrough]];
  default:
    return builder.CreateGEP(cast<GetElementPtrInst>(induction.update)->getSourceElementType(),
                             start, distance);
  }
}

/// What `leader` would have given in the iterations before its first.
void PrimalTape::keepLead(LoadInst &leader, KeptAt at) {
  const TapeLevel &level = plan.levels[at.level];
  const TapeField &field = level.fields[at.field];
  const LoopRecord &loop = primal.control.loops.find(level.header)->second;
  IRBuilder<> builder(preheaderOf(primal, level.header)->getTerminator());
  Value *first = inFirstIteration(builder, leader.getPointerOperand(), loop);
  Align align = commonAlignment(leader.getAlign(), uint64_t(field.leadStep));
  for (int64_t before = int64_t(field.lead); before != 0; --before) {
    Value *from = builder.CreateConstGEP1_64(builder.getInt8Ty(), first, -before * field.leadStep);
    LoadInst *load = builder.CreateAlignedLoad(field.type, from, align);
    store(builder, load, field,
          elementAddress(builder, level, at.field,
                         {storage[at.level].base, level.trips, builder.getInt64(0), -before,
                          storage[at.level].stride}));
  }
}

/// What `value`, arithmetic over counters of the loop, is in iteration `number`. The plan has seen
/// that in the loop it is nothing else.
static Value *inIteration(IRBuilderBase &builder, Value *value, const LoopRecord &loop,
                          Value *number, const Plan &plan) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return value;
  if (instruction == loop.counter)
    return number;
  if (auto *phi = dyn_cast<PHINode>(instruction); phi && phi->getParent() == loop.header) {
    const Induction &induction = plan.inductions.find(phi)->second;
    return afterSteps(builder, induction, induction.start, number, induction.step);
  }
  if (!isAddressArithmetic(*instruction) ||
      plan.levelOf.lookup(instruction->getParent()) != plan.levelOf.lookup(loop.header))
    return value;
  SmallVector<Value *, 4> operands;
  for (Value *operand : instruction->operands())
    operands.push_back(inIteration(builder, operand, loop, number, plan));
  Instruction *there = instruction->clone();
  for (unsigned i = 0; i != operands.size(); ++i)
    there->setOperand(i, operands[i]);
  there->dropPoisonGeneratingFlags();
  return builder.Insert(there);
}

/// From the first byte that was read to behind the last, in stack variables that become values.
struct PrimalTape::Hull {
  AllocaInst *low, *high;

  explicit Hull(Function &function) {
    IRBuilder<> entry(&*function.getEntryBlock().begin());
    low = entry.CreateAlloca(entry.getInt64Ty(), nullptr, "lowest");
    high = entry.CreateAlloca(entry.getInt64Ty(), nullptr, "highest");
  }
  void clear(IRBuilderBase &builder) {
    builder.CreateStore(builder.getInt64(INT64_MAX), low);
    builder.CreateStore(builder.getInt64(INT64_MIN), high);
  }
  void take(IRBuilderBase &builder, Value *first, uint64_t bytes) {
    Value *last = builder.CreateAdd(first, builder.getInt64(bytes));
    Value *least = builder.CreateLoad(builder.getInt64Ty(), low);
    Value *most = builder.CreateLoad(builder.getInt64Ty(), high);
    builder.CreateStore(builder.CreateBinaryIntrinsic(Intrinsic::smin, first, least), low);
    builder.CreateStore(builder.CreateBinaryIntrinsic(Intrinsic::smax, last, most), high);
  }
  /// Where it begins, and its bytes: none if no loop ran.
  std::pair<Value *, Value *> read(IRBuilderBase &builder) {
    Value *begin = builder.CreateLoad(builder.getInt64Ty(), low);
    Value *end = builder.CreateLoad(builder.getInt64Ty(), high);
    Value *isEmpty = builder.CreateICmpSGE(begin, end);
    Value *zero = builder.getInt64(0);
    return {builder.CreateSelect(isEmpty, zero, begin),
            builder.CreateSelect(isEmpty, zero, builder.CreateSub(end, begin))};
  }
};

/// Where `load` reads in all iterations of its loop, or where it runs.
void PrimalTape::takeRead(LoadInst &load, const KeptArray &array, Hull &hull) {
  const TapeLevel &level = plan.levels[plan.levelOf.lookup(load.getParent())];
  const LoopRecord &loop = primal.control.loops.find(level.header)->second;
  auto counterOf = [&](PHINode *phi) -> Value * {
    return primal.control.loops.find(phi->getParent())->second.counter;
  };
  Distance distance = *Distance::between(*array.base, *load.getPointerOperand(), plan);
  uint64_t bytes = load.getDataLayout().getTypeStoreSize(load.getType());
  if (array.conditional.contains(&load)) {
    IRBuilder<> here(&load);
    auto itself = [](Value *value) { return value; };
    return hull.take(here, emitDistance(here, distance, itself, counterOf), bytes);
  }
  IRBuilder<> builder(preheaderOf(primal, loop.header)->getTerminator());
  for (Value *number : {static_cast<Value *>(builder.getInt64(0)),
                        builder.CreateSub(loop.trips, builder.getInt64(1))}) {
    Value *at = emitDistance(
        builder, distance,
        [&](Value *value) { return inIteration(builder, value, loop, number, plan); },
        [&](PHINode *phi) { return phi->getParent() == loop.header ? number : counterOf(phi); });
    hull.take(builder, at, bytes);
  }
}

/// All of the object, if something was read there: its first byte's distance, and its bytes.
std::pair<Value *, Value *> PrimalTape::takeWhole(const KeptArray &array, IRBuilderBase &after) {
  IRBuilder<> entry(&*primal.function->getEntryBlock().begin());
  AllocaInst *isRead = entry.CreateAlloca(entry.getInt1Ty(), nullptr, "is.read");
  IRBuilder<> before(preheaderOf(primal, array.header)->getTerminator());
  before.CreateStore(before.getFalse(), isRead);
  for (LoadInst *load : array.loads)
    IRBuilder<>(load).CreateStore(after.getTrue(), isRead);
  Value *none = after.getInt64(0), *bytes = after.CreateZExtOrTrunc(array.whole, none->getType());
  return {none, after.CreateSelect(after.CreateLoad(after.getInt1Ty(), isRead), bytes, none)};
}

/// What lies between the ends of what was read.
std::pair<Value *, Value *> PrimalTape::takeHull(const KeptArray &array, IRBuilderBase &after) {
  Hull hull(*primal.function);
  IRBuilder<> before(preheaderOf(primal, array.header)->getTerminator());
  hull.clear(before);
  for (LoadInst *load : array.loads)
    takeRead(*load, array, hull);
  return hull.read(after);
}

/// When its loop is over, it is copied.
void PrimalTape::keepArray(const KeptArray &array) {
  Function &function = *primal.function;
  IRBuilder<> after(&*array.exit->getFirstInsertionPt());
  auto [low, bytes] = array.whole ? takeWhole(array, after) : takeHull(array, after);
  Value *copy = RuntimeCalls(*function.getParent()).allocate(after, bytes);
  Value *from = after.CreateGEP(after.getInt8Ty(), array.base, low);
  after.CreateMemCpy(copy, Align(16), from, array.align, bytes)
      ->setMetadata(layoutMetadata, array.declared);
  for (auto [field, value] : {std::pair(array.copy, copy), {array.low, low}})
    store(after, value, plan.levels[array.level].fields[field],
          fieldAddress(after, array.level, field));
  usesArena = true;
}

} // namespace enzyme
