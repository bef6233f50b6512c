//===- GradientTape.cpp - the reverse sweep reads the tape ---------------===//
//
// Problem: an inner loop reads what the tape keeps of a loop around it, in blocks that do not run
// always. LLVM leaves such a load there: it does not know that the tape has the whole iteration.
// Here it is known, and the load stands on the edges into the inner loop (`hoist`).
//===----------------------------------------------------------------------===//
#include "emit/AliasScopes.h"
#include "emit/BlockAddresses.h"
#include "emit/Tape.h"
#include "emit/TapeAddress.h"
#include "shadow/RuntimeCalls.h"

using namespace llvm;

namespace enzyme {

GradientTape::GradientTape(const Plan &plan, const WrittenTape &written, Function &gradient)
    : plan(plan), written(written), variables(plan.levels.size()), gradient(gradient) {
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
  Instruction *entry = builder.CreateStore(last, variables[level].counter);
  entries[level].push_back(entry);
  IRBuilder<> before(entry);
  for (const Hoisted &field : hoisted.lookup(level))
    before.CreateStore(loadHere(before, field.at), field.variable);
  for (unsigned shared : plan.levels[level].shared)
    enterStorage(builder, shared, lookUp);
  enterStorage(builder, level, lookUp);
}

void GradientTape::enterStorage(IRBuilderBase &builder, unsigned level, LookUp lookUp) {
  const TapeLevel &at = plan.levels[level];
  const Variables &own = variables[level];
  if (!at.isUsed())
    return;
  unsigned holder = plan.holderOf(level);
  if (at.isJoined) {
    Value *around = builder.CreateLoad(builder.getPtrTy(), variables[at.parent].base);
    Value *distance = load(builder, {holder, unsigned(at.handle)}),
          *each = load(builder, {holder, unsigned(plan.levels[at.parent].each)});
    Value *run = counter(builder, at.parent);
    setBase(builder, own, runAddress(builder, around, distance, run, each));
  } else
    setBase(builder, own, loadLink(builder, fieldAddress(builder, {holder, unsigned(at.handle)})));
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

/// The loop inside of that in which `at` is kept that is run now; 0: none.
unsigned GradientTape::innerLoopAround(KeptAt at) const {
  unsigned loop = plan.levels[at.level].isShared() ? plan.levels[at.level].loop : at.level;
  bool isVariable = at.level == 0 && !written.block;
  if (isVariable || loop == here || !plan.encloses(loop, here) ||
      !plan.levels[at.level].fields[at.field].variables.empty())
    return 0;
  unsigned inner = here;
  while (plan.levels[inner].parent != loop)
    inner = plan.levels[inner].parent;
  return inner;
}

/// The variable with `at`, which every edge into `loop` loads. An edge may be without use for it,
/// and the primal sweep may have kept nothing there: then nothing reads the variable.
AllocaInst *GradientTape::hoist(unsigned loop, KeptAt at) {
  auto isSame = [&](const Hoisted &other) {
    return std::tie(other.at.level, other.at.field, other.at.behind) ==
           std::tie(at.level, at.field, at.behind);
  };
  SmallVector<Hoisted, 4> &fields = hoisted[loop];
  if (auto *found = find_if(fields, isSame); found != fields.end())
    return found->variable;
  IRBuilder<> start(&*gradient.getEntryBlock().begin());
  Type *type = plan.levels[at.level].fields[at.field].type;
  AllocaInst *variable = start.CreateAlloca(type, nullptr, "tape.outer");
  fields.push_back({at, variable});
  for (Instruction *entry : entries[loop]) {
    IRBuilder<> before(entry);
    before.CreateStore(loadHere(before, at), variable);
  }
  return variable;
}

Value *GradientTape::load(IRBuilderBase &builder, KeptAt at) {
  unsigned loop = innerLoopAround(at);
  if (!loop)
    return loadHere(builder, at);
  AllocaInst *variable = hoist(loop, at);
  return builder.CreateLoad(variable->getAllocatedType(), variable);
}

Value *GradientTape::loadHere(IRBuilderBase &builder, KeptAt at) {
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
