//===- PullPlaces.cpp - adjoints that are added to shadow memory ------------===//
//
// Where threads run the same code at once, a place to which others may add is added to atomically
// (plan/LinearStep.h says which). Numbers that lie where copies of unknown bytes would not look for
// them are noted.
//===----------------------------------------------------------------------===//
#include "emit/AliasScopes.h"
#include "emit/Pull.h"
#include "shadow/CopyLoops.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ThreadSums.h"
#include "support/Mutation.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {

void Pull::addToPlace(Value *pointer, Value *accessed, Value *adjoint, Align align,
                      const SumPlace &sum) {
  const Module &module = *builder.GetInsertBlock()->getModule();
  FloatParts parts = floatParts(*accessed, primal);
  IRBuilderBase::FastMathFlagGuard flags(builder);
  allowContraction();
  for (unsigned lane = 0; lane != lanes.count(); ++lane) {
    Value *shadow = place(pointer, accessed->getType(), lane);
    forgetAddresses(shadow, *accessed->getType(), parts);
    Value *added = lanes.get(builder, adjoint, lane);
    for (const FloatPart &part : parts) {
      Value *address = addressOf(builder, shadow, part);
      Align partAlign = commonAlignment(align, part.offset);
      Value *number = extractPart(builder, added, part);
      if (!sum.isOwn && isSharedByThreads(*address, module)) {
        for (Instruction *sum : addForThreads(builder, address, number, partAlign))
          note(*sum, Memory::Adjoint);
        continue;
      }
      if (sum.isShared)
        addShared(pointer, address, number, partAlign, sum.isOwn);
      else
        addPart(pointer, address, number, partAlign);
      notePlace(address, part, partAlign, sum.isAmongOthers);
    }
  }
}

/// *address += part
void Pull::addPart(Value *pointer, Value *address, Value *part, Align align) {
  LoadInst *old = builder.CreateAlignedLoad(part->getType(), address, align);
  AdjointSums sums(builder, primal);
  Value *sum = builder.CreateFAdd(old, part);
  if (mutation::breaks("pull.load", "not added"))
    sum = part;
  note(*old, Memory::Adjoint);
  note(*builder.CreateAlignedStore(sum, address, align), Memory::Adjoint);
}

/// The same where other threads of the team may add, but not if `isOwn` (null: never).
void Pull::addShared(Value *pointer, Value *address, Value *part, Align align, Value *isOwn) {
  if (!isOwn) {
    addForThreads(builder, address, part, align);
    return;
  }
  Function *function = builder.GetInsertBlock()->getParent();
  LLVMContext &llvm = builder.getContext();
  BasicBlock *own = BasicBlock::Create(llvm, "own", function),
             *shared = BasicBlock::Create(llvm, "shared", function),
             *added = BasicBlock::Create(llvm, "added", function);
  MDBuilder likely(llvm);
  builder.CreateCondBr(get(isOwn), own, shared, likely.createLikelyBranchWeights());
  builder.SetInsertPoint(own);
  addPart(pointer, address, part, align);
  builder.CreateBr(added);
  builder.SetInsertPoint(shared);
  addForThreads(builder, address, part, align);
  for (Instruction &at : *shared)
    at.setMetadata(seldomMark, MDNode::get(llvm, {}));
  builder.CreateBr(added);
  builder.SetInsertPoint(added);
}

static bool mayLieAskew(const Piece &piece, Align align) {
  return piece.kind == Kind::Float && mayLieAskew(*piece.floatType, align);
}

/// A number of a packed stream, or one among others of another type: should that be copied as a
/// whole, its adjoint must be found again (runtime/skew.c).
void Pull::notePlace(Value *place, const FloatPart &part, Align align, bool isAmongOthers) {
  uint64_t number = skewableBytes(*part.type);
  if (!number || (!isAmongOthers && !mayLieAskew(*part.type, align)))
    return;
  Module &module = *builder.GetInsertBlock()->getModule();
  uint64_t bytes = module.getDataLayout().getTypeStoreSize(part.type).getKnownMinValue();
  RuntimeCalls(module).numbersAt(builder, {place, builder.getInt64(bytes), number, number},
                                 isAmongOthers);
}

/// The same of what a copy came from.
void Pull::notePlaces(Value *place, Value *bytes, const CopyStep &step) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Align align = step.at->getSourceAlign().valueOrOne();
  for (const NumberRun &run : numbersIn(step.layout, bytes, builder)) {
    const Piece &piece = run.first;
    Align known = commonAlignment(commonAlignment(align, piece.offset), run.period);
    bool isNoted = step.isAmongOthers && skewableBytes(*piece.floatType);
    if (!isNoted && !mayLieAskew(piece, known))
      continue;
    Value *first = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, piece.offset);
    Value *length = builder.CreateMul(run.count, ConstantInt::get(bytes->getType(), run.period));
    RuntimeCalls(module).numbersAt(
        builder, {first, length, run.period, skewableBytes(*piece.floatType)}, isNoted);
  }
}

} // namespace enzyme
