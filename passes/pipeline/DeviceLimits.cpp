//===- DeviceLimits.cpp ---------------------------------------------------===//
#include "pipeline/DeviceLimits.h"
#include "emit/GlobalShadows.h"
#include "limits/pipeline.h"
#include "optimise/DeviceRuntime.h"
#include "pipeline/KeptAddresses.h"
#include "pipeline/KernelDerivatives.h"
#include "pipeline/Locks.h"
#include "report/Diagnostics.h"
#include "report/Refusal.h"
#include "request/Vocabulary.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Meetings.h"
#include "rules/gpu/Variables.h"
#include "shadow/RuntimeCalls.h"
#include "support/Origins.h"
#include "support/ReachedFunctions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isOfRuntime(const GlobalValue &global) {
  return global.isDeclaration() && global.getName().starts_with(runtimePrefix);
}

bool mentions(const Instruction &at, function_ref<bool(const GlobalValue &)> isMeant) {
  return any_of(at.operands(), [&](const Use &operand) {
    auto *global = dyn_cast<GlobalValue>(operand->stripPointerCasts());
    return global && isMeant(*global);
  });
}

/// A function of the runtime that devices do not have.
bool lacksRuntime(const GlobalValue &global) {
  return isOfRuntime(global) && !isInDeviceRuntime(global.getName(), *global.getParent());
}

/// Of all that is given back later, devices know the memory of their own malloc.
bool needsOtherRuntime(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  return (call && movesTooMuchOnDevice(*call)) ||
         (!(call && isDeferredOnDevice(*call)) && mentions(at, lacksRuntime));
}

/// A shadow that all threads share, or a variable that each would want for itself.
bool isVariableOfOurs(const GlobalValue &global) {
  auto *variable = dyn_cast<GlobalVariable>(&global);
  return variable && !variable->isConstant() && !isOfBlock(*variable) && !isOfLaunch(*variable) &&
         !gpu::isNamedVariable(*variable) && !gpu::isShadowOfNamed(*variable) &&
         isMadeHere(*variable);
}

/// A shadow that the host's derivative knows; not of further directions or orders.
bool isShadowForHost(const GlobalValue &global) {
  auto *variable = dyn_cast<GlobalVariable>(&global);
  return variable && gpu::isShadowForHost(*variable);
}
bool isShadowForNone(const GlobalValue &global) {
  auto *variable = dyn_cast<GlobalVariable>(&global);
  return variable && gpu::isShadowOfNamed(*variable) && !isShadowForHost(global);
}

/// Waits for other threads in a way that has no reverse here (rules/gpu/Meetings.h). Front ends
/// call every function of a device convergent, printf among them; operations of the processor are
/// what they say. Questions that threads answer together, votes and the like, are kept.
bool meetsOtherThreads(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  if (!call || !call->isConvergent() || call->onlyAccessesInaccessibleMemory())
    return false;
  const Function *callee = call->getCalledFunction();
  return callee ? callee->isIntrinsic() : call->isInlineAsm(); // what pointers lead to is reached
}

/// Orders what blocks see of each other in memory.
bool ordersBlocks(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  StringRef name = callee && isDeviceWait(*callee) ? callee->getName() : "";
  bool isFence = name.consume_front(meetings::fence);
  return isFence ? name.ends_with(".") || name.ends_with(deviceScope(*at.getModule()))
                 : name.contains(".membar.gl") || name.contains(".membar.sys");
}

/// Could a thread learn there what another one has done? It then goes on behind it, and in the
/// reverse sweep would have to go first.
bool readsSignal(const Instruction &at) {
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  auto *load = dyn_cast<LoadInst>(&at);
  return (update && !update->isFloatingPointOperation() && !update->use_empty()) ||
         isa<AtomicCmpXchgInst>(at) || (load && (load->isAtomic() || load->isVolatile()));
}

/// Are the counts and sizes of AMD's launches elsewhere than where derivatives read them
/// (rules/gpu/Launch.cpp, emit/BlockShadows.cpp)?
bool isOldCodeObject(const Module &module) {
  constexpr uint64_t first = 500;
  auto *version =
      mdconst::extract_or_null<ConstantInt>(module.getModuleFlag("amdhsa_code_object_version"));
  return module.getTargetTriple().isAMDGPU() && version && version->getZExtValue() < first;
}

bool readsLaunch(const Instruction &at) {
  auto *call = dyn_cast<IntrinsicInst>(&at);
  return call && call->getIntrinsicID() == Intrinsic::amdgcn_implicitarg_ptr;
}

bool isAnywhere(const SetVector<Function *> &functions, bool (*isMet)(const Instruction &)) {
  return any_of(functions,
                [&](Function *function) { return any_of(instructions(*function), isMet); });
}

/// The bytes of all variables of a block that `functions` mention.
uint64_t bytesOfBlock(const SetVector<Function *> &functions) {
  SmallPtrSet<const GlobalVariable *, 8> seen;
  uint64_t bytes = 0;
  for (Function *function : functions)
    for (const Instruction &at : instructions(*function))
      for (const Use &operand : at.operands()) {
        auto *variable = operand->getType()->isPointerTy()
                             ? dyn_cast<GlobalVariable>(getUnderlyingObject(operand, 0))
                             : nullptr;
        if (variable && isOfBlock(*variable) && seen.insert(variable).second)
          bytes += at.getDataLayout().getTypeAllocSize(variable->getValueType());
      }
  return bytes;
}

