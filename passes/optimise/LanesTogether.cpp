//===- LanesTogether.cpp - own memory holds lanes side by side ------------===//
//
// Problem: a slot of W lanes is one vector, <W x double>, but the shadows that lanes have
// of a local array are W arrays:
//
//     double m[12];      m.shadow0[12], m.shadow1[12], …
//     y += w * m[k];     W loads from W places, W moves into a vector, one multiplication
//
// Here: memory that the derivative makes itself, and that does not escape, becomes one
// array in which the lanes' elements stand side by side:
//
//     m.shadow[12][W]    one load, one multiplication
//
// What was at offset o of lane l is then at offset W * o + l * (bytes of an element). Places
// keep their distances, times W, so pointers into the memory are rewritten step by step,
// through phis and selects as well; buffers that change places are laid out alike. Where lanes fill
// several registers and part of one more, that part has an array of its own: no vector then lies in
// two lines of the cache, and no line holds what is not used. Loops whose
// lanes were taken apart (LoopsOfLanes.cpp) are vectors over their iterations: they keep their
// memory as it is.
//===----------------------------------------------------------------------===//
#include "emit/Lanes.h"
#include "optimise/LaneObjects.h"
#include "optimise/Optimise.h"
#include "rules/Facts.h"
#include "rules/gpu/Devices.h"
#include "rules/memory/Aligned.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What became of all objects of a function.
struct NewLayout {
  DenseMap<Value *, Value *> places;     ///< of old pointers: where lane 0's element is
  SmallPtrSet<Instruction *, 32> merged; ///< old instructions, replaced by one
};

template <class T> T *lastOf(ArrayRef<T *> group) {
  return *max_element(group, [](const T *one, const T *other) { return one->comesBefore(other); });
}

/// Lays out one object anew.
class SideBySide {
public:
  SideBySide(LaneObject &object, NewLayout &layout)
      : object(object), width(object.width()), lane0(object.lanes.front()), isAligned(canAlign()),
        places(layout.places), merged(layout.merged) {
    for (LaneUses &uses : object.lanes)
      for (CallBase *mark : uses.marks)
        mark->eraseFromParent();
    SmallVector<Instruction *, 2> together;
    for (unsigned index = 0; index != object.count(); ++index)
      together.push_back(makeTogether(index));
    for (LaneUses &uses : object.lanes)
      mapPointers(uses, together);
  }

  /// All but copies, which know several objects.
  void moveUses() {
    mergeFills();
    mergeReleases();
    mergeAccesses();
    for (auto [lane, uses] : enumerate(object.lanes)) {
      for (Instruction *access : uses.accesses)
        if (!merged.contains(access))
          moveAccess(*access, lane);
      for (ICmpInst *compare : uses.compares)
        for (Use &operand : compare->operands())
          if (Value *place = places.lookup(operand))
            operand.set(place);
    }
  }

  void moveCopies() {
    for (ArrayRef<CallBase *> copies : object.copies)
      if (!merged.contains(copies.front())) {
        moveCopy(copies);
        merged.insert_range(copies);
      }
  }

  void dropPointers() {
    for (LaneUses &uses : object.lanes)
      for (Instruction *pointer : uses.pointers) {
        pointer->replaceAllUsesWith(PoisonValue::get(pointer->getType()));
        pointer->eraseFromParent();
      }
  }

private:
  // The memory itself.

