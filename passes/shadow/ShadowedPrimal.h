//===- ShadowedPrimal.h - the primal with its shadow pointers ------------===//
//
// Problem: shadow pointers are computed like primals (duplicated address
// arithmetic, duplicated allocations, duplicated pointer loads and stores), not
// transposed. If they were made while derivatives are emitted, the plan could
// not ask whether one of them must be kept for the reverse sweep.
//
// Here (state 6a): a copy of the prepared function that already has the type of
// its derivative and in which every shadow pointer that derivative work will
// touch exists as an ordinary instruction beside its primal; calls with a
// derivative are calls of that derivative. It holds no float derivative yet.
// The plan then treats primal values and shadow pointers alike. Each lane has
// shadow pointers of its own.
//
// Conventions:
//   * the shadow of Const memory is the primal pointer itself; where a pointer is
//     Mixed, shadow == primal at run time means "const: do not touch";
//   * lifetime markers are gone; what the primal frees is deferred (reverse).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_SHADOWEDPRIMAL_H
#define ENZYME_SHADOW_SHADOWEDPRIMAL_H

#include "Context.h"
#include "abi/Signature.h"
#include "activity/Activity.h"
#include "regions/RegionPlan.h"
#include "shadow/ControlRecords.h"
#include "shadow/GuardedProducts.h"
#include "types/Types.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <memory>

namespace enzyme {

/// An active call whose callee has a derivative function.
struct DerivativeCall {
  const llvm::CallBase *prepared = nullptr;
  llvm::CallBase *call = nullptr; ///< of the forward or augmented derivative
  DerivativeKey key;              ///< of that derivative
  Signature signature;
  llvm::Function *reverse = nullptr;   ///< what the reverse sweep calls; null: it runs in place
  std::vector<bool> ofBits;            ///< arguments whose derivative is unknown (HandedBits.h)
  llvm::Value *primalResult = nullptr; ///< null when void or unused
  llvm::Value *tape = nullptr;         ///< reverse
  /// A replayed call: `call` is the primal's own, and the reverse sweep calls the
  /// combined derivative with these operands.
  std::vector<llvm::WeakTrackingVH> again;

  /// What the region plan says about it; null: it is kept. In place: `call` is the combined
  /// derivative; its seed is what reaches the result on the ways that the plan names, and its
  /// adjoints exist before the reverse sweep begins.
  const CallRegion *region = nullptr;
  struct Adjoint {
    llvm::Value *value = nullptr; ///< null: the argument has none
    std::optional<int> passed;    ///< it is the adjoint of this part (-1: all) of the result
    bool isSummed = false;        ///< added to the argument's slot in place
  };
  std::vector<Adjoint> adjoints; ///< in place: per argument

  bool isOfBits(unsigned argument) const { return argument < ofBits.size() && ofBits[argument]; }
  bool isInPlace() const { return region && region->verdict == RegionVerdict::Fuse; }
  bool isReplayed() const { return region && region->verdict == RegionVerdict::Replay; }
  /// The operand of the derivative's call at `place` of its signature.
  llvm::Value *operand(unsigned place) const {
    return isReplayed() ? static_cast<llvm::Value *>(again[place]) : call->getArgOperand(place);
  }
  /// The primal's argument `index`, in the primal sweep.
  llvm::Value *inPrimal(unsigned index) const {
    return call->getArgOperand(isReplayed() ? index : signature.primalParameter[index]);
  }
  /// The same where the derivative is called.
  llvm::Value *argument(unsigned index) const { return operand(signature.primalParameter[index]); }
};

struct ShadowedPrimal {
  DerivativeKey key;
  Signature signature;
  llvm::Function *prepared = nullptr;
  llvm::Function *function = nullptr;
  const TypeResults *types = nullptr;
  const ActivityResults *activity = nullptr;
  const RegionPlan *regions = nullptr;
  const UserRules *userRules = nullptr;

  /// prepared value -> its copy in `function`
  std::unique_ptr<llvm::ValueToValueMapTy> copies;
  /// copy -> prepared value
  llvm::DenseMap<const llvm::Value *, const llvm::Value *> origins;
  /// per lane: copy of a pointer (or of a value holding pointers) -> its shadow
  std::vector<llvm::DenseMap<const llvm::Value *, llvm::Value *>> shadows;
  /// shadow load -> the primal load (both in `function`) it mirrors
  llvm::DenseMap<const llvm::Instruction *, const llvm::Instruction *> mirrors;
  std::vector<DerivativeCall> calls;
  /// Calls before which the program refuses to go on.
  llvm::SmallPtrSet<const llvm::Value *, 4> refusesAtRunTime;

  llvm::BasicBlock *exit =
      nullptr;            ///< the block that still returns as the primal did; null if none
  ControlRecords control; ///< reverse only
  /// In a region that a team runs: loads from places to which no other thread adds where the value
  /// (i1) is true.
  llvm::DenseMap<const llvm::LoadInst *, llvm::Value *> ownSums;
  llvm::Value *returned = nullptr;            ///< the primal's return value, null if void
  std::vector<llvm::Value *> returnedShadows; ///< per lane, when key.returned is Dup; else empty
  bool usesTape = false;                      ///< arena allocations, deferrals or augmented calls
  /// The source allows a product and the sum that takes it to be rounded once.
  bool mayContract = false;
  GuardedProducts guarded;     ///< of derivatives that it is one of
  bool sumsInAnyOrder = false; ///< those of adjoints: -enzyme-reassociate
  /// Adjoints that fade become zero (plan/FadingAdjoints.h): -enzyme-flush-subnormals. Not in what
  /// is differentiated again, where zeros have derivatives, nor on devices, which do not mind.
  bool flushesSubnormals = false;

  /// The value in the prepared function that `copy` stands for; null for
  /// instructions that only the shadowed primal has.
  const llvm::Value *origin(const llvm::Value *copy) const { return origins.lookup(copy); }
  llvm::Value *copyOf(const llvm::Value *value) const;
  llvm::Value *shadowOf(const llvm::Value *copy, unsigned lane) const {
    return shadows[lane].lookup(copy);
  }
  unsigned width() const { return key.width; }
  bool isActive(const llvm::Value *copy) const;
  PointerActivity pointerActivity(const llvm::Value *copy) const;
  const DerivativeCall *derivativeCallFor(const llvm::Value *call) const;
};

/// Where the program says what `copy`, of the shadowed primal, does.
Position positionIn(const ShadowedPrimal &primal, const llvm::Instruction &copy);

/// A global that buildShadowedPrimal made beside one of the program's.
bool isShadowOfGlobal(const llvm::GlobalVariable &global);

/// Builds state 6a. `regions` holds the functions that calls want. Null after a refusal.
std::unique_ptr<ShadowedPrimal> buildShadowedPrimal(Context &context, const DerivativeKey &key,
                                                    const Analysed &analysed,
                                                    const RegionPlan &regions);

} // namespace enzyme
#endif
