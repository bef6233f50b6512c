//===- MaskedMemory.cpp - vectors read and written where a mask says so -----===//
//
// Of a mask's elements the processor looks at the highest bit, AVX-512 has bits. Nothing is asked
// of alignment. A gather may have more numbers than indices: what is over becomes zero.
//===----------------------------------------------------------------------===//
#include "target/MaskedMemory.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace enzyme {
namespace {

enum class Form { None, Load, Store, Gather, Scatter };

/// AVX-512's, whose masks are bits.
Form formOfWide(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::x86_avx512_mask_gather_dpd_512:
  case Intrinsic::x86_avx512_mask_gather_dpi_512:
  case Intrinsic::x86_avx512_mask_gather_dpq_512:
  case Intrinsic::x86_avx512_mask_gather_dps_512:
  case Intrinsic::x86_avx512_mask_gather_qpd_512:
  case Intrinsic::x86_avx512_mask_gather_qpi_512:
  case Intrinsic::x86_avx512_mask_gather_qpq_512:
  case Intrinsic::x86_avx512_mask_gather_qps_512:
  case Intrinsic::x86_avx512_mask_gather3div2_df:
  case Intrinsic::x86_avx512_mask_gather3div2_di:
  case Intrinsic::x86_avx512_mask_gather3div4_df:
  case Intrinsic::x86_avx512_mask_gather3div4_di:
  case Intrinsic::x86_avx512_mask_gather3div4_sf:
  case Intrinsic::x86_avx512_mask_gather3div4_si:
  case Intrinsic::x86_avx512_mask_gather3div8_sf:
  case Intrinsic::x86_avx512_mask_gather3div8_si:
  case Intrinsic::x86_avx512_mask_gather3siv2_df:
  case Intrinsic::x86_avx512_mask_gather3siv2_di:
  case Intrinsic::x86_avx512_mask_gather3siv4_df:
  case Intrinsic::x86_avx512_mask_gather3siv4_di:
  case Intrinsic::x86_avx512_mask_gather3siv4_sf:
  case Intrinsic::x86_avx512_mask_gather3siv4_si:
  case Intrinsic::x86_avx512_mask_gather3siv8_sf:
  case Intrinsic::x86_avx512_mask_gather3siv8_si:
    return Form::Gather;
  case Intrinsic::x86_avx512_mask_scatter_dpd_512:
  case Intrinsic::x86_avx512_mask_scatter_dpi_512:
  case Intrinsic::x86_avx512_mask_scatter_dpq_512:
  case Intrinsic::x86_avx512_mask_scatter_dps_512:
  case Intrinsic::x86_avx512_mask_scatter_qpd_512:
  case Intrinsic::x86_avx512_mask_scatter_qpi_512:
  case Intrinsic::x86_avx512_mask_scatter_qpq_512:
  case Intrinsic::x86_avx512_mask_scatter_qps_512:
  case Intrinsic::x86_avx512_mask_scatterdiv2_df:
  case Intrinsic::x86_avx512_mask_scatterdiv2_di:
  case Intrinsic::x86_avx512_mask_scatterdiv4_df:
  case Intrinsic::x86_avx512_mask_scatterdiv4_di:
  case Intrinsic::x86_avx512_mask_scatterdiv4_sf:
  case Intrinsic::x86_avx512_mask_scatterdiv4_si:
  case Intrinsic::x86_avx512_mask_scatterdiv8_sf:
  case Intrinsic::x86_avx512_mask_scatterdiv8_si:
  case Intrinsic::x86_avx512_mask_scattersiv2_df:
  case Intrinsic::x86_avx512_mask_scattersiv2_di:
  case Intrinsic::x86_avx512_mask_scattersiv4_df:
  case Intrinsic::x86_avx512_mask_scattersiv4_di:
  case Intrinsic::x86_avx512_mask_scattersiv4_sf:
  case Intrinsic::x86_avx512_mask_scattersiv4_si:
  case Intrinsic::x86_avx512_mask_scattersiv8_sf:
  case Intrinsic::x86_avx512_mask_scattersiv8_si:
    return Form::Scatter;
  default:
    return Form::None;
  }
}

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
    return formOfWide(id);
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
  if (type->getElementType()->isIntegerTy(1))
    return mask;
  Value *bits = builder.CreateBitCast(mask, VectorType::getInteger(type));
  return builder.CreateICmpSLT(bits, Constant::getNullValue(bits->getType()));
}

/// Where the first `count` numbers lie: so many times the last argument from `base`.
Value *placesOf(IRBuilder<> &builder, IntrinsicInst &call, unsigned base, unsigned count) {
  Value *indices = firstOf(builder, call.getArgOperand(2), count);
  Type *words = FixedVectorType::get(builder.getInt64Ty(), count);
  Value *scale = builder.CreateZExt(call.getArgOperand(4), builder.getInt64Ty());
  Value *distances = builder.CreateMul(builder.CreateSExt(indices, words),
                                       builder.CreateVectorSplat(count, scale));
  return builder.CreateGEP(builder.getInt8Ty(), call.getArgOperand(base), distances);
}

Value *gather(IRBuilder<> &builder, IntrinsicInst &call) {
  unsigned all = lengthOf(call), count = std::min(all, lengthOf(*call.getArgOperand(2)));
  Value *others = firstOf(builder, call.getArgOperand(0), count),
        *mask = firstOf(builder, isMasked(builder, call.getArgOperand(3)), count);
  Value *places = placesOf(builder, call, 1, count);
  Value *found = builder.CreateMaskedGather(others->getType(), places, Align(1), mask, others);
  return firstOf(builder, found, all);
}

Value *scatter(IRBuilder<> &builder, IntrinsicInst &call) {
  Value *numbers = call.getArgOperand(3);
  unsigned count = std::min(lengthOf(*numbers), lengthOf(*call.getArgOperand(2)));
  return builder.CreateMaskedScatter(firstOf(builder, numbers, count),
                                     placesOf(builder, call, 0, count), Align(1),
                                     firstOf(builder, call.getArgOperand(1), count));
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
  case Form::Scatter:
    return scatter(builder, call);
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
