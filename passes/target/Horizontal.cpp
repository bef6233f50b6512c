//===- Horizontal.cpp -----------------------------------------------------===//
//
// In each 128 bits of a = (a0 a1 …) and b, hadd gives the sums of neighbours, those of a
// first: (a0 + a1, …, b0 + b1, …). addsub subtracts at even places and adds at odd ones.
// llvm.vector.reduce.* goes over all of a vector, one after the other.
//===----------------------------------------------------------------------===//
#include "target/Horizontal.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The left (first = 0) or right (1) neighbours that make each result.
SmallVector<int, 16> neighbours(const FixedVectorType &type, int first) {
  int count = type.getNumElements(), part = 128 / type.getScalarSizeInBits();
  SmallVector<int, 16> places;
  for (int begin = 0; begin != count; begin += part)
    for (int from : {0, count}) // of a, of b
      for (int i = 0; i != part; i += 2)
        places.push_back(from + begin + i + first);
  return places;
}

Value *acrossNeighbours(IRBuilder<> &builder, IntrinsicInst &call, bool isSum) {
  auto &type = *cast<FixedVectorType>(call.getType());
  Value *a = call.getArgOperand(0), *b = call.getArgOperand(1);
  Value *left = builder.CreateShuffleVector(a, b, neighbours(type, 0));
  Value *right = builder.CreateShuffleVector(a, b, neighbours(type, 1));
  return isSum ? builder.CreateFAdd(left, right) : builder.CreateFSub(left, right);
}

Value *alternating(IRBuilder<> &builder, IntrinsicInst &call) {
  Value *a = call.getArgOperand(0), *b = call.getArgOperand(1);
  int count = cast<FixedVectorType>(call.getType())->getNumElements();
  SmallVector<int, 16> places;
  for (int i = 0; i != count; ++i)
    places.push_back(i % 2 ? count + i : i);
  return builder.CreateShuffleVector(builder.CreateFSub(a, b), builder.CreateFAdd(a, b), places);
}

using Joining = function_ref<Value *(Value *, Value *)>;

/// `start` is none for maxima and minima.
Value *oneByOne(IRBuilder<> &builder, Value &vector, Value *start, Joining join) {
  auto *type = dyn_cast<FixedVectorType>(vector.getType());
  for (unsigned i = 0; type && i != type->getNumElements(); ++i) {
    Value *element = builder.CreateExtractElement(&vector, uint64_t(i));
    start = start ? join(start, element) : element;
  }
  return type ? start : nullptr;
}

Value *allOfVector(IRBuilder<> &builder, IntrinsicInst &call) {
  if (call.arg_empty())
    return nullptr;
  builder.setFastMathFlags(call.getFastMathFlags());
  Value *first = call.getArgOperand(0);
  auto chosenBy = [&](Intrinsic::ID id) {
    return oneByOne(builder, *first, nullptr,
                    [&](Value *a, Value *b) { return builder.CreateBinaryIntrinsic(id, a, b); });
  };
  switch (call.getIntrinsicID()) {
  case Intrinsic::vector_reduce_fadd:
    return oneByOne(builder, *call.getArgOperand(1), first,
                    [&](Value *a, Value *b) { return builder.CreateFAdd(a, b); });
  case Intrinsic::vector_reduce_fmul:
    return oneByOne(builder, *call.getArgOperand(1), first,
                    [&](Value *a, Value *b) { return builder.CreateFMul(a, b); });
  case Intrinsic::vector_reduce_fmax:
    return chosenBy(Intrinsic::maxnum);
  case Intrinsic::vector_reduce_fmin:
    return chosenBy(Intrinsic::minnum);
  case Intrinsic::vector_reduce_fmaximum:
    return chosenBy(Intrinsic::maximum);
  case Intrinsic::vector_reduce_fminimum:
    return chosenBy(Intrinsic::minimum);
  default:
    return nullptr;
  }
}

Value *spelledOut(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  switch (call.getIntrinsicID()) {
  case Intrinsic::x86_sse3_hadd_pd:
  case Intrinsic::x86_sse3_hadd_ps:
  case Intrinsic::x86_avx_hadd_pd_256:
  case Intrinsic::x86_avx_hadd_ps_256:
    return acrossNeighbours(builder, call, true);
  case Intrinsic::x86_sse3_hsub_pd:
  case Intrinsic::x86_sse3_hsub_ps:
  case Intrinsic::x86_avx_hsub_pd_256:
  case Intrinsic::x86_avx_hsub_ps_256:
    return acrossNeighbours(builder, call, false);
  case Intrinsic::x86_sse3_addsub_pd:
  case Intrinsic::x86_sse3_addsub_ps:
  case Intrinsic::x86_avx_addsub_pd_256:
  case Intrinsic::x86_avx_addsub_ps_256:
    return alternating(builder, call);
  default:
    return isa<FPMathOperator>(call) ? allOfVector(builder, call) : nullptr;
  }
}

} // namespace

void spellOutHorizontal(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<IntrinsicInst>(&at))
      if (Value *spelled = spelledOut(*call)) {
        call->replaceAllUsesWith(spelled);
        call->eraseFromParent();
      }
}

} // namespace enzyme
