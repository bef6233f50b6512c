//===- LaneObjects.cpp ---------------------------------------------------===//
#include "optimise/LaneObjects.h"
#include "limits/optimise.h"
#include "rules/Facts.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isNothing(const Value *pointer) { return isa<ConstantPointerNull, UndefValue>(pointer); }

/// Made by the function for itself, with a size that is known there.
bool isOwn(const Instruction &made) {
  if (auto *variable = dyn_cast<AllocaInst>(&made))
    return variable->isStaticAlloca() && !variable->isUsedWithInAlloca() &&
           variable->getAllocationSize(variable->getDataLayout());
  auto *call = dyn_cast<CallInst>(&made);
  std::optional<AllocatorFact> fact = call ? allocatorFact(*call) : std::nullopt;
  return fact && *fact->name && fact->sizeArgument >= 0;
}

using Objects = SmallSetVector<Instruction *, 2>;

/// The objects that `pointer` may lead into, through phis and selects; false if there are others.
bool findBases(Value *pointer, Objects &bases) {
  SetVector<Value *> pending;
  pending.insert(pointer);
  for (unsigned next = 0; next != pending.size(); ++next) {
    auto *at = dyn_cast<Instruction>(pending[next]);
    if (isNothing(pending[next]))
      continue;
    if (!at || next == limits::valuesOfLaneObject)
      return false;
    if (auto *step = dyn_cast<GetElementPtrInst>(at)) {
      pending.insert(step->getPointerOperand());
    } else if (auto *phi = dyn_cast<PHINode>(at)) {
      pending.insert_range(phi->incoming_values());
    } else if (auto *select = dyn_cast<SelectInst>(at)) {
      pending.insert(select->getTrueValue());
      pending.insert(select->getFalseValue());
    } else if (!isOwn(*at)) {
      return false;
    } else {
      bases.insert(at);
    }
  }
  return !bases.empty();
}

/// Follows one lane's memory to all its uses.
class UseWalk {
public:
  UseWalk(LaneUses &uses, uint64_t elementBytes) : uses(uses), elementBytes(elementBytes) {}

  /// False if something is done with it that is of no kind that is known. What pointers lead to as
  /// well becomes part of it.
  bool run(Objects objects) {
    uses.pointers.insert_range(objects);
    for (unsigned next = 0; next != uses.pointers.size(); ++next) {
      Instruction &pointer = *uses.pointers[next];
      for (Use &use : pointer.uses())
        if (!take(use))
          return false;
      if (isa<PHINode, SelectInst>(pointer) && !findBases(&pointer, objects))
        return false;
      uses.pointers.insert_range(objects);
    }
    for (Instruction &at : instructions(*objects.front()->getFunction()))
      if (objects.contains(&at))
        uses.made.push_back(&at);
    return all_of(uses.pointers, [&](Instruction *pointer) { return staysInside(*pointer); });
  }

private:
  bool take(Use &use) {
    auto &user = *cast<Instruction>(use.getUser());
    if (isa<GetElementPtrInst, PHINode, SelectInst>(user)) {
      uses.pointers.insert(&user);
      return user.getType()->isPointerTy();
    }
    if (isa<LoadInst>(user) ||
        (isa<StoreInst>(user) && use.getOperandNo() == StoreInst::getPointerOperandIndex())) {
      uses.accesses.insert(&user);
      return isElement(user);
    }
    if (auto *compare = dyn_cast<ICmpInst>(&user)) {
      uses.compares.push_back(compare);
      return compare->isEquality();
    }
    auto *call = dyn_cast<CallInst>(&user);
    return call && takeCall(*call, use);
  }

  bool takeCall(CallInst &call, const Use &use) {
    if (call.isLifetimeStartOrEnd()) {
      uses.marks.push_back(&call);
      return true;
    }
    if (auto *fill = dyn_cast<MemSetInst>(&call)) {
      uses.fills.push_back(fill);
      return !fill->isVolatile() &&
             (fillsAll(*fill) ||
              isElements(*fill->getDest(), fill->getDestAlign(), *fill->getLength()));
    }
    if (auto *copy = dyn_cast<MemTransferInst>(&call)) {
      if (!is_contained(uses.copies, copy))
        uses.copies.push_back(copy);
      MaybeAlign align = use.getOperandNo() == 0 ? copy->getDestAlign() : copy->getSourceAlign();
      return !copy->isVolatile() && isElements(*use.get(), align, *copy->getLength());
    }
    std::optional<DeallocatorFact> fact = deallocatorFact(call);
    uses.releases.push_back(&call);
    return fact && *fact->name && use.getOperandNo() == unsigned(fact->pointerArgument);
  }

