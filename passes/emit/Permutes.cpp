//===- Permutes.cpp ----------------------------------------------------------===//
//
// y = permutation(x, address) gives each thread the number of the thread address / 4 of its warp.
// All functions of HIP that exchange numbers are made of it. The adjoint of x is the sum of the
// adjoints of y in all threads that were given x.
//
// Mostly all threads that read another one read at the same distance, as a difference (up, down)
// or in their bits (xor): then one other thread at most was given x, besides the thread itself.
// Else each thread of the warp is asked. Threads that are not there have no part in either.
//===----------------------------------------------------------------------===//
#include "emit/Permutes.h"
#include "rules/gpu/Meetings.h"
#include "support/Mutation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

class BackEmitter {
public:
  explicit BackEmitter(Function &back)
      : back(back), adjoint(back.getArg(1)), builder(block("entry")) {}

  void emit() {
    BasicBlock *move = block("move"), *one = block("one"), *others = block("others");
    BasicBlock *stay = block("stay");
    lanes = builder.CreateIntrinsic(word(), Intrinsic::amdgcn_wavefrontsize, {});
    Value *low = builder.CreateIntrinsic(word(), Intrinsic::amdgcn_mbcnt_lo,
                                         {builder.getInt32(-1), builder.getInt32(0)});
    lane = builder.CreateIntrinsic(word(), Intrinsic::amdgcn_mbcnt_hi, {builder.getInt32(-1), low});
    own = builder.CreateAnd(builder.CreateLShr(back.getArg(2), 2),
                            builder.CreateSub(lanes, builder.getInt32(1)));
    Value *isMoved = builder.CreateICmpNE(own, lane);
    Value *moved = votes(isMoved);
    builder.CreateCondBr(builder.CreateICmpEQ(moved, builder.getInt64(0)), stay, move);
    builder.SetInsertPoint(stay);
    builder.CreateRet(adjoint);

    builder.SetInsertPoint(move);
    Value *first = builder.CreateTrunc(
        builder.CreateBinaryIntrinsic(Intrinsic::cttz, moved, builder.getTrue()), word());
    auto [isDifference, difference] = isCommon(builder.CreateSub(own, lane), isMoved, first);
    auto [isInBits, bits] = isCommon(builder.CreateXor(own, lane), isMoved, first);
    builder.CreateCondBr(builder.CreateOr(isDifference, isInBits), one, others);
    builder.SetInsertPoint(one);
    Value *other = builder.CreateSelect(isDifference, builder.CreateSub(lane, difference),
                                        builder.CreateXor(lane, bits));
    Value *isOther = builder.CreateAnd(builder.CreateICmpULT(other, lanes), isIn(moved, other));
    Value *given = of(builder.CreateSelect(isOther, other, lane), adjoint);
    builder.CreateRet(
        builder.CreateFAdd(where(isOther, given), where(builder.CreateNot(isMoved), adjoint)));
    askAll(others);
  }

private:
  Type *word() { return builder.getInt32Ty(); }
  BasicBlock *block(const char *name) { return BasicBlock::Create(back.getContext(), name, &back); }
  Constant *zero() { return Constant::getNullValue(adjoint->getType()); }
  Value *where(Value *condition, Value *number) {
    return builder.CreateSelect(condition, number, zero());
  }

  /// A bit for each thread that is there and says yes.
  Value *votes(Value *yes) {
    return builder.CreateIntrinsic(builder.getInt64Ty(), Intrinsic::amdgcn_ballot, {yes});
  }
  Value *isIn(Value *votes, Value *thread) {
    Value *place = builder.CreateZExt(builder.CreateAnd(thread, 63), builder.getInt64Ty());
    return builder.CreateTrunc(builder.CreateLShr(votes, place), builder.getInt1Ty());
  }
  /// What `thread` has of `number`.
  Value *of(Value *thread, Value *number) {
    Function *callee = declareShuffle(*back.getParent(), meetings::permute, number->getType());
    return builder.CreateCall(
        callee, {builder.getInt32(-1), number, builder.CreateShl(thread, 2), builder.getInt32(0)});
  }

  /// Is `distance` the same in all threads that moved, of which `first` is one? And which is it?
  std::pair<Value *, Value *> isCommon(Value *distance, Value *isMoved, Value *first) {
    Value *common = builder.CreateIntrinsic(word(), Intrinsic::amdgcn_readlane, {distance, first});
    Value *isAnother = builder.CreateAnd(isMoved, builder.CreateICmpNE(distance, common));
    if (mutation::breaks("permutation.distance"))
      isAnother = builder.getFalse();
    return {builder.CreateICmpEQ(votes(isAnother), builder.getInt64(0)), common};
  }

  /// Each thread of the warp in turn: where it got its number from, and its adjoint.
  void askAll(BasicBlock *others) {
    BasicBlock *loop = block("loop"), *done = block("done");
    builder.SetInsertPoint(others);
    Value *there = votes(builder.getTrue());
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    PHINode *thread = builder.CreatePHI(word(), 2), *sum = builder.CreatePHI(adjoint->getType(), 2);
    Value *from = of(thread, own), *given = of(thread, adjoint);
    Value *isGiven = builder.CreateAnd(isIn(there, thread), builder.CreateICmpEQ(from, lane));
    Value *added = builder.CreateFAdd(sum, where(isGiven, given));
    Value *next = builder.CreateAdd(thread, builder.getInt32(1));
    thread->addIncoming(builder.getInt32(0), others);
    thread->addIncoming(next, loop);
    sum->addIncoming(zero(), others);
    sum->addIncoming(added, loop);
    builder.CreateCondBr(builder.CreateICmpULT(next, lanes), loop, done);
    builder.SetInsertPoint(done);
    builder.CreateRet(added);
  }

  Function &back;
  Value *adjoint;
  IRBuilder<> builder;
  Value *lanes = nullptr, *lane = nullptr, *own = nullptr; ///< own: where the thread reads
};

} // namespace

void emitPermutationBack(Function &back) { BackEmitter(back).emit(); }

} // namespace enzyme
