//===- LaneCalls.cpp ---------------------------------------------------------===//
#include "library/blas/LaneCalls.h"
#include "request/BlasRules.h"
#include "rules/gpu/Devices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral forward = ".forward", again = ".again", lanes = ".lanes.plain";

/// The functions of one routine.
struct LaneRule {
  Function *one;     ///< for the primal and one lane
  Function *further; ///< for one more lane
  Function *all;
  SmallVector<unsigned, 4> shadows; ///< their parameters
};

std::optional<LaneRule> ruleOf(Function &one) {
  StringRef name = one.getName();
  if (!name.starts_with(blasPrefix) || !name.ends_with(forward))
    return std::nullopt;
  const Module &module = *one.getParent();
  LaneRule rule{
      &one, module.getFunction((name + again).str()), module.getFunction((name + lanes).str()), {}};
  if (!rule.further || !rule.all)
    return std::nullopt;
  for (unsigned next = 0; next != one.arg_size(); ++next)
    if (one.getArg(next)->getType()->isPointerTy())
      rule.shadows.push_back(++next); // behind what it is the shadow of
  return rule;
}

/// The calls of one application: for the primal and the first lane, then for each further lane.
SmallVector<CallInst *, 8> callsFrom(CallInst &first, const LaneRule &rule) {
  SmallVector<CallInst *, 8> calls{&first};
  auto isOfSame = [&](const CallInst &call) {
    return call.getCalledFunction() == rule.further &&
           all_of(enumerate(call.args()), [&](const auto &argument) {
             auto [index, use] = argument;
             return is_contained(rule.shadows, index) || use.get() == first.getArgOperand(index);
           });
  };
  for (Instruction *at = first.getNextNode(); at; at = at->getNextNode()) {
    auto *call = dyn_cast<CallInst>(at);
    if (call && isOfSame(*call))
      calls.push_back(call);
    else if (at->mayHaveSideEffects() || at->mayReadOrWriteMemory())
      break; // it may see what the first call has done and the last one has not
  }
  return calls;
}

/// The pointers of all lanes in memory; null if no lane has one.
Value *arrayOf(IRBuilder<> &builder, ArrayRef<CallInst *> calls, unsigned parameter) {
  Type *pointer = builder.getPtrTy();
  if (all_of(calls, [&](const CallInst *call) {
        return isa<ConstantPointerNull>(call->getArgOperand(parameter));
      }))
    return ConstantPointerNull::get(builder.getPtrTy());
  BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> atEntry(&entry, entry.begin());
  Value *array = atEntry.CreateAlloca(ArrayType::get(pointer, calls.size()), nullptr, "lanes");
  builder.CreateLifetimeStart(array);
  for (auto [lane, call] : enumerate(calls))
    builder.CreateStore(call->getArgOperand(parameter),
                        builder.CreateConstInBoundsGEP1_64(pointer, array, lane));
  return array;
}

void join(ArrayRef<CallInst *> calls, const LaneRule &rule) {
  CallInst &last = *calls.back();
  IRBuilder<> builder(&last);
  SmallVector<Value *, 20> arguments(last.args());
  for (unsigned parameter : rule.shadows)
    arguments[parameter] = arrayOf(builder, calls, parameter);
  arguments.push_back(builder.getInt64(calls.size()));
  builder.CreateCall(rule.all, arguments);
  for (unsigned parameter : rule.shadows)
    if (isa<AllocaInst>(arguments[parameter]))
      builder.CreateLifetimeEnd(arguments[parameter]);
  for (CallInst *call : calls)
    call->eraseFromParent();
}

} // namespace

void joinLaneCalls(Module &workshop) {
  if (isForDevice(workshop)) // a thread has little room for what lanes have together
    return;
  SmallVector<LaneRule, 4> rules;
  for (Function &function : workshop)
    if (std::optional<LaneRule> rule = ruleOf(function))
      rules.push_back(std::move(*rule));
  for (const LaneRule &rule : rules)
    for (User *user : SmallVector<User *>(rule.one->users())) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledFunction() != rule.one)
        continue;
      if (SmallVector<CallInst *, 8> calls = callsFrom(*call, rule); calls.size() > 1)
        join(calls, rule);
    }
}

} // namespace enzyme
