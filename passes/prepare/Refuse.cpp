//===- Refuse.cpp - what cannot be prepared --------------------------------===//
//
// Control flow and effects that the IR does not show: jumps to computed
// addresses, returning twice, suspending, assembly that touches memory; and calls that
// no function of the callee's parameters can serve, which only declarations without
// parameters and hand-written IR allow.
//===----------------------------------------------------------------------===//
#include "prepare/Refuse.h"
#include "parallel/Threads.h"
#include "report/Diagnostics.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Meetings.h"
#include "rules/gpu/Unseen.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace enzyme {
namespace {

bool touchesMemory(const CallBase &call) {
  if (!call.isInlineAsm() || call.hasFnAttr("enzyme_inactive"))
    return false;
  if (usesMemoryOnDevice(call))
    return true;
  if (call.doesNotAccessMemory())
    return false;
  auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  for (const InlineAsm::ConstraintInfo &constraint : assembly->ParseConstraints())
    if (constraint.isIndirect)
      return true;
  // `asm volatile("" ::: "memory")` is a fence for the compiler, no access.
  return !assembly->getAsmString().empty() && call.mayWriteToMemory() &&
         !call.onlyAccessesInaccessibleMemory();
}

/// As a grid of cooperative groups waits: orders that other blocks see are said in assembly.
bool meetsOtherBlocks(const CallBase &call) {
  auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  if (!assembly || !isForDevice(*call.getModule()))
    return false;
  StringRef text = assembly->getAsmString();
  return text.contains(".acquire") || text.contains(".release") || text.contains(".acq_rel");
}

/// A coroutine's values live in a frame that no other code can see into.
bool isAboutCoroutine(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  switch (callee->getIntrinsicID()) {
  case Intrinsic::coro_resume:
  case Intrinsic::coro_destroy:
  case Intrinsic::coro_promise:
    return true;
  default:
    return callee->isPresplitCoroutine();
  }
}

/// May the body read other arguments, or give another result, than the call says?
bool isOfAnotherShape(const CallBase &call, const Function &callee) {
  if (call.getFunctionType() == callee.getFunctionType())
    return false;
  bool isWhole = callee.isVarArg() ? call.arg_size() >= callee.arg_size()
                                   : call.arg_size() == callee.arg_size();
  auto fits = [&](const Argument &parameter) {
    return call.getArgOperand(parameter.getArgNo())->getType() == parameter.getType();
  };
  return !isWhole || !all_of(callee.args(), fits) || call.getType() != callee.getReturnType();
}

bool isScalable(const Value &value) { return value.getType()->isScalableTy(); }

std::string obstacle(const Instruction &instruction) {
  if (isScalable(instruction) || any_of(instruction.operand_values(),
                                        [](const Value *operand) { return isScalable(*operand); }))
    return "uses vectors whose length only the run knows (scalable vectors)";
  if (isa<CallBrInst>(instruction))
    return "jumps from inline assembly (asm goto)";
  if (isa<IndirectBrInst>(instruction))
    return "jumps to a computed address (goto *p)";
  if (isa<CatchSwitchInst, CatchPadInst, CleanupPadInst>(instruction))
    return "uses exception handling of another platform";
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return "";
  if (call->hasFnAttr(Attribute::ReturnsTwice)) {
    const Function *twice = call->getCalledFunction();
    return "calls a function that may return twice" +
           (twice ? " (" + readableName(*twice) + ")" : std::string());
  }
  if (isAboutCoroutine(*call))
    return "starts, resumes or ends a coroutine";
  auto *callee = dyn_cast<Function>(call->getCalledOperand());
  if (callee && !callee->isDeclaration() && isOfAnotherShape(*call, *callee))
    return "calls '" + readableName(*callee) + "' with other arguments than it takes";
  if (callee && callee->hasFnAttribute(takesLaunchMemoryAttribute))
    return "asks for a derivative that uses memory of a block whose size the launch says "
           "(extern __shared__)";
  if (usesImage(*call))
    return "reads or writes a texture or surface, whose numbers may vary unseen (constants are "
           "read "
           "in a function that is registered as inactive, __enzyme_inactivefn)";
  if (computesWithHalves(*call) && !call->hasFnAttr("enzyme_inactive"))
    return "computes with numbers of 16 bits in assembly, as __half and __nv_bfloat16 of NVIDIA's "
           "headers do (_Float16 and __bf16 are the compiler's own)";
  if (waitsForBlocks(*call))
    return "waits for other blocks of threads, as the sync() of a grid in cooperative groups does; "
           "let one kernel follow another instead";
  if (meetsOtherBlocks(*call))
    return "waits in assembly for what other blocks of threads do, as the sync() of a grid in "
           "cooperative groups does; let one kernel follow another instead";
  if (touchesMemory(*call))
    return "contains inline assembly that touches memory";
  return "";
}

} // namespace

SmallVector<Obstacle, 1> obstaclesIn(const Function &function) {
  SmallVector<Obstacle, 1> found;
  if (function.isPresplitCoroutine())
    found.push_back({nullptr, "is a coroutine"});
  if (function.isVarArg())
    found.push_back({nullptr, "takes a variable number of arguments"});
  for (const Instruction &instruction : instructions(function))
    if (std::string what = obstacle(instruction); !what.empty())
      found.push_back({&instruction, std::move(what)});
  if (const Instruction *spin = spinIn(function))
    found.push_back({spin, "waits in a loop for another thread, where threads are run one after "
                           "the other"});
  return found;
}

} // namespace enzyme