  /// As many bytes as were allocated, whatever they are used for.
  bool fillsAll(const MemSetInst &fill) const {
    auto *made = dyn_cast<CallInst>(fill.getDest());
    std::optional<AllocatorFact> fact = made ? allocatorFact(*made) : std::nullopt;
    return fact && fact->countArgument < 0 &&
           fill.getLength() == made->getArgOperand(fact->sizeArgument);
  }

  /// Does a number of bytes from a place make whole elements?
  bool isElements(const Value &place, MaybeAlign align, const Value &bytes) const {
    KnownBits length = computeKnownBits(&bytes, uses.pointers.front()->getDataLayout());
    bool isBegin = isa<AllocaInst, CallInst>(place); // of the pointers these are objects
    return (isBegin || align.valueOrOne().value() >= elementBytes) &&
           (uint64_t(1) << std::min(length.countMinTrailingZeros(), 31U)) >= elementBytes;
  }

  bool isElement(const Instruction &access) const {
    auto isPlain = [](const auto &at) { return !at.isVolatile() && at.isUnordered(); };
    bool isKnown =
        isa<LoadInst>(access) ? isPlain(cast<LoadInst>(access)) : isPlain(cast<StoreInst>(access));
    Type *type = getLoadStoreType(&access);
    return isKnown && type->isSingleValueType() && !type->isVectorTy() &&
           access.getDataLayout().getTypeStoreSize(type) == elementBytes &&
           getLoadStoreAlignment(&access).value() >= elementBytes;
  }

  /// A phi or select of this memory and nothing else.
  bool staysInside(const Instruction &pointer) const {
    auto isInside = [&](const Value *from) {
      auto *at = dyn_cast<Instruction>(from);
      return isNothing(from) || (at && uses.pointers.contains(at));
    };
    if (auto *phi = dyn_cast<PHINode>(&pointer))
      return all_of(phi->incoming_values(), isInside);
    auto *select = dyn_cast<SelectInst>(&pointer);
    return !select || (isInside(select->getTrueValue()) && isInside(select->getFalseValue()));
  }

  LaneUses &uses;
  uint64_t elementBytes;
};

/// Memory for all lanes whose uses may turn out to be the same.
class Candidate {
public:
  Candidate(unsigned width, Type &element, const DataLayout &layout) {
    object.lanes.resize(width);
    object.element = &element;
    object.elementBytes = layout.getTypeStoreSize(&element);
  }

  /// False if something is done with the memory that is not known. `taken`: all objects that were
  /// looked at, each of one lane.
  bool follow(ArrayRef<Objects> bases, SmallPtrSetImpl<Instruction *> &taken) {
    bool isKnown = true;
    for (auto [uses, objects] : zip(object.lanes, bases)) {
      isKnown &= UseWalk(uses, object.elementBytes).run(objects);
      for (Instruction *made : uses.made)
        isKnown &= taken.insert(made).second;
      taken.insert_range(objects);
    }
    return isKnown;
  }

  /// Null if lanes differ.
  std::optional<LaneObject> check(const SmallPtrSetImpl<BasicBlock *> &apart) {
    if (any_of(object.lanes, [&](const LaneUses &uses) { return isAccessedIn(apart, uses); }) ||
        !areMadeAlike() || comparesLanes() || !pair(&LaneUses::fills, object.fills) ||
        !pair(&LaneUses::copies, object.copies) || !pair(&LaneUses::releases, object.releases))
      return std::nullopt;
    return std::move(object);
  }

private:
  static bool isAccessedIn(const SmallPtrSetImpl<BasicBlock *> &apart, const LaneUses &uses) {
    return any_of(uses.accesses,
                  [&](Instruction *access) { return apart.contains(access->getParent()); });
  }

  bool areMadeAlike() const {
    const LaneUses &first = object.lanes.front();
    return all_of(object.lanes, [&](const LaneUses &uses) {
      return uses.made.size() == first.made.size() &&
             all_of_zip(uses.made, first.made, [](const Instruction *one, const Instruction *same) {
               return one->isIdenticalTo(same) && one->getParent() == same->getParent();
             });
    });
  }

  /// Pointers of two lanes are never equal, but they would be.
  bool comparesLanes() const {
    for (const LaneUses &uses : object.lanes)
      for (const ICmpInst *compare : uses.compares)
        for (const Value *operand : compare->operands())
          if (auto *at = dyn_cast<Instruction>(operand); at && !uses.pointers.contains(at))
            if (any_of(object.lanes,
                       [&](const LaneUses &other) { return other.pointers.contains(at); }))
              return true;
    return false;
  }

