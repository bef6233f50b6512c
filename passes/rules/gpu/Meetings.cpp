//===- Meetings.cpp ---------------------------------------------------------===//
#include "rules/gpu/Meetings.h"
#include "rules/gpu/Devices.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {

Function *declareWait(Module &module, const Twine &name, FunctionType *type) {
  auto *wait = cast<Function>(module.getOrInsertFunction(name.str(), type).getCallee());
  wait->setConvergent(); // what it does to memory is not said: others write meanwhile
  wait->setDoesNotThrow();
  return wait;
}

/// "llvm.amdgcn.s.barrier" of a wait; "" of other instructions.
static StringRef waitedFor(const Instruction *at) {
  auto *call = dyn_cast_or_null<CallBase>(at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && isDeviceWait(*callee) ? callee->getName().substr(meetings::wait.size()) : "";
}

/// Where all threads of the block must come to the same call: other barriers let some wait, or
/// threads wait at different places.
static bool isForWholeBlock(StringRef wait) {
  return wait == "llvm.nvvm.barrier.cta.sync.aligned.all" || wait == "llvm.amdgcn.s.barrier" ||
         (wait.starts_with("llvm.nvvm.barrier.cta.red.") && wait.ends_with(".aligned.all"));
}

template <typename Step> static const Instruction *nextInMemory(const Instruction &at, Step step) {
  const Instruction *other = step(&at);
  while (other && !other->mayReadOrWriteMemory())
    other = step(other);
  return other;
}

bool isBlockBarrier(const Instruction &at) {
  StringRef wait = waitedFor(&at);
  if (isForWholeBlock(wait))
    return true;
  if (!wait.starts_with("fence.") || wait.rsplit('.').second != blockScope(*at.getModule()))
    return false;
  auto before = [](const Instruction *from) { return from->getPrevNode(); };
  auto behind = [](const Instruction *from) { return from->getNextNode(); };
  return isForWholeBlock(waitedFor(nextInMemory(at, before))) ||
         isForWholeBlock(waitedFor(nextInMemory(at, behind)));
}

static StringRef nameOfCalled(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() ? callee->getName() : "";
}

bool meetsInLibrary(const CallBase &call) {
  return nameOfCalled(call).starts_with("__ockl_wgred_");
}

bool waitsForBlocks(const CallBase &call) {
  return is_contained(
      {"__ockl_grid_sync", "__ockl_multi_grid_sync", "__ockl_gws_init", "__ockl_gws_barrier"},
      nameOfCalled(call));
}

bool mayMeetUnseen(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && !callee->isIntrinsic() && call.isConvergent() &&
         !call.doesNotReturn() && isForDevice(*call.getModule()) && !isOfDeviceLibrary(*callee);
}

Function *declareShuffle(Module &module, StringRef how, Type *type) {
  auto *word = Type::getInt32Ty(module.getContext());
  std::string name;
  raw_string_ostream(name) << meetings::shuffle << how << '.' << *type;
  auto *functionType = FunctionType::get(type, {word, type, word, word}, false);
  auto *shuffle = cast<Function>(module.getOrInsertFunction(name, functionType).getCallee());
  shuffle->setConvergent();
  shuffle->setDoesNotThrow();
  shuffle->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return shuffle;
}

} // namespace enzyme
