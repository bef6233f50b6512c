//===- ShadowBuilder.h - builds the shadowed primal (room-private) -------===//
#ifndef ENZYME_SHADOW_SHADOWBUILDER_H
#define ENZYME_SHADOW_SHADOWBUILDER_H

#include "rules/Facts.h"
#include "shadow/ShadowedPrimal.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace enzyme {

class ShadowBuilder {
public:
  ShadowBuilder(Context &context, ShadowedPrimal &out)
      : context(context), out(out), layout(out.prepared->getParent()->getDataLayout()) {}

  /// Fills `out`. False after a refusal.
  bool build();

private:
  // ShadowBuilder.cpp: the copy and the walk
  void copyFunction();
  void declareLayouts();
  void declareHidden();
  void moveAllocasToTape();
  void takeReturn();
  bool shadowInstruction(llvm::Instruction &prepared);
  /// Memory that is written to, and its shadow.
  struct Written {
    llvm::Value *memory, *shadow;
  };
  void guardWrite(llvm::IRBuilderBase &builder, const Written &to, llvm::Value *stored,
                  const Position &where);
  void shadowStore(llvm::StoreInst &prepared);
  void shadowTransfer(llvm::MemIntrinsic &prepared);
  void shadowFill(llvm::MemSetInst &prepared);
  llvm::Value *bytesOfShadow(llvm::IRBuilderBase &builder, llvm::MemIntrinsic &prepared,
                             llvm::Value *shadow);
  void shadowAtomic(llvm::Instruction &prepared, llvm::Value *pointer);

  // ShadowPointers.cpp: one shadow pointer
  llvm::Value *shadowOf(llvm::Value *copy);
  llvm::Value *shadowOfConstant(llvm::Constant *constant);
  llvm::Value *shadowOfInstruction(llvm::Instruction *copy);
  llvm::Value *shadowOfPhi(llvm::PHINode *copy);
  llvm::Value *shadowAlloca(llvm::AllocaInst *copy);
  void fillWordsOfConstant(llvm::Value &memory);
  llvm::Value *shadowAllocation(llvm::CallBase *copy);
  llvm::Value *shadowInsideObject(llvm::CallBase *copy, unsigned argument);
  llvm::Value *cloneOnShadows(llvm::Instruction *copy);
  llvm::Value *movedAsFar(llvm::Instruction *copy, llvm::ArrayRef<llvm::Value *> shadows);
  llvm::Value *selfIfNull(llvm::Instruction *copy, llvm::Instruction *shadow);
  void checkArray(llvm::Instruction *copy, llvm::Instruction *shadow);
  llvm::Constant *shadowInitialiser(llvm::Constant *initial, bool isVariable);
  llvm::Constant *shadowGlobal(llvm::GlobalVariable *global);
  bool needsShadow(const llvm::Value *copy) const;
  bool isMixed(const llvm::Value *copy) const;

  // Distances.cpp
  llvm::Value *distanceOfShadows(llvm::Value *distance, unsigned depth = 0);
  bool isShadowedAddress(const llvm::Value &copy) const;
  llvm::Value *shadowOfEnd(llvm::Value *end);
  void guardDistance(llvm::BinaryOperator &prepared);

  // CaughtExceptions.cpp
  void guardExceptions();
  void freeThrownShadows(llvm::IRBuilderBase &builder, llvm::Value &thrown);
  llvm::Value *flagActiveInvokes();

  // ShadowCalls.cpp: calls
  bool shadowCall(llvm::CallBase &prepared);
  void markTask(const DerivativeCall &made);
  bool sharesOtherShadows(const llvm::CallBase &prepared) const;
  bool shadowDerivativeCall(llvm::CallBase &prepared, const WantedDerivative &wanted);
  void copyState(DerivativeCall &made);
  void shadowReplayedCall(llvm::CallBase &prepared, DerivativeCall made);
  void noteAdjoints(
      DerivativeCall &made,
      llvm::function_ref<llvm::Value *(std::optional<unsigned>, const llvm::Twine &)> part);
  llvm::Value *shadowToFree(llvm::IRBuilderBase &builder, llvm::Value *memory);
  void followOwnedPointers(llvm::CallBase &prepared);
  void answerForPair(llvm::CallBase &prepared);
  bool shadowDeallocation(llvm::CallBase &prepared, unsigned pointerArgument);
  bool refuseDeallocator(llvm::CallBase &prepared);
  void releaseLost(llvm::CallBase &prepared);
  llvm::SmallVector<llvm::Value *, 8> derivativeOperands(const DerivativeCall &made,
                                                         llvm::CallBase &copy);
  void shadowTapeCall(llvm::CallBase &prepared, TapeCall tape);
  void shareRoom(llvm::CallBase &prepared);
  void repeatOnShadows(llvm::CallBase &prepared);
  void prepareNodes(llvm::CallBase &prepared, llvm::ArrayRef<llvm::Value *> shadows);
  bool refuseCall(llvm::CallBase &prepared);

  /// Everything that makes or asks for a shadow is about the lane `lane`; this
  /// does it for all of them.
  template <typename Do> void eachLane(Do action) {
    for (lane = 0; lane != out.width(); ++lane)
      action();
    lane = 0;
  }
  bool isReverse() const { return !isForward(out.key.mode); }
  llvm::Value *copyOf(const llvm::Value &value) const;
  void setShadow(const llvm::Value *copy, llvm::Value *shadow) { out.shadows[lane][copy] = shadow; }

  llvm::Value *promisedShadow(llvm::CallBase *copy);
  void keepPromise(llvm::CallBase *copy, llvm::Value *shadow);

  /// Shadows of call results that were asked for before the call's derivative
  /// was made (around a loop): stand-ins, replaced when it is.
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, llvm::Instruction *>
      promised; ///< by lane
  unsigned lane = 0;

  Context &context;
  ShadowedPrimal &out;
  const llvm::DataLayout &layout;
};

/// Where instructions that use `value` right after its definition may be put.
llvm::Instruction *afterDefinition(llvm::Instruction &value);

/// `sink` when shadow == primal at run time, else `shadow`: an address that may
/// always be written. Only for Mixed pointers.
llvm::Value *writableShadow(llvm::IRBuilderBase &builder, llvm::Value *primal, llvm::Value *shadow,
                            llvm::Value *sink);

} // namespace enzyme
#endif
