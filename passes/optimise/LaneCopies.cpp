//===- LaneCopies.cpp - the program's lanes side by side while a nest runs ------===//
//
// Problem: what the program passes as shadows of W lanes is W arrays. Each time that one of
// their elements is read, W numbers come from W places and are moved into a vector:
//
//     for (i) for (j < i) force(x[i] - x[j])        x'0[j], x'1[j], …
//
// A programmer would lay them side by side first, once, and then read vectors.
//
// Here: a nest of loops that reads or writes the same elements again and again gets copies of
// its own for the time that it runs. They are memory of the derivative, which putLanesTogether lays
// out side by side. Their extent is what the nest touches, found by NestRanges. Where that is
// not worth it, where memory of two shadows overlaps, or where elements in between belong to
// others (written back, they could undo what another thread wrote), the nest runs as it was.
//===----------------------------------------------------------------------===//
#include "emit/Lanes.h"
#include "limits/optimise.h"
#include "optimise/LaneObjects.h"
#include "optimise/NestRanges.h"
#include "optimise/Optimise.h"
#include "rules/gpu/Devices.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What a place in memory costs to be copied, in accesses.
constexpr int64_t accessesOfCopy = 3;

using Roots = SmallVector<Value *, 8>;

/// Do pointers of two lanes lead to the same place of their memory, which begins at `first` and
/// `other`? What is accessed by a pointer that was computed from these lies in the same object, and
/// so does all that is between two such places.
class LaneTwins {
public:
  explicit LaneTwins(const Loop &nest) : nest(nest) {}

  bool operator()(Value *one, Value *two) {
    known.clear();
    first = other = nullptr;
    return same(one, two) && first;
  }

  Value *first = nullptr, *other = nullptr;

private:
  bool same(Value *one, Value *two) {
    auto *step = dyn_cast<GetElementPtrInst>(one);
    if (step) {
      auto *twin = dyn_cast<GetElementPtrInst>(two);
      return twin && step->getSourceElementType() == twin->getSourceElementType() &&
             step->getNumIndices() == twin->getNumIndices() &&
             all_of_zip(step->indices(), twin->indices(),
                        [](const Use &index, const Use &same) { return index == same; }) &&
             same(step->getPointerOperand(), twin->getPointerOperand());
    }
    auto *phi = dyn_cast<PHINode>(one);
    if (phi && nest.contains(phi)) {
      auto *twin = dyn_cast<PHINode>(two);
      if (!twin || twin->getParent() != phi->getParent())
        return false;
      if (!known.insert({one, two}).second)
        return true;
      return all_of(phi->blocks(), [&](BasicBlock *from) {
        return same(phi->getIncomingValueForBlock(from), twin->getIncomingValueForBlock(from));
      });
    }
    if (!nest.isLoopInvariant(one) || !nest.isLoopInvariant(two) || isa<Constant>(one) ||
        isa<Constant>(two) || isa<GetElementPtrInst>(two) || one == two ||
        (first && (first != one || other != two)))
      return false;
    first = one, other = two;
    return true;
  }

  const Loop &nest;
  DenseSet<std::pair<Value *, Value *>> known;
};

/// The memories of one nest that may have copies.
class Memories {
public:
  Memories(Loop &nest, Analyses &analyses, const SmallPtrSetImpl<const Value *> &own)
      : nest(nest), aliases(analyses.aliases()), own(own) {}

  /// False if there are none, or if the nest does what cannot be told.
  bool find() {
    for (BasicBlock *block : nest.blocks())
      for (Instruction &at : *block)
        if (!isPlain(at))
          return false;
    for (BasicBlock *block : nest.blocks())
      for (Instruction &at : *block)
        if (auto *last = dyn_cast<InsertElementInst>(&at))
          addLoads(*last);
    for (BasicBlock *block : nest.blocks())
      for (Instruction &at : *block)
        if (auto *store = dyn_cast<StoreInst>(&at))
          addStores(*store);
    while (!found.empty() && dropOne())
      ;
    return !found.empty();
  }

