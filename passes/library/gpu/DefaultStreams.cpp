//===- DefaultStreams.cpp -------------------------------------------------===//
#include "library/gpu/DefaultStreams.h"
#include "rules/gpu/RuntimeApi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

/// cudaStreamPerThread, hipStreamPerThread.
constexpr uint64_t handleOfThread = 2;

void nameStream(CallBase &call, unsigned operand) {
  IRBuilder<> builder(&call);
  Value *stream = call.getArgOperand(operand);
  if (!stream->getType()->isPointerTy())
    return;
  Value *own = builder.CreateIntToPtr(builder.getInt64(handleOfThread), stream->getType());
  call.setArgOperand(operand, builder.CreateSelect(builder.CreateIsNull(stream), own, stream));
}

void rename(CallBase &found, const gpu::OfDefaultStream &as) {
  auto *invoke = dyn_cast<InvokeInst>(&found); // they never throw
  CallBase &call = invoke ? *changeToCall(invoke) : found;
  Module &module = *call.getModule();
  call.setCalledFunction(module.getOrInsertFunction(as.name, call.getFunctionType()));
  if (as.stream)
    return nameStream(call, *as.stream);
  IRBuilder<> builder(call.getNextNode());
  builder.CreateCall(module.getOrInsertFunction(as.wait, builder.getInt32Ty(), builder.getPtrTy()),
                     {ConstantPointerNull::get(builder.getPtrTy())});
}

} // namespace

void nameDefaultStreams(Module &workshop) {
  SmallVector<std::pair<CallBase *, gpu::OfDefaultStream>, 8> calls;
  SmallVector<CallBase *, 8> configurations;
  bool areLaunchesOfThread = false;
  for (Function &function : workshop)
    for (Instruction &at : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&at);
      if (!call)
        continue;
      if (gpu::pushesConfiguration(*call))
        configurations.push_back(call);
      if (std::optional<gpu::OfDefaultStream> as = gpu::ofDefaultStream(*call)) {
        calls.push_back({call, *as});
        areLaunchesOfThread |= as->isLaunch;
      }
    }
  for (auto &[call, as] : calls)
    rename(*call, as);
  // Derivatives are launched with what stubs are given.
  for (CallBase *configuration : configurations)
    if (areLaunchesOfThread)
      nameStream(*configuration, configuration->arg_size() - 1);
}

} // namespace enzyme
