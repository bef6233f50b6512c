//===- Launch.cpp ------------------------------------------------------------===//
#include "rules/gpu/Launch.h"
#include "rules/gpu/Devices.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Extent {
  Value *thread, *threads, *block, *blocks; ///< i64, in one direction
};

Extent onNvidia(IRBuilderBase &builder, unsigned direction) {
  constexpr Intrinsic::ID all[3][4] = {
      {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_x,
       Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_x},
      {Intrinsic::nvvm_read_ptx_sreg_tid_y, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
       Intrinsic::nvvm_read_ptx_sreg_ctaid_y, Intrinsic::nvvm_read_ptx_sreg_nctaid_y},
      {Intrinsic::nvvm_read_ptx_sreg_tid_z, Intrinsic::nvvm_read_ptx_sreg_ntid_z,
       Intrinsic::nvvm_read_ptx_sreg_ctaid_z, Intrinsic::nvvm_read_ptx_sreg_nctaid_z}};
  auto read = [&](unsigned which) {
    return builder.CreateZExt(
        builder.CreateIntrinsic(builder.getInt32Ty(), all[direction][which], {}),
        builder.getInt64Ty());
  };
  return {read(0), read(1), read(2), read(3)};
}

/// Counts and sizes lie behind the kernel's arguments (LLVM's User Guide for AMDGPU, "Code Object
/// V5 Kernel Argument Metadata").
Extent onAmd(IRBuilderBase &builder, unsigned direction) {
  constexpr Intrinsic::ID ids[3][2] = {
      {Intrinsic::amdgcn_workitem_id_x, Intrinsic::amdgcn_workgroup_id_x},
      {Intrinsic::amdgcn_workitem_id_y, Intrinsic::amdgcn_workgroup_id_y},
      {Intrinsic::amdgcn_workitem_id_z, Intrinsic::amdgcn_workgroup_id_z}};
  constexpr unsigned sizes = 12;
  Type *word = builder.getInt64Ty();
  Value *hidden =
      builder.CreateIntrinsic(Intrinsic::amdgcn_implicitarg_ptr, ArrayRef<Type *>(), {});
  auto read = [&](unsigned offset, Type *type) {
    return builder.CreateZExt(builder.CreateLoad(type, builder.CreateConstInBoundsGEP1_64(
                                                           builder.getInt8Ty(), hidden, offset)),
                              word);
  };
  auto id = [&](unsigned which) {
    return builder.CreateZExt(
        builder.CreateIntrinsic(builder.getInt32Ty(), ids[direction][which], {}), word);
  };
  return {id(0), read(sizes + 2 * direction, builder.getInt16Ty()), id(1),
          read(4 * direction, builder.getInt32Ty())};
}

bool isNvidia(IRBuilderBase &builder) {
  return builder.GetInsertBlock()->getModule()->getTargetTriple().isNVPTX();
}

} // namespace

Value *globalThread(IRBuilderBase &builder) {
  Value *thread = builder.getInt64(0), *block = builder.getInt64(0), *threads = builder.getInt64(1);
  for (unsigned direction = 3; direction-- != 0;) {
    Extent extent = isNvidia(builder) ? onNvidia(builder, direction) : onAmd(builder, direction);
    thread = builder.CreateAdd(builder.CreateMul(thread, extent.threads), extent.thread);
    block = builder.CreateAdd(builder.CreateMul(block, extent.blocks), extent.block);
    threads = builder.CreateMul(threads, extent.threads);
  }
  return builder.CreateAdd(builder.CreateMul(block, threads), thread);
}

void stopOnDevice(IRBuilderBase &builder, StringRef message) {
  Module &module = *builder.GetInsertBlock()->getModule();
  if (isNvidia(builder)) { // AMD's printf is a conversation with the host
    Type *pointer = builder.getPtrTy();
    FunctionCallee print = module.getOrInsertFunction(
        "vprintf", FunctionType::get(builder.getInt32Ty(), {pointer, pointer}, false));
    Value *format = textFor(builder, "enzyme-clang: %s\n", "enzyme.format");
    Value *text = textFor(builder, message, "enzyme.message");
    Value *arguments = builder.CreateAlloca(pointer);
    builder.CreateStore(text, arguments);
    builder.CreateCall(print, {format, builder.CreateAddrSpaceCast(arguments, pointer)});
  }
  builder.CreateIntrinsic(Intrinsic::trap, ArrayRef<Type *>(), {});
  builder.CreateUnreachable();
}

static Intrinsic::ID intrinsicOf(const Value &value) {
  auto *call = dyn_cast<CallBase>(&value);
  return call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
}

std::optional<unsigned> axisOfThread(const Value &value) {
  switch (intrinsicOf(value)) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::amdgcn_workitem_id_x:
    return 0;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::amdgcn_workitem_id_y:
    return 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
  case Intrinsic::amdgcn_workitem_id_z:
    return 2;
  default:
    return std::nullopt;
  }
}

bool isOfWholeBlock(const Value &value) {
  constexpr Intrinsic::ID known[] = {
      Intrinsic::nvvm_read_ptx_sreg_ntid_x,  Intrinsic::nvvm_read_ptx_sreg_ntid_y,
      Intrinsic::nvvm_read_ptx_sreg_ntid_z,  Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_y, Intrinsic::nvvm_read_ptx_sreg_ctaid_z,
      Intrinsic::amdgcn_workgroup_id_x,      Intrinsic::amdgcn_workgroup_id_y,
      Intrinsic::amdgcn_workgroup_id_z};
  return is_contained(known, intrinsicOf(value));
}

} // namespace enzyme