  SmallVector<NestMemory, 4> found;
  SmallVector<std::pair<unsigned, unsigned>, 4> toCompare; ///< may overlap, lane by lane

private:
  /// Always goes on, and exchanges nothing with other threads.
  static bool isPlain(const Instruction &at) {
    if (auto *call = dyn_cast<CallBase>(&at))
      return isAssumeLike(at) || (isa<CallInst>(call) && call->doesNotThrow() &&
                                  call->hasFnAttr(Attribute::WillReturn) && !call->isConvergent() &&
                                  !call->hasFnAttr(Attribute::ReturnsTwice));
    return !at.isAtomic() && !at.isVolatile() && !isa<AllocaInst>(at) &&
           (!at.isTerminator() || isa<BranchInst, SwitchInst>(at));
  }

  static bool isAssumeLike(const Instruction &at) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&at);
    return intrinsic && intrinsic->isAssumeLikeIntrinsic();
  }

  static bool isElement(const Instruction &access) {
    Type *type = getLoadStoreType(&access);
    uint64_t bytes = access.getDataLayout().getTypeStoreSize(type);
    return (type->isFloatTy() || type->isDoubleTy()) &&
           getLoadStoreAlignment(&access).value() >= bytes;
  }

  void addLoads(InsertElementInst &last) {
    SmallVector<Instruction *, 8> loads;
    for (LoadInst *load : collectedBy(last)) {
      if (!nest.contains(load) || !isElement(*load) || taken.contains(load))
        return;
      loads.push_back(load);
    }
    if (loads.size() < 2)
      return;
    Roots roots = rootsOf(loads);
    if (roots.empty())
      return;
    auto *memory = find_if(found, [&](const NestMemory &one) { return one.roots == roots; });
    Type *element = loads.front()->getType();
    if (memory == found.end()) {
      if (any_of(roots, [&](Value *root) { return own.contains(root) || lanes.contains(root); }))
        return;
      for (auto [lane, root] : enumerate(roots))
        lanes[root] = {unsigned(found.size()), unsigned(lane)};
      found.push_back({roots, {}, element, false});
      memory = &found.back();
    }
    if (memory->element != element)
      return;
    memory->groups.push_back(loads);
    taken.insert_range(loads);
  }

  Roots rootsOf(ArrayRef<Instruction *> group) {
    LaneTwins areTwins(nest);
    Value *place = getLoadStorePointerOperand(group.front());
    Roots roots;
    for (Instruction *access : group.drop_front()) {
      if (!areTwins(place, getLoadStorePointerOperand(access)) ||
          is_contained(roots, areTwins.other) ||
          (!roots.empty() && roots.front() != areTwins.first))
        return {};
      if (roots.empty())
        roots.push_back(areTwins.first);
      roots.push_back(areTwins.other);
    }
    return roots;
  }

  /// A store of lane 0, and what follows it in the other lanes.
  void addStores(StoreInst &first) {
    if (taken.contains(&first) || !isElement(first))
      return;
    SmallVector<Instruction *, 8> group{&first};
    LaneTwins areTwins(nest);
    for (Instruction *at = first.getNextNode(); at; at = at->getNextNode()) {
      auto *store = dyn_cast<StoreInst>(at);
      if (!store || taken.contains(store) || getLoadStoreType(store) != getLoadStoreType(&first) ||
          !areTwins(first.getPointerOperand(), store->getPointerOperand()))
        continue;
      auto known = lanes.find(areTwins.other);
      if (known == lanes.end() || known->second.second != group.size())
        continue;
      group.push_back(store);
      NestMemory &memory = found[known->second.first];
      if (group.size() != memory.roots.size())
        continue;
      if (memory.element == getLoadStoreType(&first) && rootsOf(group) == memory.roots) {
        memory.groups.push_back(group);
        memory.isWritten = true;
        taken.insert_range(group);
      }
      return;
    }
  }

  static MemoryLocation placeOf(Instruction &access) {
    return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&access),
                                            access.getAAMetadata());
  }

  /// One access of each kind of scopes, for each lane.
  static SmallVector<Instruction *, 16> examples(const NestMemory &memory) {
    SmallVector<Instruction *, 16> some;
    SmallVector<std::pair<size_t, AAMDNodes>, 16> seen;
    for (ArrayRef<Instruction *> group : memory.groups)
      for (auto [lane, access] : enumerate(group)) {
        std::pair<size_t, AAMDNodes> kind{lane, access->getAAMetadata()};
        if (!is_contained(seen, kind)) {
          seen.push_back(kind);
          some.push_back(access);
        }
      }
    return some;
  }

  /// Drops one that something else reads or writes; false if there is none.
  bool dropOne() {
    toCompare.clear();
    for (unsigned index = 0; index != found.size(); ++index)
      if (isTouchedElsewhere(index) || !isApart(index)) {
        found.erase(found.begin() + index);
        return true;
      }
    return false;
  }

  bool isTouchedElsewhere(unsigned index) {
    const NestMemory &memory = found[index];
    SmallPtrSet<const Instruction *, 32> known;
    for (const NestMemory &one : found)
      for (ArrayRef<Instruction *> group : one.groups)
        known.insert_range(group);
    SmallVector<Instruction *, 16> places = examples(memory);
    for (BasicBlock *block : nest.blocks())
      for (Instruction &at : *block) {
        if (!at.mayReadOrWriteMemory() || known.contains(&at) || isAssumeLike(at) || isOfOwn(at))
          continue;
        for (Instruction *place : places) {
          ModRefInfo what = aliases.getModRefInfo(&at, placeOf(*place));
          if (isModSet(what) || (memory.isWritten && isRefSet(what)))
            return true;
        }
      }
    return false;
  }

  /// An access to memory that the derivative made and keeps to itself.
  bool isOfOwn(const Instruction &at) const {
    const Value *pointer = getLoadStorePointerOperand(&at);
    return pointer && own.contains(pointer);
  }

  /// From the memories before it: known, or to be compared.
  bool isApart(unsigned index) {
    SmallVector<Instruction *, 16> places = examples(found[index]);
    auto laneOf = [](const NestMemory &memory, const Instruction *access) {
      for (ArrayRef<Instruction *> group : memory.groups)
        if (auto *at = llvm::find(group, access); at != group.end())
          return at - group.begin();
      return ptrdiff_t(-1);
    };
    for (unsigned before = 0; before <= index; ++before) {
      if (!found[index].isWritten && !found[before].isWritten)
        continue;
      bool mayMeet = false;
      for (Instruction *other : examples(found[before]))
        for (Instruction *place : places) {
          bool isSameLane = laneOf(found[index], place) == laneOf(found[before], other);
          if ((before == index && isSameLane) ||
              aliases.isNoAlias(placeOf(*place), placeOf(*other)))
            continue;
          if (!isSameLane)
            return false;
          mayMeet = true;
        }
      if (mayMeet)
        toCompare.push_back({before, index});
    }
    return true;
  }

  Loop &nest;
  AAResults &aliases;
  const SmallPtrSetImpl<const Value *> &own;
  DenseMap<Value *, std::pair<unsigned, unsigned>> lanes; ///< of roots, while memories are found
  SmallPtrSet<const Instruction *, 32> taken;
};

