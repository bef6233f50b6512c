//===- GradientValues.cpp ------------------------------------------------===//
#include "emit/GradientValues.h"
#include "emit/AliasScopes.h"
#include "plan/RepeatedCalls.h"

using namespace llvm;

namespace enzyme {

Value *GradientValues::get(IRBuilderBase &builder, Value *value) {
  if (isa<Constant>(value))
    return value;
  auto *argument = dyn_cast<Argument>(value);
  if (argument && !renamed.empty())
    return renamed.lookup(argument);
  if (argument)
    return gradient.getArg(argument->getArgNo()); // both halves begin with the same parameters
  auto key = std::make_pair(builder.GetInsertBlock(), value);
  if (Value *already = known.lookup(key))
    return already;
  Value *found = find(builder, value);
  known[key] = found;
  return found;
}

Value *GradientValues::find(IRBuilderBase &builder, Value *value) {
  if (std::optional<KeptAt> at = plan.onTape(value))
    return tape.load(builder, *at);
  auto *instruction = cast<Instruction>(value);
  if (isa<AllocaInst>(instruction)) {
    assert(&gradient == primal.function && "a stack variable is no use in the other half");
    return instruction;
  }
  if (const KeptArray *array = plan.arrayFor(instruction))
    return tape.loadFrom(builder, *array, *cast<LoadInst>(instruction),
                         [&](IRBuilderBase &at, Value *index) { return get(at, index); });
  auto *phi = dyn_cast<PHINode>(instruction);
  if (!phi)
    return recompute(builder, *instruction);
  auto loop = primal.control.loops.find(phi->getParent());
  if (loop != primal.control.loops.end() && loop->second.counter == phi)
    return tape.counter(builder, plan.levelOf.lookup(phi->getParent()));
  auto induction = plan.inductions.find(phi);
  assert(induction != plan.inductions.end() && plan.again.contains(phi) &&
         "the plan neither keeps this phi nor knows how to recompute it");
  return recomputeInduction(builder, induction->second);
}

Value *GradientValues::repeat(IRBuilderBase &builder, const CallBase &call) {
  SmallVector<Value *, 4> arguments;
  for (const Value *argument : call.args())
    arguments.push_back(get(builder, primal.copyOf(argument)));
  CallInst *again = builder.CreateCall(call.getCalledFunction(), arguments, call.getName());
  again->setCallingConv(call.getCallingConv());
  again->setAttributes(call.getAttributes());
  return again;
}

Value *GradientValues::recompute(IRBuilderBase &builder, Instruction &instruction) {
  assert(plan.again.contains(&instruction) &&
         "the plan neither keeps this value nor lets it be computed again");
  if (const CallBase *call = repeatedCall(primal, instruction))
    return repeat(builder, *call);
  SmallVector<Value *, 4> operands;
  for (Value *operand : instruction.operands())
    operands.push_back(isa<MetadataAsValue>(operand) ? operand : get(builder, operand));
  Instruction *again = instruction.clone();
  for (unsigned i = 0; i != operands.size(); ++i)
    again->setOperand(i, operands[i]);
  if (const Instruction *mirrored = primal.mirrors.lookup(&instruction))
    if (again->getType()->isPointerTy())
      noteAddress(*again, primal.pointerActivity(getLoadStorePointerOperand(mirrored)) ==
                              PointerActivity::Active);
  builder.Insert(again, instruction.getName());
  return again;
}

/// start + counter * step
Value *GradientValues::recomputeInduction(IRBuilderBase &builder, const Induction &induction) {
  Value *start = get(builder, induction.start), *step = get(builder, induction.step);
  Value *times = tape.counter(builder, plan.levelOf.lookup(induction.header));
  return afterSteps(builder, induction, start, times, step);
}

} // namespace enzyme
