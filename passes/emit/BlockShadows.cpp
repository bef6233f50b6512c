//===- BlockShadows.cpp -----------------------------------------------------===//
#include "emit/BlockShadows.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Meetings.h"
#include "support/Mutation.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A thread's number in its block, and how many threads the block has.
struct Thread {
  Value *number, *count;
};

/// Coordinates x, y, z and sizes as one number.
Thread lineUp(IRBuilder<> &builder, ArrayRef<Value *> coordinates, ArrayRef<Value *> sizes) {
  Thread thread{builder.getInt32(0), builder.getInt32(1)};
  for (auto [coordinate, size] : reverse(zip(coordinates, sizes)))
    thread.number = builder.CreateAdd(builder.CreateMul(thread.number, size), coordinate);
  for (Value *size : sizes)
    thread.count = builder.CreateMul(thread.count, size);
  return thread;
}

Thread threadOfBlock(IRBuilder<> &builder, const Module &module) {
  auto ask = [&](Intrinsic::ID id) {
    return builder.CreateIntrinsic(builder.getInt32Ty(), id, {});
  };
  SmallVector<Value *, 3> sizes;
  if (!module.getTargetTriple().isAMDGPU()) {
    for (Intrinsic::ID id :
         {Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
          Intrinsic::nvvm_read_ptx_sreg_ntid_z})
      sizes.push_back(ask(id));
    return lineUp(builder,
                  {ask(Intrinsic::nvvm_read_ptx_sreg_tid_x),
                   ask(Intrinsic::nvvm_read_ptx_sreg_tid_y),
                   ask(Intrinsic::nvvm_read_ptx_sreg_tid_z)},
                  sizes);
  }
  // All blocks of a launch in HIP are of one size.
  Value *implicit =
      builder.CreateIntrinsic(builder.getPtrTy(4), Intrinsic::amdgcn_implicitarg_ptr, {});
  constexpr unsigned blockSizes = 12; // in the kernel's hidden arguments: three numbers of 16 bits
  for (unsigned axis = 0; axis != 3; ++axis) {
    Value *at =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), implicit, blockSizes + 2 * axis);
    sizes.push_back(builder.CreateZExt(
        builder.CreateAlignedLoad(builder.getInt16Ty(), at, Align(2)), builder.getInt32Ty()));
  }
  return lineUp(builder,
                {ask(Intrinsic::amdgcn_workitem_id_x), ask(Intrinsic::amdgcn_workitem_id_y),
                 ask(Intrinsic::amdgcn_workitem_id_z)},
                sizes);
}

void waitForBlock(IRBuilder<> &builder, Module &module) {
  auto call = [&](const Twine &name, ArrayRef<Value *> operands) {
    SmallVector<Type *, 1> types;
    for (Value *operand : operands)
      types.push_back(operand->getType());
    builder.CreateCall(
        declareWait(module, name, FunctionType::get(builder.getVoidTy(), types, false)), operands);
  };
  auto fence = [&](AtomicOrdering ordering) {
    call(meetings::fence + Twine(unsigned(ordering)) + "." + blockScope(module), {});
  };
  if (!module.getTargetTriple().isAMDGPU())
    return call(meetings::wait + "llvm.nvvm.barrier.cta.sync.aligned.all", {builder.getInt32(0)});
  fence(AtomicOrdering::Release);
  call(meetings::wait + "llvm.amdgcn.s.barrier", {});
  fence(AtomicOrdering::Acquire);
}

/// for (i = number; i < bytes / size; i += count) shadow[i] = 0, in units of `size` bytes
void clear(IRBuilder<> &builder, GlobalVariable &shadow, const Thread &thread) {
  uint64_t bytes = shadow.getDataLayout().getTypeAllocSize(shadow.getValueType());
  Align align = shadow.getAlign().value_or(Align(1));
  uint64_t unit = std::gcd(std::gcd(bytes, align.value()), uint64_t(8));
  Type *word = builder.getIntNTy(8 * unit);
  BasicBlock *before = builder.GetInsertBlock();
  Function *function = before->getParent();
  auto block = [&](const char *name) {
    return BasicBlock::Create(builder.getContext(), name, function);
  };
  BasicBlock *head = block("shared"), *body = block("clear"), *done = block("cleared");
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  PHINode *at = builder.CreatePHI(builder.getInt32Ty(), 2);
  at->addIncoming(thread.number, before);
  builder.CreateCondBr(builder.CreateICmpULT(at, builder.getInt32(bytes / unit)), body, done);
  builder.SetInsertPoint(body);
  builder.CreateAlignedStore(Constant::getNullValue(word), builder.CreateGEP(word, &shadow, at),
                             Align(unit));
  at->addIncoming(builder.CreateAdd(at, thread.count), body);
  builder.CreateBr(head);
  builder.SetInsertPoint(done);
}

} // namespace

void clearTogether(IRBuilder<> &builder, ArrayRef<GlobalVariable *> shadows) {
  Module &module = *shadows.front()->getParent();
  waitForBlock(builder, module);
  Thread thread = threadOfBlock(builder, module);
  for (GlobalVariable *shadow : shadows)
    if (!mutation::breaks("meeting.clear"))
      clear(builder, *shadow, thread);
  waitForBlock(builder, module);
}

} // namespace enzyme
