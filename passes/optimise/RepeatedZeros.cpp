//===- RepeatedZeros.cpp - zeros that are written where there are some ------------===//
//
//   memory = malloc(n); memset(memory, 0, n)       memory = malloc(n); memset(memory, 0, n)
//   memset(memory, 0, n)                     ->
//
// Memory of tangents is cleared when it is made. Most programs clear theirs, too (std::vector does
// so by itself), and its tangent with it. LLVM knows of calloc only that what it gives is zero.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/Optimise.h"
#include "rules/Facts.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isZero(const Value *value) {
  auto *constant = dyn_cast<Constant>(value);
  return constant && constant->isNullValue();
}

/// The memory that `at` fills with zeros, all of it; null if it does not.
CallBase *clearedWhole(Instruction &at) {
  auto *fill = dyn_cast<MemSetInst>(&at);
  auto *made = fill ? dyn_cast<CallBase>(fill->getDest()) : nullptr;
  std::optional<AllocatorFact> fact = made ? allocatorFact(*made) : std::nullopt;
  bool isWhole = fact && fact->countArgument < 0 && isNoAliasCall(made) && !fill->isVolatile() &&
                 isZero(fill->getValue()) &&
                 fill->getLength() == made->getArgOperand(fact->sizeArgument);
  return isWhole ? made : nullptr;
}

/// Where `at` writes zeros and does nothing else; nothing if it does not.
std::optional<MemoryLocation> clearedBy(const Instruction &at) {
  if (auto *fill = dyn_cast<MemSetInst>(&at); fill && !fill->isVolatile())
    return isZero(fill->getValue()) ? std::optional(MemoryLocation::getForDest(fill))
                                    : std::nullopt;
  auto *store = dyn_cast<StoreInst>(&at);
  return store && store->isSimple() && isZero(store->getValueOperand())
             ? std::optional(MemoryLocation::get(store))
             : std::nullopt;
}

/// Is what an allocation gives cleared at once, and is there one such block of memory in a call of
/// the function, so that it is known by its name?
class ClearedObjects {
public:
  ClearedObjects(Function &function, FunctionAnalysisManager &analyses) : function(function) {
    for (Instruction &at : instructions(function)) {
      CallBase *made = clearedWhole(at);
      if (!made)
        continue;
      auto *invoke = dyn_cast<InvokeInst>(made);
      const BasicBlock *behind = invoke ? invoke->getNormalDest() : made->getParent();
      SmallVector<BasicBlock *, 4> next(successors(at.getParent()));
      bool isOne = next.empty() || !isPotentiallyReachableFromMany(
                                       next, made->getParent(), nullptr,
                                       &analyses.getResult<DominatorTreeAnalysis>(function),
                                       &analyses.getResult<LoopAnalysis>(function));
      if (at.getParent() == behind && (!invoke || behind->getSinglePredecessor()) && isOne)
        clearing[made] = {made, &at};
    }
  }

  bool areAny() const { return !clearing.empty(); }

  /// Which of them `pointer` leads into; null: none, or that cannot be told.
  Instruction *objectOf(const Value &pointer) const {
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(&pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    erase_if(objects, [&](const Value *object) {
      return isa<ConstantPointerNull>(object) &&
             !NullPointerIsDefined(&function, object->getType()->getPointerAddressSpace());
    });
    if (objects.size() != 1)
      return nullptr;
    auto found = clearing.find(objects.front());
    return found == clearing.end() ? nullptr : found->second.made;
  }

  const Instruction *clearingOf(const Value &object) const { return clearing.lookup(&object).fill; }

private:
  struct Cleared {
    Instruction *made = nullptr;
    const Instruction *fill = nullptr;
  };

  const Function &function;
  DenseMap<const Value *, Cleared> clearing;
};

/// Are there but zeros in `object` wherever `write`, which writes zeros into it, is about to run?
/// What lies on ways on which it is not allocated does not count; nor does what lies ahead of the
/// allocation on all ways to it, as no way leads from there back to it.
bool isStillClear(const MemoryDef &write, Instruction &object, const ClearedObjects &cleared,
                  FunctionAnalysisManager &analyses) {
  Function &function = *object.getFunction();
  MemorySSA &memory = analyses.getResult<MemorySSAAnalysis>(function).getMSSA();
  AAResults &aliases = analyses.getResult<AAManager>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  MemoryLocation place = MemoryLocation::getBeforeOrAfter(&object);
  SmallSetVector<const MemoryAccess *, 16> accesses;
  accesses.insert(write.getDefiningAccess());
  for (unsigned i = 0; i != accesses.size(); ++i) {
    if (i == limits::accessesSinceCleared)
      return false;
    if (auto *phi = dyn_cast<MemoryPhi>(accesses[i])) {
      if (dominators.dominates(phi->getBlock(), object.getParent()))
        continue;
      for (const Use &incoming : phi->incoming_values())
        accesses.insert(cast<MemoryAccess>(incoming));
      continue;
    }
    auto *last = cast<MemoryDef>(accesses[i]);
    const Instruction *at = last->getMemoryInst();
    if (memory.isLiveOnEntryDef(last) || at == cleared.clearingOf(object) ||
        dominators.dominates(at, &object))
      continue;
    if (at == &object || (!clearedBy(*at) && isModSet(aliases.getModRefInfo(at, place))))
      return false;
    accesses.insert(last->getDefiningAccess());
  }
  return true;
}

} // namespace

bool dropRepeatedZeros(Function &function, FunctionAnalysisManager &analyses) {
  ClearedObjects cleared(function, analyses);
  if (!cleared.areAny())
    return false;
  MemorySSA &memory = analyses.getResult<MemorySSAAnalysis>(function).getMSSA();
  auto isRepeated = [&](const Instruction &at, const Value &pointer) {
    Instruction *object = cleared.objectOf(pointer);
    auto *write = dyn_cast_or_null<MemoryDef>(memory.getMemoryAccess(&at));
    return object && write && &at != cleared.clearingOf(*object) &&
           isStillClear(*write, *object, cleared, analyses);
  };
  SmallVector<Instruction *, 16> repeated; // zeros beside zeros: one may rest on another
  for (Instruction &at : instructions(function))
    if (std::optional<MemoryLocation> place = clearedBy(at); place && isRepeated(at, *place->Ptr))
      repeated.push_back(&at);
  for (Instruction *at : repeated)
    at->eraseFromParent();
  if (!repeated.empty())
    analyses.invalidate(function, PreservedAnalyses::none());
  return !repeated.empty();
}

} // namespace enzyme
