//===- BlockSums.cpp --------------------------------------------------------===//
#include "pipeline/BlockSums.h"
#include "limits/pipeline.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Launch.h"
#include "shadow/ThreadSums.h"
#include "support/Ablation.h"
#include "support/ReachedFunctions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr uint64_t wordBytes = 8; // of a sum

/// May threads wait for others there, or not come back? What front ends say of calls is no help:
/// to them all calls are convergent.
bool mayMeet(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  if (!call)
    return isa<FenceInst>(at);
  const Function *callee = call->getCalledFunction();
  if (!callee)
    return true;
  bool isStop = callee->getIntrinsicID() == Intrinsic::trap;
  return callee->isIntrinsic() && (callee->isConvergent() || (callee->doesNotReturn() && !isStop));
}

bool mayMeetIn(const Function &primal) {
  // const_cast: looked at only
  auto *kernel = const_cast<Function *>(&primal);
  return any_of(reachedFunctions({kernel}),
                [](const Function *function) { return any_of(instructions(*function), mayMeet); });
}

/// Is there room for more variables of a block, beside those of the file and their shadows? Of
/// memory whose size the launch says, the program may want all there is.
bool hasRoom(const Module &module, uint64_t bytes) {
  for (const GlobalVariable &variable : module.globals()) {
    if (!isOfBlock(variable))
      continue;
    if (variable.isDeclaration())
      return false;
    bytes += module.getDataLayout().getTypeAllocSize(variable.getValueType());
  }
  return bytes <= limits::bytesBesideSums;
}

/// A word for each sum.
class BlockSums {
public:
  BlockSums(IRBuilder<> &builder, ArrayRef<LaunchSum> sums)
      : builder(builder), module(*builder.GetInsertBlock()->getModule()), sums(sums),
        type(ArrayType::get(builder.getInt64Ty(), sums.size())) {
    constexpr unsigned sharedSpace = 3;
    words = new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
                               PoisonValue::get(type), "enzyme.sums.of.block", nullptr,
                               GlobalValue::NotThreadLocal, sharedSpace);
    words->setAlignment(Align(wordBytes));
  }

  void add() {
    byFirstThread([&] {
      for (auto [index, sum] : enumerate(sums))
        builder.CreateStore(Constant::getNullValue(sum.number->getType()), word(index));
    });
    meet();
    for (auto [index, sum] : enumerate(sums))
      addForThreads(builder, generic(word(index)), sum.number, Align(wordBytes));
    meet();
    byFirstThread([&] {
      for (auto [index, sum] : enumerate(sums))
        addForThreads(builder, sum.place, builder.CreateLoad(sum.number->getType(), word(index)),
                      sum.align);
    });
  }

private:
  bool isAmd() const { return module.getTargetTriple().isAMDGPU(); }
  Value *word(unsigned index) { return builder.CreateConstInBoundsGEP2_64(type, words, 0, index); }
  /// NVIDIA's sums of warps take any address (shadow/ThreadSums.cpp).
  Value *generic(Value *address) {
    return isAmd() ? address : builder.CreateAddrSpaceCast(address, builder.getPtrTy());
  }

  void byFirstThread(function_ref<void()> write) {
    Value *number = builder.getInt64(0);
    for (unsigned axis = 0; axis != 3; ++axis)
      number = builder.CreateOr(number, readLaunchNumber(builder, {LaunchNumber::Thread, axis}));
    Function *function = builder.GetInsertBlock()->getParent();
    BasicBlock *first = BasicBlock::Create(builder.getContext(), "first.thread", function),
               *all = BasicBlock::Create(builder.getContext(), "all.threads", function);
    builder.CreateCondBr(builder.CreateIsNull(number), first, all);
    builder.SetInsertPoint(first);
    write();
    builder.CreateBr(all);
    builder.SetInsertPoint(all);
  }

  void meet() {
    if (!isAmd()) {
      builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {},
                              {builder.getInt32(0)});
      return;
    }
    SyncScope::ID scope = builder.getContext().getOrInsertSyncScopeID(blockScope(module));
    builder.CreateFence(AtomicOrdering::Release, scope);
    builder.CreateIntrinsic(Intrinsic::amdgcn_s_barrier, ArrayRef<Type *>(), {});
    builder.CreateFence(AtomicOrdering::Acquire, scope);
  }

  IRBuilder<> &builder;
  Module &module;
  ArrayRef<LaunchSum> sums;
  ArrayType *type;
  GlobalVariable *words;
};

} // namespace

void addForLaunch(IRBuilder<> &builder, const Function &primal, ArrayRef<LaunchSum> sums) {
  bool areOfWords = all_of(sums, [](const LaunchSum &sum) {
    return sum.number->getType()->isFloatTy() || sum.number->getType()->isDoubleTy();
  });
  if (!sums.empty() && areOfWords && !ablation::leavesOut("block") &&
      hasRoom(*primal.getParent(), wordBytes * sums.size()) && !mayMeetIn(primal)) {
    BlockSums(builder, sums).add();
    return;
  }
  for (const LaunchSum &sum : sums)
    addForThreads(builder, sum.place, sum.number, sum.align);
}

} // namespace enzyme