/// The functions of the runtime library that `functions` mention.
std::string runtimeNames(const SetVector<Function *> &functions) {
  SetVector<StringRef> names;
  for (Function *function : functions)
    for (const Instruction &at : instructions(*function))
      for (const Use &operand : at.operands())
        if (auto *global = dyn_cast<GlobalValue>(operand->stripPointerCasts());
            global && needsOtherRuntime(at) && isOfRuntime(*global))
          names.insert(global->getName());
  return join(names, ", ");
}

/// Derivatives mark where a tape begins if another function may go on with it. Without any
/// allocation the marks are of no use.
void dropIdleMarks(const SetVector<Function *> &functions) {
  SmallVector<CallBase *, 4> marks;
  for (Function *function : functions)
    for (Instruction &at : instructions(*function)) {
      auto *call = dyn_cast<CallBase>(&at);
      if (call && isTapeMark(*call))
        marks.push_back(call);
      else if (mentions(at, isOfRuntime))
        return;
    }
  for (CallBase *mark : marks)
    mark->eraseFromParent();
}

/// What is kept has to be handed on to each function that keeps more (optimise/DeviceRuntime.h).
bool keepsThroughPointer(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  return call && isTapeAllocation(*call) && at.getFunction()->hasAddressTaken();
}

struct Limit {
  const char *why;
  bool isOfReverse;
  bool (*isMet)(const Instruction &);
};

constexpr const char *sharedShadow =
    "active values are written to a variable of the file, whose shadow all threads would share, "
    "and "
    "none knows when it is zero: pass its address, and that of another variable as its shadow";

/// Tables of functions and the like: what varies may be reached through any address that the host
/// or a kernel puts there.
bool isTableOfAddresses(const GlobalValue &global) {
  auto *variable = dyn_cast<GlobalVariable>(&global);
  Type *type = variable ? variable->getValueType() : nullptr;
  while (auto *array = dyn_cast_or_null<ArrayType>(type))
    type = array->getElementType();
  return type && type->isPointerTy();
}
bool isSharedTable(const GlobalValue &global) {
  return isTableOfAddresses(global) && (isVariableOfOurs(global) || isShadowForNone(global));
}

constexpr const char *sharedTable =
    "a variable of the file holds addresses, of functions perhaps, which the program may change, "
    "and all threads would share those of their derivatives: declare it const or constexpr";

/// In the order in which they are said: a shadow of a variable needs the runtime, too.
constexpr Limit limitsHere[] = {
    {sharedTable, false, [](const Instruction &at) { return mentions(at, isSharedTable); }},
    {sharedShadow, false,
     [](const Instruction &at) {
       return mentions(at, isVariableOfOurs) || mentions(at, isShadowForNone);
     }},
    {"threads wait for each other in a way that has no reverse", true, meetsOtherThreads},
    {"a derivative that is called through a pointer keeps something", false, keepsThroughPointer},
    {"it needs a function of the runtime library that there is none of on devices: ", false,
     needsOtherRuntime},
};

} // namespace

void keepToDevice(Function &derivative, const Request &request, bool hasReverse,
                  Diagnostics &diagnostics) {
  SetVector<Function *> reached = reachedFunctions({&derivative});
  dropIdleMarks(reached);
  auto refuse = [&](const std::string &why) {
    diagnostics.refuse(
        {MessageId::NotOnDevice, request.where, {readableName(*request.function), why}, {}});
  };
  if (hasReverse && any_of(reached, [](Function *function) { return waitsInMemory(*function); }))
    return refuse(
        "threads wait for each other in memory, as for a lock, in an order that would have "
        "to be turned round; add to sums by atomicAdd, which needs none");
  if (hasReverse && isAnywhere(reached, ordersBlocks) && isAnywhere(reached, readsSignal))
    return refuse(
        "by fences and integers that change atomically blocks tell each other what they "
        "have done, as the last block that adds up what all left, an order that would have to be "
        "turned round; let another kernel follow instead");
  if (isOldCodeObject(*derivative.getParent()) &&
      (isOfKernel(request) || isAnywhere(reached, readsLaunch)))
    return refuse(
        "it asks how many threads there are, which is elsewhere in code objects older than "
        "version 5 (-mcode-object-version=5)");
  if (any_of(reached, [](const Function *function) { return keepsPlaceOfHeap(*function); }))
    return refuse(
        "the first of two halves keeps an address in memory whose size the launch says, of "
        "which there is no shadow before the second");
  if (isOfKernel(request) && request.family == Family::Augmentfwd && keepsAddressInBlock(reached))
    return refuse("what it keeps has an address in memory of the block (__shared__), which may lie "
                  "elsewhere on the way back: take parts of one array by their numbers");
  if (!isOfKernel(request) &&
      isAnywhere(reached, [](const Instruction &at) { return mentions(at, isShadowForHost); }))
    return refuse(sharedShadow);
  if (uint64_t bytes = bytesOfBlock(reached); bytes > limits::bytesOfBlock)
    return refuse("with their shadows, the variables of a block would take " +
                  std::to_string(bytes) + " bytes, and a block has " +
                  std::to_string(limits::bytesOfBlock));
  for (const Limit &limit : limitsHere) {
    bool isMet = isAnywhere(reached, limit.isMet);
    if (!isMet || (limit.isOfReverse && !hasReverse))
      continue;
    std::string why = limit.why;
    if (&limit == std::prev(std::end(limitsHere)))
      why += runtimeNames(reached);
    return refuse(why);
  }
}

} // namespace enzyme
