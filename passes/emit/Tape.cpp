//===- Tape.cpp ----------------------------------------------------------===//
//
//   level 0, combined   one stack variable a field
//   level 0, split      one block: field at its offset
//   counted loop        field f of iteration i at  base + trips * offset_f + lead_f + i * bytes_f
//   … shared            field f of iteration i at  base + i * bytes of all fields + offset_f
//   other loop          frame { frame before, …, field f at offset_f, … }
//
// In slots, the byte at such a distance d from the base lies at  base + d / 8 * 8 * stride + d % 8:
// stride is the number of threads where the launch has memory for the loop or block, else one.
//===----------------------------------------------------------------------===//
#include "emit/Tape.h"
#include "emit/AliasScopes.h"
#include "emit/BlockAddresses.h"
#include "plan/Distance.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "support/LoopForm.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {

/// One iteration's element: where the loop's storage begins and which one it is.
struct Element {
  Value *base;
  Value *trips;   ///< arrays
  Value *counter; ///< arrays
  int64_t ahead;  ///< arrays: of the counter; negative in front of the first iteration
  Value *stride;  ///< of slots; null: what lies together
};

/// No field crosses the end of a word.
static Value *slotAddress(IRBuilderBase &builder, Value *base, Value *stride, Value *distance,
                          uint64_t bytes) {
  constexpr uint64_t wordBytes = 8;
  Value *inWord = nullptr;
  if (bytes != wordBytes) {
    inWord = builder.CreateAnd(distance, wordBytes - 1);
    distance = builder.CreateAnd(distance, ~(wordBytes - 1));
  }
  Value *at = builder.CreateGEP(builder.getInt8Ty(), base, builder.CreateMul(distance, stride));
  return inWord ? builder.CreateGEP(builder.getInt8Ty(), at, inWord) : at;
}

static Value *elementAddress(IRBuilderBase &builder, const TapeLevel &level, unsigned field,
                             Element element) {
  auto [base, trips, counter, ahead, stride] = element;
  assert(field < level.fields.size() && "the plan laid out no such field");
  assert(level.isCounted() == (counter != nullptr) && "elements of arrays are counted, frames not");
  assert((level.isCounted() || ahead == 0) && "only arrays have elements in front of the first");
  const TapeField &at = level.fields[field];
  if (level.isShared()) {
    Value *element = builder.CreateMul(counter, builder.getInt64(level.elementBytes));
    return builder.CreatePtrAdd(base, builder.CreateAdd(element, builder.getInt64(at.offset)));
  }
  if (!level.isCounted() && stride)
    return slotAddress(builder, base, stride, builder.getInt64(at.offset), at.bytes);
  if (!level.isCounted())
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, at.offset);
  if (stride) {
    int64_t lead = int64_t(at.leadBytes) + ahead * int64_t(at.bytes);
    Value *distance = builder.CreateAdd(builder.CreateMul(trips, builder.getInt64(at.offset)),
                                        builder.CreateMul(counter, builder.getInt64(at.bytes)));
    distance = builder.CreateAdd(distance, builder.getInt64(lead));
    return slotAddress(builder, base, stride, distance, at.bytes);
  }
  Value *array = base;
  if (at.offset)
    array = builder.CreateInBoundsGEP(builder.getInt8Ty(), base,
                                      builder.CreateMul(trips, builder.getInt64(at.offset)));
  if (int64_t bytes = int64_t(at.leadBytes) + ahead * int64_t(at.bytes))
    array = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), array, bytes);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), array,
                                   builder.CreateMul(counter, builder.getInt64(at.bytes)));
}

static Align fieldAlign(const TapeField &field) {
  return Align(std::min<uint64_t>(16, field.bytes & -field.bytes));
}

