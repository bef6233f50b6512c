//===- CopiedState.cpp --------------------------------------------------------===//
#include "regions/CopiedState.h"
#include "limits/regions.h"
#include "memory/BlocksAfter.h"
#include "memory/Updates.h"
#include "regions/Replayable.h"
#include "types/LayoutTools.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

/// In the loop, is nothing done with the address but reading and writing there? A
/// comparison would come out otherwise with the copy's.
bool CopiedState::isOnlyUsedByAddress(const Value &root) const {
  SmallVector<const Value *, 8> pending{&root};
  while (!pending.empty()) {
    const Value *pointer = pending.pop_back_val();
    for (const User *user : pointer->users()) {
      auto *at = dyn_cast<Instruction>(user);
      if (at && isa<GetElementPtrInst>(at)) {
        if (at->getType()->isVectorTy())
          return false;
        pending.push_back(at);
        continue;
      }
      if (at && !loop.contains(at))
        continue;
      auto *store = dyn_cast_or_null<StoreInst>(at);
      bool isAccess = isa_and_nonnull<LoadInst, MemIntrinsic>(at) ||
                      (store && store->getValueOperand() != pointer);
      if (!isAccess)
        return false;
    }
  }
  return true;
}

/// Those of each object, known ahead of the loop; a null pointer leads to none.
Value *CopiedState::bytesOf(ArrayRef<const Value *> objects, const Unknowns &lengths,
                            uint64_t &element) const {
  Value *common = nullptr;
  for (const Value *object : objects) {
    Value *bytes = bytesAllocated(*object);
    auto *computed = dyn_cast_or_null<Instruction>(bytes);
    Unknowns factors;
    if (!bytes || (common && common != bytes) || !bytes->getType()->isIntegerTy(64) ||
        loop.contains(cast<Instruction>(object)) ||
        (computed && !analyses.dominators().dominates(computed, loop.getHeader())))
      return nullptr;
    std::optional<uint64_t> constant = constantFactor(analyses.scalarEvolution().getSCEV(bytes),
                                                      factors, limits::bytesOfStateElement);
    if (!constant || *constant > limits::bytesOfStateElement || factors.empty() ||
        !all_of(factors, [&](const Value *one) { return lengths.contains(one); }))
      return nullptr;
    common = bytes;
    element = *constant;
  }
  return common;
}

/// What all accesses say of each element; null if they do not.
MDNode *CopiedState::declarationOf(ArrayRef<const Instruction *> accesses, uint64_t element) const {
  MDNode *common = nullptr;
  for (const Instruction *access : accesses) {
    Layout layout = types.accessed(*access);
    bool isWhole = layout.known && layout.period == element && !layout.hasPointers();
    MDNode *own = isWhole ? encode(layout, access->getContext()) : nullptr;
    if (!own || (common && common != own))
      return nullptr;
    common = own;
  }
  return common;
}

constexpr Align alignmentOfTape = Align::Constant<16>(); // of copies

/// What the access relies on.
static Align alignmentOf(const Instruction &access) {
  if (auto *bytes = dyn_cast<AnyMemIntrinsic>(&access)) {
    auto *transfer = dyn_cast<AnyMemTransferInst>(bytes);
    return std::max(bytes->getDestAlign().valueOrOne(),
                    transfer ? transfer->getSourceAlign().valueOrOne() : Align());
  }
  return getLoadStoreAlignment(&access);
}

std::optional<CopiedState::Object> CopiedState::objectOf(Value &pointer, ArrayRef<ByteAccess> reads,
                                                         ArrayRef<ByteAccess> written) {
  Value *root = rootOf(&pointer);
  auto *made = dyn_cast<Instruction>(root);
  SmallVector<const Value *, 4> objects = objectsOf(*root);
  if (!made || loop.contains(made) || !isOnlyUsedByAddress(*root) ||
      !all_of(objects, [&](const Value *object) { return writes.isPrivate(*object); }))
    return std::nullopt;
  SmallVector<const Instruction *, 16> users;
  Unknowns lengths; // of loops that work on it
  for (ArrayRef<ByteAccess> accesses : {reads, written})
    for (const ByteAccess &access : accesses) {
      auto isOfThem = [&](const Value *one) { return is_contained(objects, one); };
      if (none_of(objectsOf(*access.pointer), isOfThem))
        continue;
      if (rootOf(access.pointer) != root)
        return std::nullopt; // by another way
      if (alignmentOf(*access.at) > alignmentOfTape)
        return std::nullopt;
      users.push_back(access.at);
      for (const Loop *inner = analyses.loopInfo().getLoopFor(access.at->getParent());
           inner != &loop; inner = inner->getParentLoop())
        lengths.insert_range(lengthsOf(*inner, analyses.scalarEvolution()));
    }
  StateCopy copy;
  uint64_t element = 0;
  copy.bytes = bytesOf(objects, lengths, element);
  copy.declared = copy.bytes ? declarationOf(users, element) : nullptr;
  return copy.bytes && (copy.declared || !mustDeclare) ? std::optional(Object(root, copy))
                                                       : std::nullopt;
}

/// All uses of the parameter's memory.
static SmallVector<const Instruction *, 16> accessesThrough(const Argument &parameter) {
  SmallVector<const Instruction *, 16> found;
  SmallVector<const Value *, 8> pending{&parameter};
  while (!pending.empty())
    for (const User *user : pending.pop_back_val()->users())
      if (isa<GetElementPtrInst>(user))
        pending.push_back(user);
      else
        found.push_back(cast<Instruction>(user));
  return found;
}

SmallVector<const StoreInst *, 8> lastWrites(const Argument &parameter) {
  BlocksAfter blocks(*parameter.getParent());
  SmallVector<const Instruction *, 16> accesses = accessesThrough(parameter);
  SmallVector<const StoreInst *, 8> last;
  for (const Instruction *access : accesses)
    if (auto *store = dyn_cast<StoreInst>(access); store && store->isSimple())
      last.push_back(store);
  auto mayFollow = [&](const Instruction &other, const StoreInst &store) {
    return other.getParent() == store.getParent()
               ? store.comesBefore(&other) || blocks.runsAgain(*store.getParent())
               : blocks.canFollow(*other.getParent(), *store.getParent());
  };
  SmallPtrSet<const Instruction *, 8> left;
  auto isRead = [&](const StoreInst *store) {
    return any_of(accesses, [&](const Instruction *other) {
      if (isa<StoreInst>(other) || !mayFollow(*other, *store))
        return false;
      auto *load = dyn_cast<LoadInst>(other);
      std::optional<SumInMemory> sum = load ? sumFrom(*load) : std::nullopt;
      return !sum || !left.contains(sum->store);
    });
  };
  for (size_t before = last.size() + 1; before != last.size();) { // sums end in what is left
    before = last.size();
    left.clear();
    left.insert_range(last);
    erase_if(last, isRead);
  }
  return last;
}

} // namespace enzyme