  Instruction *makeTogether(unsigned index) {
    Instruction *first = object.lanes.front().made[index];
    for (const LaneUses &uses : object.lanes)
      if (uses.made[index]->comesBefore(first))
        first = uses.made[index];
    IRBuilder<> builder(first);
    if (auto *variable = dyn_cast<AllocaInst>(first)) {
      uint64_t bytes = variable->getAllocationSize(variable->getDataLayout())->getFixedValue();
      AllocaInst *made = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes * width));
      made->setAlignment(std::max(variable->getAlign(), wantedAlign()));
      base = std::min(base, made->getAlign());
      made->setName("lanes");
      return made;
    }
    if (isAligned)
      return makeAligned(*cast<CallInst>(first));
    auto *made = cast<CallInst>(first->clone());
    unsigned size = allocatorFact(*made)->sizeArgument;
    made->setArgOperand(size, timesWidth(builder, made->getArgOperand(size)));
    builder.Insert(made);
    forgetBytes(*made);
    base = std::min(base, Align(object.elementBytes));
    return made;
  }

  /// As a vector of lanes, no more than a line of the cache.
  Align wantedAlign() const { return Align(bit_floor(std::min<uint64_t>(vectorBytes(), 64))); }

  /// Can what allocates the memory be told an alignment, and what releases it?
  bool canAlign() const {
    constexpr uint64_t usual = 16;
    const Module &module = *lane0.made.front()->getModule();
    if (wantedAlign().value() <= usual || isForDevice(module) ||
        module.getTargetTriple().isOSWindows())
      return false;
    bool isMade = all_of(lane0.made, [&](const Instruction *made) {
      auto *call = dyn_cast<CallInst>(made);
      const memory::AlignedAllocator *row = call ? alignedRow(*call) : nullptr;
      int count = row ? allocatorFact(*call)->countArgument : -1;
      return row && (count < 0 || match(call->getArgOperand(count), PatternMatch::m_One()));
    });
    return isMade && all_of(object.releases, [](ArrayRef<CallBase *> releases) {
             return memory::rowOfPlain(memory::alignedDeallocators,
                                       deallocatorFact(*releases.front())->name);
           });
  }

  static const memory::AlignedAllocator *alignedRow(const CallInst &call) {
    return memory::rowOfPlain(memory::alignedAllocators, allocatorFact(call)->name);
  }

  Instruction *makeAligned(CallInst &first) {
    IRBuilder<> builder(&first);
    const memory::AlignedAllocator &row = *alignedRow(first);
    AllocatorFact fact = *allocatorFact(first);
    Value *bytes = timesWidth(builder, first.getArgOperand(fact.sizeArgument));
    Type *type = bytes->getType();
    if (!row.isSizeFirst)
      bytes = builder.CreateAnd(
          builder.CreateAdd(bytes, ConstantInt::get(type, wantedAlign().value() - 1)),
          ConstantInt::getSigned(type, -int64_t(wantedAlign().value())));
    Value *alignment = ConstantInt::get(type, wantedAlign().value());
    FunctionCallee callee =
        first.getModule()->getOrInsertFunction(row.aligned, first.getType(), type, type);
    CallInst *made = row.isSizeFirst ? builder.CreateCall(callee, {bytes, alignment})
                                     : builder.CreateCall(callee, {alignment, bytes});
    made->addRetAttr(Attribute::NoAlias);
    base = std::min(base, wantedAlign());
    if (fact.isZeroed)
      builder.CreateMemSet(made, builder.getInt8(0), bytes, wantedAlign());
    return made;
  }

  /// The call that releases what makeAligned made, in place of `plain`.
  void releaseAligned(CallBase &plain) {
    const memory::AlignedDeallocator &row =
        *memory::rowOfPlain(memory::alignedDeallocators, deallocatorFact(plain)->name);
    if (!row.takesAlignment)
      return;
    IRBuilder<> builder(&plain);
    SmallVector<Value *, 3> arguments(plain.args());
    Type *type = builder.getIntNTy(plain.getDataLayout().getPointerSizeInBits());
    arguments.push_back(ConstantInt::get(type, wantedAlign().value()));
    SmallVector<Type *, 3> types;
    for (const Value *argument : arguments)
      types.push_back(argument->getType());
    FunctionCallee callee = plain.getModule()->getOrInsertFunction(
        row.aligned, FunctionType::get(builder.getVoidTy(), types, false));
    builder.CreateCall(callee, arguments)->setDoesNotThrow();
    plain.eraseFromParent();
  }

  /// What the call says of its result's size is no longer so.
  static void forgetBytes(CallInst &made) {
    AttributeMask old;
    old.addAttribute(Attribute::Dereferenceable).addAttribute(Attribute::DereferenceableOrNull);
    made.removeRetAttrs(old);
  }

  uint64_t vectorBytes() const { return width * object.elementBytes; }

  Value *timesWidth(IRBuilderBase &builder, Value *bytes) const {
    return builder.CreateMul(bytes, ConstantInt::get(bytes->getType(), width));
  }

  // Pointers: each has its place in the common memory, of lane 0.

  void mapPointers(LaneUses &uses, ArrayRef<Instruction *> together) {
    for (auto [made, place] : zip(uses.made, together))
      places[made] = place;
    for (Instruction *pointer : uses.pointers)
      if (auto *phi = dyn_cast<PHINode>(pointer)) {
        IRBuilder<> builder(phi);
        places[phi] = builder.CreatePHI(phi->getType(), phi->getNumIncomingValues());
      }
    for (Instruction *pointer : uses.pointers)
      if (auto *phi = dyn_cast<PHINode>(pointer))
        for (auto [from, incoming] : zip(phi->blocks(), phi->incoming_values()))
          cast<PHINode>(places[phi])->addIncoming(placeOf(incoming), from);
    for (Instruction *pointer : uses.pointers)
      placeOf(pointer);
  }

  Value *placeOf(Value *pointer) {
    if (isa<Constant>(pointer))
      return pointer;
    if (Value *place = places.lookup(pointer))
      return place;
    auto *at = cast<Instruction>(pointer);
    Value *place;
    if (auto *select = dyn_cast<SelectInst>(at)) {
      Value *yes = placeOf(select->getTrueValue()), *no = placeOf(select->getFalseValue());
      IRBuilder<> builder(at);
      place = builder.CreateSelect(select->getCondition(), yes, no);
    } else {
      place = step(*cast<GetElementPtrInst>(at));
    }
    return places[pointer] = place;
  }

  /// W times as far.
  Value *step(GetElementPtrInst &old) {
    Value *from = placeOf(old.getPointerOperand());
    IRBuilder<> builder(&old);
    if (old.getNumIndices() == 1) {
      Type *wide = ArrayType::get(old.getSourceElementType(), width);
      return builder.CreateGEP(wide, from, old.idx_begin()->get(), "", old.getNoWrapFlags());
    }
    Value *bytes = emitGEPOffset(&builder, old.getDataLayout(), &old);
    return builder.CreateGEP(builder.getInt8Ty(), from, timesWidth(builder, bytes));
  }

  // Calls: one for all lanes, where the last of them stood.

  void mergeFills() {
    for (ArrayRef<CallBase *> fills : object.fills) {
      auto &one = *cast<MemSetInst>(fills.front());
      IRBuilder<> builder(lastOf(fills));
      builder.CreateMemSet(places[one.getDest()], one.getValue(),
                           timesWidth(builder, one.getLength()), vectorAlign());
      for (CallBase *fill : fills)
        fill->eraseFromParent();
    }
  }

  void mergeReleases() {
    for (ArrayRef<CallBase *> releases : object.releases) {
      CallBase &one = *releases.front();
      if (CallBase *last = lastOf(releases); last != &one)
        one.moveAfter(last);
      DeallocatorFact fact = *deallocatorFact(one);
      one.setArgOperand(fact.pointerArgument, placeOf(one.getArgOperand(fact.pointerArgument)));
      if (fact.sizeArgument >= 0) {
        IRBuilder<> builder(&one);
        one.setArgOperand(fact.sizeArgument,
                          timesWidth(builder, one.getArgOperand(fact.sizeArgument)));
      }
      for (CallBase *release : releases.drop_front())
        release->eraseFromParent();
      if (isAligned)
        releaseAligned(one);
    }
  }

  /// From or to memory whose lanes are as they were: number by number.
  void moveCopy(ArrayRef<CallBase *> copies) {
    auto &one = *cast<MemTransferInst>(copies.front());
    CallBase &last = *lastOf(copies);
    Value *to = places.lookup(one.getDest()), *from = places.lookup(one.getSource());
    IRBuilder<> builder(&last);
    if (to && from) {
      Value *bytes = timesWidth(builder, one.getLength());
      Align align(object.elementBytes);
      if (isa<MemCpyInst>(one))
        builder.CreateMemCpy(to, align, from, align, bytes);
      else
        builder.CreateMemMove(to, align, from, align, bytes);
      return;
    }
    Value *count = builder.CreateUDiv(
        one.getLength(), ConstantInt::get(one.getLength()->getType(), object.elementBytes));
    Value *isAny = builder.CreateIsNotNull(count);
    Instruction *inside = SplitBlockAndInsertIfThen(isAny, last.getIterator(), false);
    auto [body, index] = SplitBlockAndInsertSimpleForLoop(count, inside->getIterator());
    builder.SetInsertPoint(body);
    Value *vector = from ? loadTogether(builder, from, index) : PoisonValue::get(vectorType());
    for (auto [lane, copy] : enumerate(copies)) {
      auto *transfer = cast<MemTransferInst>(copy);
      Value *other = from ? transfer->getDest() : transfer->getSource();
      Value *place = builder.CreateInBoundsGEP(object.element, other, index);
      Align align = (from ? transfer->getDestAlign() : transfer->getSourceAlign()).valueOrOne();
      align = commonAlignment(align, object.elementBytes);
      if (from)
        builder.CreateAlignedStore(builder.CreateExtractElement(vector, uint64_t(lane)), place,
                                   align);
      else
        vector = builder.CreateInsertElement(
            vector, builder.CreateAlignedLoad(object.element, place, align), uint64_t(lane));
    }
    if (to)
      builder.CreateAlignedStore(vector, placeOfElement(builder, to, index), vectorAlign());
  }

  Type *vectorType() const { return FixedVectorType::get(object.element, width); }

  Value *placeOfElement(IRBuilderBase &builder, Value *begin, Value *index) const {
    return builder.CreateInBoundsGEP(ArrayType::get(object.element, width), begin, index);
  }

  Value *loadTogether(IRBuilderBase &builder, Value *begin, Value *index) const {
    return builder.CreateAlignedLoad(vectorType(), placeOfElement(builder, begin, index),
                                     vectorAlign());
  }

  // Accesses: those of all lanes to one place become one.

  void mergeAccesses() {
    for (Instruction *access : lane0.accesses) {
      SmallVector<Instruction *, 8> group = groupOf(*access);
      if (group.size() != width)
        continue;
      if (isa<LoadInst>(access))
        mergeLoads(group);
      else
        mergeStores(group);
      merged.insert_range(group);
    }
  }

  /// `first` and what follows it and does the same to the same place of the other lanes.
  SmallVector<Instruction *, 8> groupOf(Instruction &first) const {
    bool isLoad = isa<LoadInst>(first);
    SmallVector<Instruction *, 8> group(width);
    group.front() = &first;
    unsigned found = 1, left = 64 * width; // they stand together, as they were emitted
    for (Instruction *at = first.getNextNode(); at && found != width && --left;
         at = at->getNextNode()) {
      std::optional<unsigned> lane = laneDoing(first, *at);
      if (lane && !group[*lane]) {
        group[*lane] = at;
        ++found;
      } else if (isLoad ? at->mayWriteToMemory() : at->mayReadOrWriteMemory()) {
        break;
      }
    }
    if (found != width)
      group.clear();
    return group;
  }

  std::optional<unsigned> laneDoing(Instruction &first, Instruction &at) const {
    if (at.getOpcode() != first.getOpcode() || merged.contains(&at) ||
        getLoadStoreType(&at) != getLoadStoreType(&first))
      return std::nullopt;
    for (unsigned lane = 1; lane != width; ++lane)
      if (object.lanes[lane].accesses.contains(&at)) {
        bool isSame = Twins(object, lane)(getLoadStorePointerOperand(&first),
                                          getLoadStorePointerOperand(&at));
        return isSame ? std::optional(lane) : std::nullopt;
      }
    return std::nullopt;
  }

  /// Of all lanes' accesses: they lie in different memories no longer.
  static AAMDNodes scopesOf(ArrayRef<Instruction *> group) {
    AAMDNodes nodes = group.front()->getAAMetadata();
    for (const Instruction *access : group.drop_front())
      nodes = nodes.merge(access->getAAMetadata());
    return nodes;
  }

  Type *vectorOf(const Instruction &access) const {
    return FixedVectorType::get(getLoadStoreType(&access), width);
  }

  Align vectorAlign() const { return commonAlignment(base, vectorBytes()); }

  void mergeLoads(ArrayRef<Instruction *> loads) {
    auto &first = *cast<LoadInst>(loads.front());
    IRBuilder<> builder(&first);
    LoadInst *vector = builder.CreateAlignedLoad(vectorOf(first), places[first.getPointerOperand()],
                                                 vectorAlign());
    vector->setAAMetadata(scopesOf(loads));
    for (auto [lane, load] : enumerate(loads))
      load->replaceAllUsesWith(builder.CreateExtractElement(vector, uint64_t(lane)));
  }

  void mergeStores(ArrayRef<Instruction *> stores) {
    auto &first = *cast<StoreInst>(stores.front());
    IRBuilder<> builder(lastOf(stores));
    Value *vector = PoisonValue::get(vectorOf(first));
    for (auto [lane, store] : enumerate(stores))
      vector = builder.CreateInsertElement(vector, cast<StoreInst>(store)->getValueOperand(),
                                           uint64_t(lane));
    builder.CreateAlignedStore(vector, places[first.getPointerOperand()], vectorAlign())
        ->setAAMetadata(scopesOf(stores));
  }

  /// An access that stays one of one lane. Where it was known to be aligned well, now the places of
  /// all lanes are together.
  void moveAccess(Instruction &access, unsigned lane) {
    unsigned operand = isa<LoadInst>(access) ? LoadInst::getPointerOperandIndex()
                                             : StoreInst::getPointerOperandIndex();
    Align align = commonAlignment(vectorAlign(), lane * object.elementBytes);
    if (auto *load = dyn_cast<LoadInst>(&access))
      load->setAlignment(align);
    else
      cast<StoreInst>(access).setAlignment(align);
    IRBuilder<> builder(&access);
    access.setOperand(operand, builder.CreateConstInBoundsGEP1_64(
                                   builder.getInt8Ty(), places[access.getOperand(operand)],
                                   lane * object.elementBytes));
  }

  LaneObject &object;
  unsigned width;
  LaneUses &lane0;
  bool isAligned;           ///< what is allocated, as wantedAlign()
  Align base = Align(4096); ///< of the common memory: what all of it has
  DenseMap<Value *, Value *> &places;
  SmallPtrSet<Instruction *, 32> &merged;
};

} // namespace