  using Calls = SmallVector<CallBase *, 2>;
  using Pairs = SmallVector<SmallVector<CallBase *, 8>, 2>;

  /// For each of lane 0's calls one of each other lane that does the same there.
  bool pair(Calls LaneUses::*calls, Pairs &pairs) {
    for (const LaneUses &uses : object.lanes)
      if ((uses.*calls).size() != (object.lanes.front().*calls).size())
        return false;
    SmallPtrSet<CallBase *, 16> taken;
    for (CallBase *call : object.lanes.front().*calls) {
      SmallVector<CallBase *, 8> found{call};
      for (unsigned lane = 1; lane != object.width(); ++lane) {
        Twins areTwins(object, lane);
        auto *twin = find_if(object.lanes[lane].*calls, [&](CallBase *other) {
          return !taken.contains(other) && areTwins.calls(*call, *other);
        });
        if (twin == (object.lanes[lane].*calls).end())
          return false;
        taken.insert(*twin);
        found.push_back(*twin);
      }
      if (!areTogether(found))
        return false;
      pairs.push_back(std::move(found));
    }
    return true;
  }

  /// Nothing else reads or writes memory between the first and the last of them.
  bool areTogether(ArrayRef<CallBase *> calls) const {
    const Instruction *first = *min_element(calls, comesBefore),
                      *last = *max_element(calls, comesBefore);
    for (const Instruction *at = first; at != last; at = at->getNextNode())
      if (at->mayReadOrWriteMemory() && !is_contained(calls, at) && !belongs(*at))
        return false;
    return true;
  }

  static bool comesBefore(const Instruction *one, const Instruction *other) {
    return one->comesBefore(other);
  }

  /// One of the calls that make, fill or release this object.
  bool belongs(const Instruction &at) const {
    return any_of(object.lanes, [&](const LaneUses &uses) {
      return is_contained(uses.made, &at) || is_contained(uses.fills, &at) ||
             is_contained(uses.marks, &at);
    });
  }

  LaneObject object;
};

} // namespace

bool Twins::operator()(const Value *first, const Value *other) {
  known.clear();
  return same(first, other);
}

bool Twins::same(const Value *first, const Value *other) {
  if (first == other) // of no lane
    return !isa<Instruction>(first) ||
           !object.lanes.front().pointers.contains(cast<Instruction>(first));
  auto *one = dyn_cast<Instruction>(first), *two = dyn_cast<Instruction>(other);
  if (!one || !two)
    return false;
  unsigned from = find(object.lanes.front().made, one) - object.lanes.front().made.begin(),
           to = find(object.lanes[lane].made, two) - object.lanes[lane].made.begin();
  if (from != object.count() || to != object.count())
    return from == to;
  auto [entry, isNew] = known.try_emplace({one, two}, true); // while it is found out: loops of phis
  if (!isNew)
    return entry->second;
  bool areTwins = areAlike(*one, *two);
  if (!areTwins)
    known[{one, two}] = false;
  return areTwins;
}

bool Twins::areAlike(const Instruction &first, const Instruction &other) {
  bool isPlace = isa<GetElementPtrInst, PHINode, SelectInst, ICmpInst>(first) ||
                 first.isBitwiseLogicOp(); // of comparisons
  if (!isPlace || !first.isSameOperationAs(&other))
    return false;
  if (auto *phi = dyn_cast<PHINode>(&first); phi) {
    if (phi->getParent() != other.getParent())
      return false;
    return all_of(phi->blocks(), [&](BasicBlock *from) {
      return same(phi->getIncomingValueForBlock(from),
                  cast<PHINode>(other).getIncomingValueForBlock(from));
    });
  }
  return all_of_zip(first.operands(), other.operands(),
                    [&](const Use &one, const Use &two) { return same(one, two); });
}

bool Twins::calls(const CallBase &first, const CallBase &other) {
  known.clear();
  auto isIn = [](const LaneUses &uses, const Value *pointer) {
    auto *at = dyn_cast<Instruction>(pointer);
    return at && uses.pointers.contains(at);
  };
  return first.getParent() == other.getParent() && first.isSameOperationAs(&other) &&
         first.getCalledOperand() == other.getCalledOperand() &&
         all_of_zip(first.args(), other.args(), [&](const Use &one, const Use &two) {
           bool isElsewhere = one->getType()->isPointerTy() && !isIn(object.lanes.front(), one) &&
                              !isIn(object.lanes[lane], two);
           return isElsewhere || same(one, two);
         });
}