/// The nest a second time, with copies of its memories.
class WithCopies {
public:
  WithCopies(BasicBlock &header, const Memories &memories, ArrayRef<NestRange> ranges,
             BasicBlock &known)
      : header(header), memories(memories), ranges(ranges), known(known),
        builder(known.getTerminator()) {}

  void run() {
    Analyses analyses(*header.getParent());
    Loop &nest = *analyses.loopInfo().getLoopFor(&header);
    original = nest.getLoopPreheader();
    Value *isWorthIt = condition();
    SmallVector<BasicBlock *, 8> blocks;
    cloneLoopWithPreheader(original, &known, &nest, copies, ".copied", &analyses.loopInfo(),
                           &analyses.dominators(), blocks);
    remapInstructionsInBlocks(blocks, copies);
    copied.insert_range(blocks);
    BasicBlock *allocate = block("lanes.allocate"), *giveUp = block("lanes.none");
    fill = block("lanes.fill");
    known.getTerminator()->eraseFromParent();
    builder.SetInsertPoint(&known);
    builder.CreateCondBr(isWorthIt, allocate, original);
    makeCopies(*allocate, *giveUp);
    release(*giveUp, original);
    fillCopies();
    for (auto [memory, made] : zip(memories.found, made))
      for (auto [lane, root] : enumerate(memory.roots))
        rebase(memory, lane, *root, *moved(made[lane]));
    builder.SetInsertPoint(fill);
    builder.CreateBr(cast<BasicBlock>(copies.lookup(original)));
    leave(nest, blocks);
  }

private:
  BasicBlock *block(const char *name) {
    return BasicBlock::Create(header.getContext(), name, header.getParent(), original);
  }