using CallGroups = SmallVector<SmallVector<CallBase *, 8>, 2>;

/// Of each group the calls of lanes from `begin` to `end`.
static CallGroups callsOfLanes(const CallGroups &all, unsigned begin, unsigned end) {
  CallGroups some;
  for (const auto &group : all)
    some.emplace_back(ArrayRef(group).slice(begin, end - begin));
  return some;
}

/// Those lanes of `object` as an object of their own.
static LaneObject lanesOf(const LaneObject &object, unsigned begin, unsigned end) {
  LaneObject part;
  part.lanes.append(object.lanes.begin() + begin, object.lanes.begin() + end);
  part.element = object.element;
  part.elementBytes = object.elementBytes;
  part.fills = callsOfLanes(object.fills, begin, end);
  part.copies = callsOfLanes(object.copies, begin, end);
  part.releases = callsOfLanes(object.releases, begin, end);
  return part;
}

/// Objects of several registers' lanes and a few more become two: whole registers, and the rest.
/// Half a register more costs nothing where it is.
static void splitWide(SmallVectorImpl<LaneObject> &objects) {
  for (unsigned i = 0, count = objects.size(); i != count; ++i) {
    uint64_t inRegister = std::max<uint64_t>(2, registerBits / 8 / objects[i].elementBytes);
    unsigned width = objects[i].width(), rest = width % inRegister;
    if (rest == width || 2 * rest % inRegister == 0)
      continue;
    LaneObject beyond = lanesOf(objects[i], width - rest, width);
    objects[i] = lanesOf(objects[i], 0, width - rest);
    objects.push_back(std::move(beyond));
  }
}

bool putLanesTogether(Function &function, const SmallPtrSetImpl<BasicBlock *> &apart) {
  // A function is optimised again when all derivatives are known; which loops were taken apart
  // the first time cannot be seen then.
  constexpr const char *wasHere = "enzyme.lanes.laid";
  if (!function.hasFnAttribute(lanesAttribute) || function.hasFnAttribute(wasHere))
    return false;
  function.addFnAttr(wasHere);
  SmallVector<LaneObject, 4> objects = findLaneObjects(function, apart);
  splitWide(objects);
  NewLayout layout;
  std::vector<SideBySide> moving;
  for (LaneObject &object : objects)
    moving.emplace_back(object, layout);
  for (SideBySide &one : moving)
    one.moveUses();
  for (SideBySide &one : moving) // makes blocks: last
    one.moveCopies();
  for (Instruction *old : layout.merged)
    old->eraseFromParent();
  for (SideBySide &one : moving)
    one.dropPointers();
  return !objects.empty();
}

} // namespace enzyme
