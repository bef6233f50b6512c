//===- WideVectors.cpp - what AVX-512 computes, in general words ----------===//
//
// An operation of AVX-512 may leave out elements, for which its mask has a zero, and round
// as it is told. A mask of all ones and the rounding of the rest of the program are how
// libraries use them (Eigen, for one); a rounding of its own leaves an operation as it is.
//===----------------------------------------------------------------------===//
#include "target/WideVectors.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace enzyme {
namespace {

enum { RoundingOfTheProgram = 4 };

/// What the numbers in an operation's name mean, however wide it is.
enum class WideForm { None, Min, Max, FusedAlternating, Rounded, Converted, Estimated };

WideForm formOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::x86_avx512_min_pd_512:
  case Intrinsic::x86_avx512_min_ps_512:
    return WideForm::Min;
  case Intrinsic::x86_avx512_max_pd_512:
  case Intrinsic::x86_avx512_max_ps_512:
    return WideForm::Max;
  case Intrinsic::x86_avx512_vfmaddsub_pd_512:
  case Intrinsic::x86_avx512_vfmaddsub_ps_512:
    return WideForm::FusedAlternating;
  case Intrinsic::x86_avx512_mask_rndscale_pd_128:
  case Intrinsic::x86_avx512_mask_rndscale_pd_256:
  case Intrinsic::x86_avx512_mask_rndscale_pd_512:
  case Intrinsic::x86_avx512_mask_rndscale_ps_128:
  case Intrinsic::x86_avx512_mask_rndscale_ps_256:
  case Intrinsic::x86_avx512_mask_rndscale_ps_512:
    return WideForm::Rounded;
  case Intrinsic::x86_avx512_mask_cvtpd2ps_512:
  case Intrinsic::x86_avx512_mask_cvtps2pd_512:
    return WideForm::Converted;
  case Intrinsic::x86_avx512_rsqrt14_pd_128:
  case Intrinsic::x86_avx512_rsqrt14_pd_256:
  case Intrinsic::x86_avx512_rsqrt14_pd_512:
  case Intrinsic::x86_avx512_rsqrt14_ps_128:
  case Intrinsic::x86_avx512_rsqrt14_ps_256:
  case Intrinsic::x86_avx512_rsqrt14_ps_512:
  case Intrinsic::x86_avx512_rcp14_pd_128:
  case Intrinsic::x86_avx512_rcp14_pd_256:
  case Intrinsic::x86_avx512_rcp14_pd_512:
  case Intrinsic::x86_avx512_rcp14_ps_128:
  case Intrinsic::x86_avx512_rcp14_ps_256:
  case Intrinsic::x86_avx512_rcp14_ps_512:
    return WideForm::Estimated;
  default:
    return WideForm::None;
  }
}

unsigned lengthOf(const Value &vector) {
  return cast<FixedVectorType>(vector.getType())->getNumElements();
}

bool roundsAsTheProgram(const IntrinsicInst &call, unsigned operand) {
  auto *how = dyn_cast<ConstantInt>(call.getArgOperand(operand));
  return how && how->getZExtValue() == RoundingOfTheProgram;
}

/// `computed` where the bits of `mask` say so, `others` elsewhere.
Value *masked(IRBuilder<> &builder, Value *mask, Value *computed, Value *others) {
  if (auto *bits = dyn_cast<Constant>(mask); bits && bits->isAllOnesValue())
    return computed;
  unsigned bits = mask->getType()->getIntegerBitWidth(), count = lengthOf(*computed);
  Value *chosen = builder.CreateBitCast(mask, FixedVectorType::get(builder.getInt1Ty(), bits));
  if (bits != count) { // fewer than eight elements, of a mask of eight bits
    SmallVector<int, 4> first;
    for (unsigned i = 0; i != count; ++i)
      first.push_back(int(i));
    chosen = builder.CreateShuffleVector(chosen, first);
  }
  return builder.CreateSelect(chosen, computed, others);
}

Value *extreme(IRBuilder<> &builder, IntrinsicInst &call, bool isMin) {
  if (!roundsAsTheProgram(call, 2))
    return nullptr;
  Value *a = call.getArgOperand(0), *b = call.getArgOperand(1);
  Value *isFirst = isMin ? builder.CreateFCmpOLT(a, b) : builder.CreateFCmpOGT(a, b);
  return builder.CreateSelect(isFirst, a, b);
}

Value *fusedAlternating(IRBuilder<> &builder, IntrinsicInst &call) {
  if (!roundsAsTheProgram(call, 3))
    return nullptr;
  Value *a = call.getArgOperand(0), *b = call.getArgOperand(1), *c = call.getArgOperand(2);
  Value *sums = builder.CreateIntrinsic(call.getType(), Intrinsic::fma, {a, b, c}),
        *differences =
            builder.CreateIntrinsic(call.getType(), Intrinsic::fma, {a, b, builder.CreateFNeg(c)});
  SmallVector<int, 16> places;
  for (int i = 0, count = int(lengthOf(call)); i != count; ++i)
    places.push_back(i % 2 ? count + i : i);
  return builder.CreateShuffleVector(differences, sums, places);
}

/// The low bits of its second operand say which integer, the high ones how many binary
/// places are kept.
Value *rounded(IRBuilder<> &builder, IntrinsicInst &call) {
  auto *how = dyn_cast<ConstantInt>(call.getArgOperand(1));
  if (!how || how->getZExtValue() >> 4 != 0)
    return nullptr;
  constexpr Intrinsic::ID towards[] = {Intrinsic::roundeven, Intrinsic::floor, Intrinsic::ceil,
                                       Intrinsic::trunc, Intrinsic::rint};
  uint64_t which = std::min<uint64_t>(how->getZExtValue() & 7, 4);
  return masked(builder, call.getArgOperand(3),
                builder.CreateUnaryIntrinsic(towards[which], call.getArgOperand(0)),
                call.getArgOperand(2));
}

Value *converted(IRBuilder<> &builder, IntrinsicInst &call) {
  if (!roundsAsTheProgram(call, 3))
    return nullptr;
  return masked(builder, call.getArgOperand(2),
                builder.CreateFPCast(call.getArgOperand(0), call.getType()), call.getArgOperand(1));
}

/// The estimate itself stays, as its bits are the processor's.
Value *estimated(IRBuilder<> &builder, IntrinsicInst &call) {
  Value *others = call.getArgOperand(1), *mask = call.getArgOperand(2);
  auto *nothing = Constant::getNullValue(call.getType());
  if (others == nothing && isa<Constant>(mask) && cast<Constant>(mask)->isAllOnesValue())
    return nullptr;
  auto *all = cast<CallInst>(call.clone());
  all->setArgOperand(1, nothing);
  all->setArgOperand(2, Constant::getAllOnesValue(mask->getType()));
  return masked(builder, mask, builder.Insert(all), others);
}

Value *spelledOut(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  switch (formOf(call.getIntrinsicID())) {
  case WideForm::None:
    return nullptr;
  case WideForm::Min:
    return extreme(builder, call, true);
  case WideForm::Max:
    return extreme(builder, call, false);
  case WideForm::FusedAlternating:
    return fusedAlternating(builder, call);
  case WideForm::Rounded:
    return rounded(builder, call);
  case WideForm::Converted:
    return converted(builder, call);
  case WideForm::Estimated:
    return estimated(builder, call);
  }
  llvm_unreachable("a form of wide operation");
}

} // namespace

void spellOutWide(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<IntrinsicInst>(&at))
      if (Value *spelled = spelledOut(*call)) {
        call->replaceAllUsesWith(spelled);
        call->eraseFromParent();
      }
}

} // namespace enzyme