  int64_t bytesOf(const NestMemory &memory) const {
    return int64_t(header.getDataLayout().getTypeStoreSize(memory.element));
  }

  Value *placeIn(Value *base, Value *bytes) {
    return builder.CreateGEP(builder.getInt8Ty(), base, bytes);
  }

  /// Are elements read or written several times, and is each memory one piece of its own?
  Value *condition() {
    Value *touched = builder.getInt64(0), *elements = builder.getInt64(0);
    Value *isFine = builder.getTrue();
    for (auto [memory, range] : zip(memories.found, ranges)) {
      isFine = builder.CreateAnd(isFine, builder.CreateICmpSLT(range.low, range.high));
      if (memory.isWritten)
        isFine = builder.CreateAnd(isFine, range.isDense);
      Value *bytes = builder.CreateSub(range.high, range.low);
      elements =
          builder.CreateAdd(elements, builder.CreateUDiv(bytes, builder.getInt64(bytesOf(memory))));
      touched = builder.CreateAdd(touched, range.touched);
    }
    isFine = builder.CreateAnd(
        isFine, builder.CreateICmpUGE(
                    touched, builder.CreateMul(elements, builder.getInt64(accessesOfCopy))));
    for (auto [one, other] : memories.toCompare)
      isFine = builder.CreateAnd(isFine, areApart(one, other));
    return builder.CreateFreeze(isFine, "is.copied");
  }

  Value *areApart(unsigned one, unsigned other) {
    Value *areApart = builder.getTrue();
    auto end = [&](unsigned memory, unsigned lane, Value *bytes) {
      return builder.CreatePtrToInt(placeIn(memories.found[memory].roots[lane], bytes),
                                    builder.getInt64Ty());
    };
    for (unsigned lane = 0; lane != memories.found[one].roots.size(); ++lane) {
      Value *isBefore = builder.CreateICmpULE(end(one, lane, ranges[one].high),
                                              end(other, lane, ranges[other].low));
      Value *isBehind = builder.CreateICmpULE(end(other, lane, ranges[other].high),
                                              end(one, lane, ranges[one].low));
      areApart = builder.CreateAnd(areApart, builder.CreateOr(isBefore, isBehind));
    }
    return areApart;
  }

  /// In whole elements, as is to be seen.
  Value *wholeBytes(const NestMemory &memory, Value *low, Value *high) {
    unsigned shift = Log2_64(bytesOf(memory));
    return builder.CreateShl(builder.CreateLShr(builder.CreateSub(high, low), shift), shift);
  }

  void makeCopies(BasicBlock &at, BasicBlock &giveUp) {
    builder.SetInsertPoint(&at);
    Type *word = builder.getInt64Ty();
    for (auto [memory, range] : zip(memories.found, ranges)) {
      Value *bytes = wholeBytes(memory, range.low, range.high);
      auto &lanes = made.emplace_back();
      for (unsigned lane = 0; lane != memory.roots.size(); ++lane) {
        lanes.push_back(builder.CreateMalloc(word, builder.getInt8Ty(), bytes, nullptr));
        lanes.back()->addRetAttr(Attribute::NoAlias);
      }
      sizes.push_back(bytes);
      starts.push_back(builder.CreateNeg(range.low));
    }
    Value *isNone = builder.getFalse();
    for (ArrayRef<CallInst *> lanes : made)
      for (CallInst *lane : lanes)
        isNone = builder.CreateOr(isNone, builder.CreateIsNull(lane));
    builder.CreateCondBr(isNone, &giveUp, fill);
  }

