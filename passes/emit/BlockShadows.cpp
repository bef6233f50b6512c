//===- BlockShadows.cpp -----------------------------------------------------===//
#include "emit/BlockShadows.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Meetings.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace enzyme {
namespace {

// structure: allow names, because these are the runtime's own
constexpr StringLiteral allocateForBlock = "enzyme_rt_block_memory",
                        giveBackOfBlock = "enzyme_rt_block_memory_gone";

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

/// Memory in units of so many bytes.
struct Memory {
  Value *address;
  uint64_t unit;
  Value *units; ///< i32
};

Memory memoryOf(IRBuilder<> &builder, GlobalVariable &shadow) {
  uint64_t bytes = shadow.getDataLayout().getTypeAllocSize(shadow.getValueType());
  Align align = shadow.getAlign().value_or(Align(1));
  uint64_t unit = std::gcd(std::gcd(bytes, align.value()), uint64_t(8));
  return {&shadow, unit, builder.getInt32(bytes / unit)};
}

/// for (i = number; i < units; i += count) memory[i] = 0
void clear(IRBuilder<> &builder, const Memory &memory, const Thread &thread) {
  Type *word = builder.getIntNTy(8 * memory.unit);
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
  builder.CreateCondBr(builder.CreateICmpULT(at, memory.units), body, done);
  builder.SetInsertPoint(body);
  builder.CreateAlignedStore(Constant::getNullValue(word),
                             builder.CreateGEP(word, memory.address, at), Align(memory.unit));
  at->addIncoming(builder.CreateAdd(at, thread.count), body);
  builder.CreateBr(head);
  builder.SetInsertPoint(done);
}

constexpr uint64_t unitOfLaunch = 16; // what shadows of the launch's memory are aligned to

/// How many bytes the launch gives each block (i32).
Value *bytesOfLaunch(IRBuilderBase &builder, const Module &module) {
  if (!module.getTargetTriple().isAMDGPU())
    return builder.CreateIntrinsic(builder.getInt32Ty(),
                                   Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size, {});
  Value *implicit =
      builder.CreateIntrinsic(builder.getPtrTy(4), Intrinsic::amdgcn_implicitarg_ptr, {});
  constexpr unsigned place = 120; // hidden_dynamic_lds_size
  return builder.CreateAlignedLoad(
      builder.getInt32Ty(),
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), implicit, place), Align(4));
}

/// Runs what `write` writes in one thread of the block.
void byOneThread(IRBuilder<> &builder, const Thread &thread, function_ref<void()> write) {
  Function *function = builder.GetInsertBlock()->getParent();
  BasicBlock *one = BasicBlock::Create(builder.getContext(), "one.thread", function),
             *all = BasicBlock::Create(builder.getContext(), "all.threads", function);
  builder.CreateCondBr(builder.CreateIsNull(thread.number), one, all);
  builder.SetInsertPoint(one);
  write();
  builder.CreateBr(all);
  builder.SetInsertPoint(all);
}

/// The pointers of the block that lead to the shadows of the launch's memory: of all its arrays to
/// one place.
SmallSetVector<GlobalVariable *, 2> pointersTo(ArrayRef<GlobalVariable *> shadows) {
  SmallSetVector<GlobalVariable *, 2> pointers;
  for (GlobalVariable *shadow : shadows)
    pointers.insert(makePointerToShadow(*shadow));
  return pointers;
}

/// The memory itself, of it or its shadow.
GlobalVariable *memoryOfLaunch(const GlobalVariable &variable) {
  StringRef name = variable.getName();
  return variable.getParent()->getGlobalVariable(name.substr(name.find(launchMemory)));
}

/// Each shadow of the launch's memory gets `bytes`: behind that memory, of which the host launches
/// twice as much, or of the heap.
void placeShadows(IRBuilder<> &builder, const BlockShadows &shadows, Value *bytes) {
  Module &module = *builder.GetInsertBlock()->getModule();
  SmallSetVector<GlobalVariable *, 2> pointers = pointersTo(shadows.ofLaunch);
  Type *size = builder.getInt64Ty();
  Value *part = builder.CreateZExt(bytes, size), *place;
  if (shadows.isRoomOfLaunch) {
    place = builder.CreateGEP(builder.getInt8Ty(), memoryOfLaunch(*shadows.ofLaunch.front()), part);
  } else {
    place =
        builder.CreateCall(module.getOrInsertFunction(allocateForBlock, builder.getPtrTy(), size),
                           builder.CreateMul(part, builder.getInt64(pointers.size())));
  }
  for (GlobalVariable *pointer : pointers) {
    builder.CreateStore(place, pointer);
    place = builder.CreateGEP(builder.getInt8Ty(), place, part);
  }
}

} // namespace

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

void clearTogether(IRBuilder<> &builder, const BlockShadows &shadows) {
  Module &module = *builder.GetInsertBlock()->getModule();
  waitForBlock(builder, module);
  Thread thread = threadOfBlock(builder, module);
  SmallVector<Memory, 4> memories;
  if (!shadows.ofLaunch.empty()) {
    // Half of what the derivative is launched with, or all of what the program launches with.
    Value *bytes = bytesOfLaunch(builder, module);
    bytes = shadows.isRoomOfLaunch ? builder.CreateLShr(bytes, 1)
                                   : builder.CreateAdd(bytes, builder.getInt32(unitOfLaunch - 1));
    bytes = builder.CreateAnd(bytes, builder.getInt32(-unitOfLaunch));
    byOneThread(builder, thread, [&] { placeShadows(builder, shadows, bytes); });
    waitForBlock(builder, module);
    for (GlobalVariable *pointer : pointersTo(shadows.ofLaunch))
      memories.push_back(
          {builder.CreateLoad(pointer->getValueType(), pointer), 8, builder.CreateLShr(bytes, 3)});
  }
  for (GlobalVariable *shadow : shadows.ofBlock)
    memories.push_back(memoryOf(builder, *shadow));
  for (const Memory &memory : memories)
    if (!mutation::breaks("meeting.clear"))
      clear(builder, memory, thread);
  waitForBlock(builder, module);
}

void giveBackTogether(IRBuilder<> &builder, const BlockShadows &shadows) {
  if (shadows.ofLaunch.empty() || shadows.isRoomOfLaunch)
    return;
  Module &module = *builder.GetInsertBlock()->getModule();
  waitForBlock(builder, module);
  byOneThread(builder, threadOfBlock(builder, module), [&] {
    Value *memory = builder.CreateLoad(builder.getPtrTy(), pointerToShadow(*shadows.ofLaunch[0]));
    builder.CreateCall(
        module.getOrInsertFunction(giveBackOfBlock, builder.getVoidTy(), builder.getPtrTy()),
        memory);
  });
}

Value *bytesOfLaunch(IRBuilderBase &builder, GlobalVariable &variable, Value *begin) {
  Type *word = begin->getType();
  Value *memory = builder.CreatePtrToInt(memoryOfLaunch(variable), word);
  Value *bytes = bytesOfLaunch(builder, *variable.getParent());
  return builder.CreateSub(builder.CreateAdd(memory, builder.CreateZExtOrTrunc(bytes, word)),
                           begin);
}

} // namespace enzyme