void PrimalTape::write() {
  storage.resize(plan.levels.size());
  makeRoot();
  for (unsigned level = 1; level < plan.levels.size(); ++level) {
    if (!plan.levels[level].isUsed())
      continue;
    usesArena |= plan.levels[level].runsOnStack == 0;
    if (plan.levels[level].isShared())
      makeShared(level);
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

/// An address by which one part of the tape leads to another.
static Value *loadLink(IRBuilderBase &builder, Value *place) {
  LoadInst *link = builder.CreateLoad(builder.getPtrTy(), place);
  note(*link, Memory::Tape);
  return link;
}

void PrimalTape::makeArrays(unsigned level) {
  const TapeLevel &at = plan.levels[level];
  IRBuilder<> builder(preheaderOf(primal, at.header)->getTerminator());
  Value *bytes = builder.CreateMul(at.trips, builder.getInt64(at.elementBytes));
  if (at.leadBytes)
    bytes = builder.CreateAdd(bytes, builder.getInt64(at.leadBytes));
  RuntimeCalls runtime(*primal.function->getParent());
  storage[level].base =
      at.isInSlots     ? runtime.slots(builder, bytes)
      : at.runsOnStack ? arraysOnStack(builder, level, cast<ConstantInt>(bytes)->getZExtValue())
                       : runtime.allocate(builder, bytes);
  if (at.isInSlots)
    storage[level].stride = runtime.slotStride(builder, storage[level].base);
  note(*builder.CreateStore(storage[level].base, fieldAddress(builder, at.parent, at.handle)),
       Memory::Tape);
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

/// What a kept integer is, for derivatives of the derivative. Arrays of a loop lie one behind
/// the other: an integer beside addresses would look like one. What is one integer says so as the
/// program's integers do, which LLVM keeps when it moves or joins loads.
static void declare(Instruction &access, const TapeField &field) {
  LLVMContext &context = access.getContext();
  access.setMetadata(layoutMetadata, field.declared);
  auto layout = decode(field.declared, context);
  bool isInteger = layout && layout->pieces.size() == 1 &&
                   layout->pieces.front().kind == Kind::Integer && field.type->isIntegerTy();
  if (!isInteger)
    return;
  MDBuilder builder(context);
  MDNode *type = builder.createTBAAScalarTypeNode("long", builder.createTBAARoot("enzyme tape"));
  access.setMetadata(LLVMContext::MD_tbaa, builder.createTBAAStructTagNode(type, type, 0));
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

/// constant + scale · index + …: `valueOf` gives the indices, `counterOf` the counter of the loop
/// that a phi goes around.
static Value *emitDistance(IRBuilderBase &builder, const Distance &distance,
                           function_ref<Value *(Value *)> valueOf,
                           function_ref<Value *(PHINode *)> counterOf) {
  Type *word = builder.getInt64Ty();
  Value *sum = builder.getInt64(distance.constant);
  for (const Distance::Term &term : distance.terms) {
    Value *index = builder.CreateSExtOrTrunc(valueOf(term.value), word);
    if (term.phi)
      index = builder.CreateMul(index, counterOf(term.phi));
    sum = builder.CreateAdd(sum, builder.CreateMul(index, builder.getInt64(term.scale)));
  }
  return sum;
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

GradientTape::GradientTape(const Plan &plan, const WrittenTape &written, Function &gradient)
    : plan(plan), written(written), variables(plan.levels.size()) {
  IRBuilder<> entry(&*gradient.getEntryBlock().begin());
  if (written.block && plan.levels[0].isInSlots) {
    IRBuilder<> end(gradient.getEntryBlock().getTerminator());
    rootStride = RuntimeCalls(*gradient.getParent()).slotStride(end, written.block);
  }
  for (unsigned level = 1; level < plan.levels.size(); ++level) {
    unsigned loop = plan.levels[level].loop;
    variables[level].counter = loop ? variables[loop].counter
                                    : entry.CreateAlloca(entry.getInt64Ty(), nullptr, "reversed");
    if (!plan.levels[level].isUsed())
      continue;
    variables[level].base = entry.CreateAlloca(entry.getPtrTy(), nullptr, "tape.base");
    if (plan.levels[level].isInSlots)
      variables[level].stride = entry.CreateAlloca(entry.getInt64Ty(), nullptr, "tape.stride");
    if (plan.levels[level].isCounted() && !loop)
      variables[level].trips = entry.CreateAlloca(entry.getInt64Ty(), nullptr, "tape.trips");
  }
}

void GradientTape::setBase(IRBuilderBase &builder, const Variables &own, Value *base) {
  builder.CreateStore(base, own.base);
  if (own.stride)
    builder.CreateStore(
        RuntimeCalls(*builder.GetInsertBlock()->getModule()).slotStride(builder, base), own.stride);
}

void GradientTape::enter(IRBuilderBase &builder, unsigned level, Value *last, LookUp lookUp) {
  builder.CreateStore(last, variables[level].counter);
  for (unsigned shared : plan.levels[level].shared)
    enterStorage(builder, shared, lookUp);
  enterStorage(builder, level, lookUp);
}

void GradientTape::enterStorage(IRBuilderBase &builder, unsigned level, LookUp lookUp) {
  const TapeLevel &at = plan.levels[level];
  const Variables &own = variables[level];
  if (!at.isUsed())
    return;
  Value *handle = fieldAddress(builder, {at.parent, unsigned(at.handle)});
  setBase(builder, own, loadLink(builder, handle));
  if (own.trips)
    builder.CreateStore(lookUp(builder, at.trips), own.trips);
}

void GradientTape::enterForwards(IRBuilderBase &builder, unsigned level, LookUp lookUp) {
  enter(builder, level, builder.getInt64(0), lookUp);
  Variables &own = variables[level];
  if (!own.base || own.trips)
    return;
  Function &function = *builder.GetInsertBlock()->getParent();
  IRBuilder<> entry(&*function.getEntryBlock().begin());
  own.frames = entry.CreateAlloca(entry.getPtrTy(), nullptr, "tape.frames");
  Value *newest = builder.CreateLoad(builder.getPtrTy(), own.base);
  builder.CreateStore(RuntimeCalls(*function.getParent()).frames(builder, newest), own.frames);
}

void GradientTape::beginIteration(IRBuilderBase &builder, unsigned level) {
  const Variables &own = variables[level];
  if (!own.frames)
    return;
  Type *pointer = builder.getPtrTy();
  Value *slot =
      builder.CreateGEP(pointer, builder.CreateLoad(pointer, own.frames), counter(builder, level));
  setBase(builder, own, loadLink(builder, slot));
}

void GradientTape::stepForwards(IRBuilderBase &builder, unsigned level) {
  builder.CreateStore(builder.CreateAdd(counter(builder, level), builder.getInt64(1)),
                      variables[level].counter);
}

void GradientTape::stepBack(IRBuilderBase &builder, unsigned level) {
  const Variables &own = variables[level];
  builder.CreateStore(builder.CreateSub(counter(builder, level), builder.getInt64(1)), own.counter);
  if (own.base && !own.trips) {
    Value *frame = builder.CreateLoad(builder.getPtrTy(), own.base);
    setBase(builder, own, loadLink(builder, frame));
  }
}

Value *GradientTape::counter(IRBuilderBase &builder, unsigned level) {
  assert(level != 0 && "the function itself is run once");
  return builder.CreateLoad(builder.getInt64Ty(), variables[level].counter);
}

Value *GradientTape::fieldAddress(IRBuilderBase &builder, KeptAt place) {
  auto [level, field, behind] = place;
  const TapeLevel &at = plan.levels[level];
  if (level == 0 && !written.block)
    return written.fields.rootField(field);
  if (level == 0 && rootStride)
    return slotAddress(builder, written.block, rootStride,
                       builder.getInt64(at.fields[field].offset), at.fields[field].bytes);
  if (level == 0)
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), written.block,
                                              at.fields[field].offset);
  const Variables &own = variables[level];
  assert(own.base && "a loop whose values are read has kept some");
  Value *base = builder.CreateLoad(builder.getPtrTy(), own.base);
  Value *trips = own.trips ? builder.CreateLoad(builder.getInt64Ty(), own.trips) : nullptr;
  Value *stride = own.stride ? builder.CreateLoad(builder.getInt64Ty(), own.stride) : nullptr;
  return elementAddress(
      builder, at, field,
      {base, trips, at.isCounted() ? counter(builder, level) : nullptr, -int64_t(behind), stride});
}

Value *GradientTape::load(IRBuilderBase &builder, KeptAt at) {
  const TapeField &field = plan.levels[at.level].fields[at.field];
  bool isPlaced = field.variables.empty();
  LoadInst *kept =
      builder.CreateAlignedLoad(isPlaced ? field.type : wordWithoutPlace(builder, field.type),
                                fieldAddress(builder, at), fieldAlign(field));
  declare(*kept, field);
  note(*kept, Memory::Tape);
  return isPlaced ? kept : inPlace(builder, kept, field.type, field.variables);
}

Value *GradientTape::loadFrom(IRBuilderBase &builder, const KeptArray &array, LoadInst &load,
                              LookUp lookUp) {
  Value *copy = this->load(builder, {array.level, array.copy});
  Distance distance = *Distance::between(*array.base, *load.getPointerOperand(), plan);
  Value *at = emitDistance(
      builder, distance, [&](Value *value) { return lookUp(builder, value); },
      [&](PHINode *phi) { return counter(builder, plan.levelOf.lookup(phi->getParent())); });
  if (!array.whole) // then it begins with the object
    at = builder.CreateSub(at, this->load(builder, {array.level, array.low}));
  Value *place = builder.CreateInBoundsGEP(builder.getInt8Ty(), copy, at);
  LoadInst *kept = builder.CreateAlignedLoad(load.getType(), place,
                                             std::min({load.getAlign(), array.align, Align(16)}));
  note(*kept, Memory::Tape);
  return kept;
}

} // namespace enzyme