  void release(BasicBlock &at, BasicBlock *next) {
    builder.SetInsertPoint(&at);
    for (ArrayRef<CallInst *> lanes : made)
      for (CallInst *lane : lanes)
        builder.CreateFree(lane);
    builder.CreateBr(next);
  }

  void fillCopies() {
    builder.SetInsertPoint(fill);
    for (auto [memory, lanes, bytes, range] : zip(memories.found, made, sizes, ranges))
      for (auto [lane, root] : enumerate(memory.roots)) {
        Align align(bytesOf(memory));
        builder.CreateMemCpy(lanes[lane], align, placeIn(root, range.low), align, bytes);
      }
    for (auto [lanes, start] : zip(made, starts))
      for (CallInst *lane : lanes)
        bases[lane] = placeIn(lane, start);
  }

  Value *moved(CallInst *lane) { return bases.lookup(lane); }

  void rebase(const NestMemory &memory, unsigned lane, Value &root, Value &base) {
    places.clear();
    places[&root] = &base;
    for (ArrayRef<Instruction *> group : memory.groups) {
      auto *access = cast<Instruction>(copies.lookup(group[lane]));
      unsigned operand = isa<LoadInst>(access) ? LoadInst::getPointerOperandIndex()
                                               : StoreInst::getPointerOperandIndex();
      access->setOperand(operand, placeOf(access->getOperand(operand)));
    }
  }

  /// The same place of the copy. What led to it in the nest is left as it is: others may ask.
  Value *placeOf(Value *pointer) {
    if (Value *place = places.lookup(pointer))
      return place;
    auto *old = cast<Instruction>(pointer);
    if (auto *phi = dyn_cast<PHINode>(old)) {
      auto *place =
          PHINode::Create(phi->getType(), phi->getNumIncomingValues(), "", phi->getIterator());
      places[pointer] = place;
      for (auto [from, incoming] : zip(phi->blocks(), phi->incoming_values()))
        place->addIncoming(placeOf(incoming), from);
      return place;
    }
    Value *from = placeOf(cast<GetElementPtrInst>(old)->getPointerOperand());
    Instruction *place = old->clone();
    place->setOperand(GetElementPtrInst::getPointerOperandIndex(), from);
    place->dropPoisonGeneratingFlags(); // the base need not be in the copy
    bool isInside = copied.contains(old->getParent());
    if (isInside)
      place->insertBefore(old->getIterator());
    else
      place->insertInto(fill, fill->end());
    return places[pointer] = place;
  }

  /// Behind the second nest: what it wrote goes back.
  void leave(Loop &nest, ArrayRef<BasicBlock *> blocks) {
    BasicBlock *exit = nest.getUniqueExitBlock(), *done = block("lanes.done");
    builder.SetInsertPoint(done);
    for (PHINode &phi : exit->phis()) {
      PHINode *out = builder.CreatePHI(phi.getType(), phi.getNumIncomingValues());
      for (unsigned i = 0, count = phi.getNumIncomingValues(); i != count; ++i) {
        Value *value = phi.getIncomingValue(i), *copy = copies.lookup(value);
        out->addIncoming(copy ? copy : value,
                         cast<BasicBlock>(copies.lookup(phi.getIncomingBlock(i))));
      }
      phi.addIncoming(out, done);
    }
    for (BasicBlock *block : blocks)
      block->getTerminator()->replaceSuccessorWith(exit, done);
    for (auto [memory, lanes, range] : zip(memories.found, made, ranges))
      if (memory.isWritten) {
        Value *bytes = wholeBytes(memory, range.lowWritten, range.highWritten);
        Value *at = builder.CreateSub(range.lowWritten, range.low);
        Align align(bytesOf(memory));
        for (auto [lane, root] : enumerate(memory.roots))
          builder.CreateMemCpy(placeIn(root, range.lowWritten), align, placeIn(lanes[lane], at),
                               align, bytes);
      }
    release(*done, exit);
  }