SmallVector<LoadInst *, 8> collectedBy(InsertElementInst &last) {
  auto *type = dyn_cast<FixedVectorType>(last.getType());
  if (!type)
    return {};
  SmallVector<LoadInst *, 8> loads(type->getNumElements());
  Value *vector = &last;
  while (auto *insert = dyn_cast<InsertElementInst>(vector)) {
    auto *index = dyn_cast<ConstantInt>(insert->getOperand(2));
    auto *load = dyn_cast<LoadInst>(insert->getOperand(1));
    if (!index || !load || index->uge(loads.size()) || loads[index->getZExtValue()])
      return {};
    loads[index->getZExtValue()] = load;
    vector = insert->getOperand(0);
  }
  if (!isa<PoisonValue>(vector) || is_contained(loads, nullptr))
    return {};
  return loads;
}

/// Does it exchange memory with another object whose lanes are not laid out alike?
static bool copiesUnevenly(const LaneObject &object, ArrayRef<LaneObject> all) {
  auto holds = [](const LaneUses &uses, const CallBase &copy) {
    return is_contained(uses.copies, &copy);
  };
  for (ArrayRef<CallBase *> copies : object.copies)
    for (const LaneObject &other : all) {
      bool isTouched = any_of(copies, [&](CallBase *copy) {
        return any_of(other.lanes, [&](const LaneUses &uses) { return holds(uses, *copy); });
      });
      if (!isTouched || &other == &object)
        continue;
      if (other.width() != object.width() || other.elementBytes != object.elementBytes)
        return true;
      for (unsigned lane = 0; lane != object.width(); ++lane)
        if (!holds(other.lanes[lane], *copies[lane]) ||
            !Twins(other, lane).calls(*copies.front(), *copies[lane]))
          return true;
    }
  return false;
}

/// LLVM leaves out of a fill what is overwritten afterwards, and not the same bytes in each lane.
/// Where nothing has touched a variable yet, and most of it is filled, all of it may be.
static void fillWholeVariables(Function &function) {
  SmallPtrSet<const Value *, 16> touched;
  for (Instruction &at : function.getEntryBlock()) {
    auto *fill = dyn_cast<MemSetInst>(&at);
    auto *store = dyn_cast<StoreInst>(&at);
    bool isOther = !fill && !isa<LoadInst>(at) && !store && !isAssumeLikeIntrinsic(&at);
    if ((isOther && at.mayReadOrWriteMemory()) ||
        (store && store->getValueOperand()->getType()->isPointerTy()))
      return;
    Value *place = fill ? fill->getDest() : getLoadStorePointerOperand(&at);
    auto *variable = place ? dyn_cast<AllocaInst>(getUnderlyingObject(place)) : nullptr;
    auto *length = fill ? dyn_cast<ConstantInt>(fill->getLength()) : nullptr;
    if (length && variable && isOwn(*variable) && !touched.contains(variable) &&
        !fill->isVolatile()) {
      uint64_t bytes = variable->getAllocationSize(variable->getDataLayout())->getFixedValue();
      if (2 * length->getZExtValue() >= bytes) {
        fill->setDest(variable);
        fill->setLength(ConstantInt::get(length->getType(), bytes));
        fill->setDestAlignment(variable->getAlign());
        // What the shorter fill said of its bytes would tell it from those of other lanes.
        fill->removeParamAttr(0, Attribute::Dereferenceable);
        fill->addDereferenceableParamAttr(0, bytes);
      }
    }
    if (variable)
      touched.insert(variable);
    else if (fill || store)
      return;
  }
}

SmallVector<LaneObject, 4> findLaneObjects(Function &function,
                                           const SmallPtrSetImpl<BasicBlock *> &apart) {
  fillWholeVariables(function);
  SmallPtrSet<Instruction *, 32> taken;
  SmallVector<LaneObject, 4> objects;
  for (Instruction &at : instructions(function)) {
    auto *last = dyn_cast<InsertElementInst>(&at);
    SmallVector<Objects, 8> bases;
    if (last)
      for (LoadInst *load : collectedBy(*last))
        if (!findBases(load->getPointerOperand(), bases.emplace_back()))
          bases.back().clear();
    if (bases.empty() || any_of(bases, [&](const Objects &of) {
          return of.empty() || any_of(of, [&](Instruction *made) { return taken.contains(made); });
        }))
      continue;
    Candidate candidate(bases.size(), *at.getType()->getScalarType(), function.getDataLayout());
    if (candidate.follow(bases, taken))
      if (std::optional<LaneObject> object = candidate.check(apart))
        objects.push_back(std::move(*object));
  }
  while (true) {
    auto *uneven =
        find_if(objects, [&](LaneObject &object) { return copiesUnevenly(object, objects); });
    if (uneven == objects.end())
      return objects;
    objects.erase(uneven);
  }
}

} // namespace enzyme
