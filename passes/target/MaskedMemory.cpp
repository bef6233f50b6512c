//===- MaskedMemory.cpp - vectors read and written where a mask says so -----===//
//
// Of a mask's elements the processor looks at the highest bit. Nothing is asked of
// alignment. A gather may have more numbers than indices: what is over becomes zero.
//===----------------------------------------------------------------------===//
#include "target/MaskedMemory.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace enzyme {
namespace {

enum class Form { None, Load, Store, Gather };

Form formOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::x86_avx_maskload_pd:
  case Intrinsic::x86_avx_maskload_pd_256:
  case Intrinsic::x86_avx_maskload_ps:
  case Intrinsic::x86_avx_maskload_ps_256:
  case Intrinsic::x86_avx2_maskload_d:
  case Intrinsic::x86_avx2_maskload_d_256:
  case Intrinsic::x86_avx2_maskload_q:
  case Intrinsic::x86_avx2_maskload_q_256:
    return Form::Load;
  case Intrinsic::x86_avx_maskstore_pd:
  case Intrinsic::x86_avx_maskstore_pd_256:
  case Intrinsic::x86_avx_maskstore_ps:
  case Intrinsic::x86_avx_maskstore_ps_256:
  case Intrinsic::x86_avx2_maskstore_d:
  case Intrinsic::x86_avx2_maskstore_d_256:
  case Intrinsic::x86_avx2_maskstore_q:
  case Intrinsic::x86_avx2_maskstore_q_256:
    return Form::Store;
  case Intrinsic::x86_avx2_gather_d_pd:
  case Intrinsic::x86_avx2_gather_d_pd_256:
  case Intrinsic::x86_avx2_gather_q_pd:
  case Intrinsic::x86_avx2_gather_q_pd_256:
  case Intrinsic::x86_avx2_gather_d_ps:
  case Intrinsic::x86_avx2_gather_d_ps_256:
  case Intrinsic::x86_avx2_gather_q_ps:
  case Intrinsic::x86_avx2_gather_q_ps_256:
  case Intrinsic::x86_avx2_gather_d_d:
  case Intrinsic::x86_avx2_gather_d_d_256:
  case Intrinsic::x86_avx2_gather_q_d:
  case Intrinsic::x86_avx2_gather_q_d_256:
  case Intrinsic::x86_avx2_gather_d_q:
  case Intrinsic::x86_avx2_gather_d_q_256:
  case Intrinsic::x86_avx2_gather_q_q:
  case Intrinsic::x86_avx2_gather_q_q_256:
    return Form::Gather;
  default:
    return Form::None;
  }
}

unsigned lengthOf(const Value &vector) {
  return cast<FixedVectorType>(vector.getType())->getNumElements();
}

/// The first `count` elements; those beyond the vector's own are its zeros'.
Value *firstOf(IRBuilder<> &builder, Value *vector, unsigned count) {
  if (lengthOf(*vector) == count)
    return vector;
  SmallVector<int, 8> elements;
  for (unsigned i = 0; i != count; ++i)
    elements.push_back(int(std::min(i, lengthOf(*vector))));
  return builder.CreateShuffleVector(vector, Constant::getNullValue(vector->getType()), elements);
}

Value *isMasked(IRBuilder<> &builder, Value *mask) {
  auto *type = cast<VectorType>(mask->getType());
  Value *bits = builder.CreateBitCast(mask, VectorType::getInteger(type));
  return builder.CreateICmpSLT(bits, Constant::getNullValue(bits->getType()));
}

Value *gather(IRBuilder<> &builder, IntrinsicInst &call) {
  unsigned all = lengthOf(call), count = std::min(all, lengthOf(*call.getArgOperand(2)));
  Value *others = firstOf(builder, call.getArgOperand(0), count),
        *indices = firstOf(builder, call.getArgOperand(2), count),
        *mask = firstOf(builder, isMasked(builder, call.getArgOperand(3)), count);
  Type *words = FixedVectorType::get(builder.getInt64Ty(), count);
  Value *scale = builder.CreateZExt(call.getArgOperand(4), builder.getInt64Ty());
  Value *distances = builder.CreateMul(builder.CreateSExt(indices, words),
                                       builder.CreateVectorSplat(count, scale));
  Value *places = builder.CreateGEP(builder.getInt8Ty(), call.getArgOperand(1), distances);
  Value *found = builder.CreateMaskedGather(others->getType(), places, Align(1), mask, others);
  return firstOf(builder, found, all);
}

/// What the call does, in LLVM's words; null if it is not such a call.
Value *inGeneral(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  switch (formOf(call.getIntrinsicID())) {
  case Form::None:
    return nullptr;
  case Form::Load:
    return builder.CreateMaskedLoad(call.getType(), call.getArgOperand(0), Align(1),
                                    isMasked(builder, call.getArgOperand(1)),
                                    Constant::getNullValue(call.getType()));
  case Form::Store:
    return builder.CreateMaskedStore(call.getArgOperand(2), call.getArgOperand(0), Align(1),
                                     isMasked(builder, call.getArgOperand(1)));
  case Form::Gather:
    return gather(builder, call);
  }
  llvm_unreachable("a form of masked access");
}

} // namespace

PreservedAnalyses MaskedMemoryPass::run(Function &function, FunctionAnalysisManager &) {
  bool isChanged = false;
  for (Instruction &at : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<IntrinsicInst>(&at);
    Value *general = call ? inGeneral(*call) : nullptr;
    if (!general)
      continue;
    call->replaceAllUsesWith(general);
    call->eraseFromParent();
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace enzyme