  BasicBlock &header;
  const Memories &memories;
  ArrayRef<NestRange> ranges;
  BasicBlock &known, *original = nullptr, *fill = nullptr;
  IRBuilder<> builder;
  ValueToValueMapTy copies;
  SmallVector<SmallVector<CallInst *, 8>, 4> made;
  SmallVector<Value *, 4> sizes, starts;
  DenseMap<CallInst *, Value *> bases; ///< where the root would be
  DenseMap<Value *, Value *> places;
  SmallPtrSet<const BasicBlock *, 16> copied;
};

/// Nests with one way out, of loops in simplified form.
bool mayHaveCopies(const Loop &nest) {
  if (nest.isInnermost() || !nest.getUniqueExitBlock() || !nest.isSafeToClone())
    return false;
  unsigned size = 0;
  for (const BasicBlock *block : nest.blocks())
    size += block->size();
  return size <= limits::instructionsOfCopiedNest &&
         all_of(nest.getLoopsInPreorder(),
                [](const Loop *loop) { return loop->isLoopSimplifyForm(); });
}

bool addCopies(Function &function, Loop &nest, Analyses &analyses) {
  SmallPtrSet<const Value *, 32> own;
  for (const LaneObject &object : findLaneObjects(function, SmallPtrSet<BasicBlock *, 1>()))
    for (const LaneUses &uses : object.lanes)
      own.insert_range(uses.pointers);
  Memories memories(nest, analyses, own);
  if (!memories.find())
    return false;
  SmallVector<NestRange, 4> ranges;
  BasicBlock *known, *header = nest.getHeader();
  {
    NestRanges finder(nest, memories.found, analyses);
    if (!finder.canFind())
      return false;
    known = finder.insert(ranges);
  }
  analyses.forget();
  WithCopies(*header, memories, ranges, *known).run();
  return true;
}

} // namespace

bool copyLanes(Function &function, SmallPtrSetImpl<BasicBlock *> &uncopied) {
  constexpr const char *wasHere = "enzyme.lanes.copied";
  if (!function.hasFnAttribute(lanesAttribute) || function.hasFnAttribute(wasHere) ||
      isForDevice(*function.getParent()) ||
      function.getDataLayout().getPointerSizeInBits() != 64) // places are counted in 64 bits
    return false;
  function.addFnAttr(wasHere);
  bool isChanged = false;
  SmallPtrSet<const BasicBlock *, 16> seen; // headers
  for (bool isFound = true; isFound;) {
    isFound = false;
    Analyses analyses(function);
    FunctionPassManager forms;
    forms.addPass(LoopSimplifyPass());
    forms.addPass(LCSSAPass());
    forms.run(function, analyses.manager());
    for (Loop *nest : analyses.loopInfo().getLoopsInPreorder()) {
      if (!seen.insert(nest->getHeader()).second || !mayHaveCopies(*nest))
        continue;
      SmallVector<BasicBlock *, 8> inside, innermost;
      for (Loop *loop : nest->getLoopsInPreorder()) {
        inside.push_back(loop->getHeader());
        if (loop->isInnermost())
          innermost.push_back(loop->getHeader());
      }
      SmallPtrSet<const BasicBlock *, 32> before;
      for (const BasicBlock &block : function)
        before.insert(&block);
      if (!addCopies(function, *nest, analyses))
        continue;
      seen.insert_range(inside);
      uncopied.insert_range(innermost);
      for (BasicBlock &block : function) // copies are no nests of their own
        if (!before.contains(&block))
          seen.insert(&block);
      isFound = isChanged = true;
      break;
    }
  }
  return isChanged;
}

} // namespace enzyme
