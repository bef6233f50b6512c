//===- Launch.cpp ------------------------------------------------------------===//
#include "rules/gpu/Launch.h"
#include "rules/gpu/Devices.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

/// By direction and kind.
constexpr Intrinsic::ID onNvidia[3][4] = {
    {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
     Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_x},
    {Intrinsic::nvvm_read_ptx_sreg_tid_y, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
     Intrinsic::nvvm_read_ptx_sreg_ntid_y, Intrinsic::nvvm_read_ptx_sreg_nctaid_y},
    {Intrinsic::nvvm_read_ptx_sreg_tid_z, Intrinsic::nvvm_read_ptx_sreg_ctaid_z,
     Intrinsic::nvvm_read_ptx_sreg_ntid_z, Intrinsic::nvvm_read_ptx_sreg_nctaid_z}};
constexpr Intrinsic::ID onAmd[3][2] = {
    {Intrinsic::amdgcn_workitem_id_x, Intrinsic::amdgcn_workgroup_id_x},
    {Intrinsic::amdgcn_workitem_id_y, Intrinsic::amdgcn_workgroup_id_y},
    {Intrinsic::amdgcn_workitem_id_z, Intrinsic::amdgcn_workgroup_id_z}};

/// AMD's counts and sizes lie behind the kernel's arguments (LLVM's User Guide for AMDGPU, "Code
/// Object V5 Kernel Argument Metadata"): how many blocks there are in three words, then how many
/// threads a block has in three half words.
constexpr uint64_t bytesOfBlocks = 4, threadsThere = 12, bytesOfThreads = 2;

bool isNvidia(IRBuilderBase &builder) {
  return builder.GetInsertBlock()->getModule()->getTargetTriple().isNVPTX();
}

Intrinsic::ID intrinsicOf(const Value &value) {
  auto *call = dyn_cast<CallBase>(&value);
  return call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
}

std::optional<LaunchNumber> behindArguments(const LoadInst &load) {
  APInt offset(load.getDataLayout().getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const Value *base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      load.getDataLayout(), offset, /*AllowNonInbounds=*/true);
  if (intrinsicOf(*base) != Intrinsic::amdgcn_implicitarg_ptr || !load.isSimple())
    return std::nullopt;
  for (unsigned axis = 0; axis != 3; ++axis) {
    if (offset == bytesOfBlocks * axis && load.getType()->isIntegerTy(8 * bytesOfBlocks))
      return LaunchNumber{LaunchNumber::Blocks, axis};
    if (offset == threadsThere + bytesOfThreads * axis &&
        load.getType()->isIntegerTy(8 * bytesOfThreads))
      return LaunchNumber{LaunchNumber::Threads, axis};
  }
  return std::nullopt;
}

/// How many threads the whole launch has in a direction, as AMD's packet of the launch
/// says (HSA, hsa_kernel_dispatch_packet_t: three words). HIP launches whole blocks.
constexpr uint64_t allThreadsThere = 12, bytesOfAllThreads = 4;

const Value &withoutFreeze(const Value &value) {
  auto *frozen = dyn_cast<FreezeInst>(&value);
  return frozen ? *frozen->getOperand(0) : value;
}

std::optional<unsigned> axisOfPacket(const Value &value) {
  auto *load = dyn_cast<LoadInst>(&withoutFreeze(value));
  if (!load || !load->isSimple() || !load->getType()->isIntegerTy(8 * bytesOfAllThreads))
    return std::nullopt;
  APInt offset(load->getDataLayout().getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  const Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      load->getDataLayout(), offset, /*AllowNonInbounds=*/true);
  if (intrinsicOf(*base) != Intrinsic::amdgcn_dispatch_ptr)
    return std::nullopt;
  for (unsigned axis = 0; axis != 3; ++axis)
    if (offset == allThreadsThere + bytesOfAllThreads * axis)
      return axis;
  return std::nullopt;
}

