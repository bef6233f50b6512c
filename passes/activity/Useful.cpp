//===- Useful.cpp - what can reach an active output -----------------------===//
//
// Backward, optimistic, to a fixpoint. Outputs are the active return value and
// memory that may be looked at later: active memory from outside, and what is
// reachable from it. Memory made here is useful when a useful load reads it or a
// useful call can.
//===----------------------------------------------------------------------===//
#include "activity/ActivityAnalysis.h"
#include "report/Remarks.h"
#include "rules/Formulas.h"
#include "support/Mutation.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

void ActivityAnalysis::findUseful() {
  ObjectSet outside;
  outside.set(unsigned(World::Active));
  outside.set(unsigned(World::Mixed));
  bool isReadElsewhere =
      callees.unseen.aroundCallsOf(*key.primal).reads && !mutation::breaks("useful.unseen");
  useObjects(withUnseenOnlyIf(isReadElsewhere, points.closure(outside)),
             "its memory may be read later");
  if (isReadElsewhere)
    usefulObjects[unsigned(World::Unseen)] = "functions without a body may read it later";
  do {
    hasChanged = false;
    for (BasicBlock &block : reverse(function))
      for (Instruction &instruction : reverse(block))
        use(instruction);
  } while (hasChanged);
}

void ActivityAnalysis::useValue(const Value &value, StringRef reason) {
  if (!isa<Constant>(value) && mayCarryFloat(value))
    mark(useful, &value, reason);
}

void ActivityAnalysis::useObjects(const ObjectSet &objects, StringRef reason) {
  for (unsigned object : objects)
    mark(usefulObjects, object, reason);
}

void ActivityAnalysis::use(Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Ret: {
    const Value *value = cast<ReturnInst>(instruction).getReturnValue();
    if (!value || key.returned == ReturnActivity::Const)
      return;
    useValue(*value, "returned");
    if (mayLead(value->getType()))
      useObjects(points.reach(*value), "returned");
    return;
  }
  case Instruction::Load:
    if (isUseful(instruction) && !mutation::breaks("useful.memory", instruction))
      useObjects(points.of(*instruction.getOperand(0)), useful.lookup(&instruction));
    return;
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    if (isUseful(instruction) && !mutation::breaks("useful.memory", instruction))
      useObjects(points.of(*instruction.getOperand(0)), useful.lookup(&instruction));
    if (anyIn(points.of(*instruction.getOperand(0)), usefulObjects))
      useValue(*instruction.getOperand(isa<AtomicRMWInst>(instruction) ? 1 : 2),
               "stored" + placeOf(instruction));
    return;
  case Instruction::Store:
    if (anyIn(points.of(*instruction.getOperand(1)), usefulObjects))
      useValue(*instruction.getOperand(0), "stored" + placeOf(instruction));
    return;
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    return useCall(cast<CallBase>(instruction));
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::ICmp:
  case Instruction::FCmp:
    return;
  default:
    break;
  }
  if (!isUseful(instruction))
    return;
  if (formulaFor(instruction))
    return useByFormula(instruction);
  for (const Value *operand : instruction.operand_values())
    useValue(*operand, useful.lookup(&instruction));
}

void ActivityAnalysis::useByFormula(Instruction &instruction) {
  auto formula = formulaFor(instruction);
  for (unsigned output = 0; output < formula->outputs.size(); ++output)
    for (unsigned input = 0; input < formula->inputs.size(); ++input)
      if (const Value *operand = formula->inputs[input].value;
          operand && formula->hasPartial(output, input))
        useValue(*operand, useful.lookup(&instruction));
}

bool ActivityAnalysis::isUsefulCall(const CallBase &call) const {
  if (isUseful(call))
    return true;
  if (mayLead(call.getType()) && anyIn(points.of(call), usefulObjects) &&
      !mutation::breaks("useful.call", "address"))
    return true;
  return mayWrite(call) && anyIn(reachable(call), usefulObjects) &&
         !mutation::breaks("useful.call", "memory");
}

void ActivityAnalysis::useCall(CallBase &call) {
  switch (kindOf(call)) {
  case CallKind::Inactive:
  case CallKind::Allocator:
  case CallKind::Deallocator:
    return;
  case CallKind::Formula:
    if (isUseful(call))
      useByFormula(call);
    return;
  case CallKind::Routing:
    if (isUseful(call))
      for (const Use &argument : call.args())
        useValue(*argument, useful.lookup(&call));
    return;
  case CallKind::Memory:
    break;
  case CallKind::Body:
  case CallKind::Opaque: {
    useObjects(exchanged(call, Way::Sent), "sent to other ranks" + placeOf(call));
    if (callees.exchangeIn(call))
      return;
    if (!isUsefulCall(call) && !mayThrowActive(call) && !refusesVaried(call))
      return;
    for (const Use &argument : call.args())
      useValue(*argument, "used by a call" + placeOf(call));
    if (mutation::breaks("useful.memory", call))
      return;
    ObjectSet objects = withScratchOnlyIf(Move::Read, call, reachable(call));
    return useObjects(withUnseenOnlyIf(unseenUseBy(call).reads, std::move(objects)),
                      "used by a call" + placeOf(call));
  }
  }
  if (const auto *copy = dyn_cast<AnyMemTransferInst>(&call)) {
    if (anyIn(points.of(*copy->getRawDest()), usefulObjects) &&
        !mutation::breaks("useful.memory", call))
      useObjects(points.of(*copy->getRawSource()), "copied" + placeOf(call));
    return;
  }
  if (isa<AnyMemSetInst>(call))
    return;
  if (call.getType()->isVoidTy()) {
    if (anyIn(points.of(*call.getArgOperand(1)), usefulObjects))
      useValue(*call.getArgOperand(0), "stored" + placeOf(call));
    return;
  }
  if (!isUseful(call))
    return;
  useObjects(points.of(*call.getArgOperand(0)), useful.lookup(&call));
  for (const Use &argument : call.args())
    useValue(*argument, useful.lookup(&call));
}

} // namespace enzyme