/// The direction in which `all` are all threads and `ofBlock` those of a block.
std::optional<unsigned> axisOfBoth(const Value &all, const Value &ofBlock) {
  const Value *size = &ofBlock, *narrow;
  if (match(size, m_ZExt(m_Value(narrow))))
    size = narrow;
  std::optional<unsigned> axis = axisOfPacket(all);
  auto *load = dyn_cast<LoadInst>(size);
  std::optional<LaunchNumber> number = load ? behindArguments(*load) : std::nullopt;
  bool isOfBlock = number && number->kind == LaunchNumber::Threads && number->axis == axis;
  return isOfBlock ? axis : std::nullopt;
}

} // namespace

std::optional<unsigned> axisOfAllThreads(const Value &value) {
  const Value *all, *ofBlock;
  if (!match(&value, m_Sub(m_Value(all), m_URem(m_Deferred(all), m_Value(ofBlock)))))
    return std::nullopt;
  return axisOfBoth(*all, *ofBlock);
}

std::optional<LaunchNumber> launchNumber(const Value &value) {
  if (auto *load = dyn_cast<LoadInst>(&value))
    return behindArguments(*load);
  const Value *all, *ofBlock;
  if (match(&value, m_UDiv(m_Value(all), m_Value(ofBlock)))) {
    std::optional<unsigned> axis = axisOfBoth(*all, *ofBlock);
    return axis ? std::optional(LaunchNumber{LaunchNumber::Blocks, *axis}) : std::nullopt;
  }
  Intrinsic::ID found = intrinsicOf(value);
  if (found == Intrinsic::not_intrinsic)
    return std::nullopt;
  for (unsigned axis = 0; axis != 3; ++axis)
    for (LaunchNumber::Kind kind :
         {LaunchNumber::Thread, LaunchNumber::Block, LaunchNumber::Threads, LaunchNumber::Blocks})
      if (found == onNvidia[axis][kind] ||
          (kind <= LaunchNumber::Block && found == onAmd[axis][kind]))
        return LaunchNumber{kind, axis};
  return std::nullopt;
}

bool isOfLaunchAlone(const Value &value) {
  return launchNumber(value) || intrinsicOf(value) == Intrinsic::amdgcn_implicitarg_ptr;
}

Value *readLaunchNumber(IRBuilderBase &builder, LaunchNumber number) {
  auto [kind, axis] = number;
  Type *word = builder.getInt64Ty();
  if (isNvidia(builder) || kind <= LaunchNumber::Block)
    return builder.CreateZExt(
        builder.CreateIntrinsic(builder.getInt32Ty(),
                                isNvidia(builder) ? onNvidia[axis][kind] : onAmd[axis][kind], {}),
        word);
  Value *hidden =
      builder.CreateIntrinsic(Intrinsic::amdgcn_implicitarg_ptr, ArrayRef<Type *>(), {});
  bool isOfBlocks = kind == LaunchNumber::Blocks;
  Value *place = builder.CreateConstInBoundsGEP1_64(
      builder.getInt8Ty(), hidden,
      isOfBlocks ? bytesOfBlocks * axis : threadsThere + bytesOfThreads * axis);
  return builder.CreateZExt(
      builder.CreateLoad(isOfBlocks ? builder.getInt32Ty() : builder.getInt16Ty(), place), word);
}

Value *globalThread(IRBuilderBase &builder) {
  Value *thread = builder.getInt64(0), *block = builder.getInt64(0), *threads = builder.getInt64(1);
  for (unsigned axis = 3; axis-- != 0;) {
    auto read = [&](LaunchNumber::Kind kind) { return readLaunchNumber(builder, {kind, axis}); };
    Value *ofBlock = read(LaunchNumber::Threads);
    thread = builder.CreateAdd(builder.CreateMul(thread, ofBlock), read(LaunchNumber::Thread));
    block = builder.CreateAdd(builder.CreateMul(block, read(LaunchNumber::Blocks)),
                              read(LaunchNumber::Block));
    threads = builder.CreateMul(threads, ofBlock);
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
