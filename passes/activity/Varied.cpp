//===- Varied.cpp - what depends on an active input -----------------------===//
//
// Forward, optimistic, to a fixpoint: a value is varied when a value or memory it
// is made from is. Integers that are computed from float bits count while they may
// still be turned back; conversions (fptosi, compares) end it.
//===----------------------------------------------------------------------===//
#include "activity/ActivityAnalysis.h"
#include "report/Remarks.h"
#include "rules/Formulas.h"
#include "support/BitOrigins.h"
#include "support/Mutation.h"
#include "types/IntegerFlow.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

void ActivityAnalysis::findVaried() {
  variedObjects[unsigned(World::Active)] = "active memory";
  variedObjects[unsigned(World::Mixed)] = "memory that may be active";
  if (callees.unseen.aroundCallsOf(*key.primal).feeds && !mutation::breaks("varied.unseen"))
    variedObjects[unsigned(World::Unseen)] = "memory that functions without a body may use";
  seedParameters();
  do {
    hasChanged = false;
    for (Instruction &instruction : instructions(function))
      vary(instruction);
  } while (hasChanged);
}

void ActivityAnalysis::seedParameters() {
  for (const Argument &argument : function.args()) {
    unsigned index = argument.getArgNo();
    if (index >= key.arguments.size() || key.arguments[index] == Activity::Const ||
        argument.hasAttribute("enzyme_inactive") || argument.getType()->isPointerTy())
      continue;
    if (mayCarryFloat(argument) && !mutation::breaks("varied.parameter", argument))
      mark(varied, &argument, "parameter " + std::to_string(index) + " is active");
  }
}

/// Bits of floats' exponents alone, which shifts and masks leave.
static bool isExponent(Instruction &instruction) {
  return instruction.getType()->isIntOrIntVectorTy() &&
         (instruction.isShift() || instruction.getOpcode() == Instruction::And) &&
         isOfExponents(instruction);
}

void ActivityAnalysis::vary(Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return varyLoad(instruction, *instruction.getOperand(0));
  case Instruction::Store:
    return varyStore(instruction, *instruction.getOperand(1), *instruction.getOperand(0));
  case Instruction::AtomicRMW:
    varyLoad(instruction, *instruction.getOperand(0));
    return varyStore(instruction, *instruction.getOperand(0), *instruction.getOperand(1));
  case Instruction::AtomicCmpXchg:
    varyLoad(instruction, *instruction.getOperand(0));
    return varyStore(instruction, *instruction.getOperand(0), *instruction.getOperand(2));
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    return varyCall(cast<CallBase>(instruction));
  case Instruction::Select: // not by its condition
    for (unsigned arm : {1, 2})
      if (isVaried(*instruction.getOperand(arm)))
        mark(varied, &instruction, varied.lookup(instruction.getOperand(arm)));
    return;
  case Instruction::FPToSI: // piecewise constant
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::Alloca:
  case Instruction::GetElementPtr:
  case Instruction::LandingPad:
    return;
  default:
    if (formulaFor(instruction))
      return varyByFormula(instruction);
    if (mayCarryBits(instruction) && !isExponent(instruction))
      varyByOperands(instruction);
  }
}

/// An integer that may be the bits of a number put there by other code.
bool ActivityAnalysis::mayReadBits(const Instruction &access) const {
  return types.isWhereNumbersLie(access) && !mutation::breaks("varied.bits", access);
}

void ActivityAnalysis::varyLoad(const Instruction &access, const Value &pointer) {
  if (!mayCarryBits(access))
    return;
  const ObjectSet &objects = points.of(pointer);
  if (mayReadHidden(access, objects) && !mutation::breaks("varied.hidden", "load"))
    return mark(varied, &access,
                "loaded from memory that bits of active values were stored in" + placeOf(access));
  if (!accessMayMoveFloats(access) && !mayReadBits(access))
    return;
  for (unsigned object : objects)
    if (variedObjects.contains(object))
      return mark(varied, &access, "loaded from " + describe(object) + placeOf(access));
}

/// What the user or the language says is constant stays so, whatever else the pointer may
/// lead to.
void ActivityAnalysis::hideIn(unsigned object, const MDNode *tag) {
  if (points.objects()[object].world != World::Const || mutation::breaks("varied.hidden", "const"))
    hasChanged |= hiddenObjects[object].insert(tag);
}

/// Bytes that are copied may be read as what the destination is declared to hold; only an
/// assignment of structures keeps each member's type.
void ActivityAnalysis::moveHidden(const Instruction &copy, const ObjectSet &to,
                                  const ObjectSet &from) {
  SmallSetVector<const MDNode *, 4> tags;
  for (unsigned object : from)
    if (auto entry = hiddenObjects.find(object); entry != hiddenObjects.end())
      tags.insert_range(entry->second);
  if (!tags.empty() && !copy.hasMetadata(LLVMContext::MD_tbaa_struct))
    tags.insert(nullptr);
  for (unsigned object : to)
    for (const MDNode *tag : tags)
      hideIn(object, tag);
}

/// Does one of the tags, or none at all, let what was stored by it be read by `access`?
static bool mayBeReadBy(const Instruction &access, ArrayRef<const MDNode *> tags) {
  const MDNode *own = access.getMetadata(LLVMContext::MD_tbaa);
  if (!own)
    return true;
  TargetLibraryInfoImpl functions(access.getModule()->getTargetTriple());
  TargetLibraryInfo library(functions);
  TypeBasedAAResult byTypes(/*UsingTypeSanitizer=*/false);
  AAResults all(library);
  SimpleAAQueryInfo query(all);
  auto locationBy = [&](const MDNode *tag) {
    AAMDNodes nodes;
    nodes.TBAA = const_cast<MDNode *>(tag); // only read
    return MemoryLocation(access.getOperand(0), LocationSize::beforeOrAfterPointer(), nodes);
  };
  return any_of(tags, [&](const MDNode *tag) {
    return !tag ||
           byTypes.alias(locationBy(tag), locationBy(own), query, nullptr) != AliasResult::NoAlias;
  });
}

/// Objects have no fields: a float that lies beside such an integer is told from it by the
/// language's own rule, that memory is read as what it was written as.
bool ActivityAnalysis::mayReadHidden(const Instruction &access, const ObjectSet &objects) const {
  bool isFloat = types.carriesFloat(access);
  for (unsigned object : objects)
    if (auto entry = hiddenObjects.find(object);
        entry != hiddenObjects.end() &&
        (!isFloat || (mayBeReadBy(access, entry->second.getArrayRef()) &&
                      !mutation::breaks("varied.hidden", "beside"))))
      return true;
  return false;
}

void ActivityAnalysis::varyObjects(const ObjectSet &objects, StringRef reason) {
  for (unsigned object : objects) {
    World world = points.objects()[object].world;
    if (world != World::Neutral && world != World::Const)
      mark(variedObjects, object, reason);
  }
}

void ActivityAnalysis::varyStore(const Instruction &access, const Value &pointer,
                                 const Value &value) {
  if (!isVaried(value) || mutation::breaks("varied.memory", access))
    return;
  if (accessMayMoveFloats(access) || types.carriesFloat(value))
    varyObjects(points.of(pointer), "an active value is stored in it" + placeOf(access));
  else if (mayCarryBits(value) && !mutation::breaks("varied.hidden", "store"))
    for (unsigned object : points.of(pointer)) {
      hideIn(object, access.getMetadata(LLVMContext::MD_tbaa));
      if (mayReadBits(access) && points.objects()[object].world != World::Const)
        mark(numbersOfBits, object, "integers computed from active bits are stored in it");
    }
}

void ActivityAnalysis::varyByFormula(Instruction &instruction) {
  auto formula = formulaFor(instruction);
  for (unsigned output = 0; output < formula->outputs.size(); ++output)
    for (unsigned input = 0; input < formula->inputs.size(); ++input) {
      const Value *operand = formula->inputs[input].value;
      if (operand && formula->hasPartial(output, input) && isVaried(*operand))
        return mark(varied, &instruction, varied.lookup(operand));
    }
}

void ActivityAnalysis::varyByOperands(const Instruction &instruction) {
  for (const Value *operand : instruction.operand_values())
    if (isVaried(*operand))
      return mark(varied, &instruction, varied.lookup(operand));
}

void ActivityAnalysis::varyCall(CallBase &call) {
  switch (kindOf(call)) {
  case CallKind::Inactive:
  case CallKind::Allocator:
  case CallKind::Deallocator:
    return;
  case CallKind::Formula:
    return varyByFormula(call);
  case CallKind::Routing:
    return varyByOperands(call);
  case CallKind::Memory:
    break;
  case CallKind::Body:
  case CallKind::Opaque:
    return varyBody(call);
  }
  if (const auto *copy = dyn_cast<AnyMemTransferInst>(&call)) {
    const ObjectSet &source = points.of(*copy->getRawSource());
    if (!mutation::breaks("varied.hidden", "copy"))
      moveHidden(*copy, points.of(*copy->getRawDest()), source);
    if (accessMayMoveFloats(call) && anyIn(source, variedObjects) &&
        !mutation::breaks("varied.memory", call))
      varyObjects(points.of(*copy->getRawDest()), "copied from active memory" + placeOf(call));
    return;
  }
  if (isa<AnyMemSetInst>(call))
    return;
  // Masked and matrix forms: a load has its pointer first, a store its value.
  if (call.getType()->isVoidTy())
    return varyStore(call, *call.getArgOperand(1), *call.getArgOperand(0));
  varyLoad(call, *call.getArgOperand(0));
  varyByOperands(call); // the values for masked-out lanes
}

void ActivityAnalysis::varyBody(const CallBase &call) {
  varyObjects(exchanged(call, Way::Received), "received from other ranks" + placeOf(call));
  if (callees.exchangeIn(call))
    return;
  ObjectSet objects = reachable(call);
  bool isFed = any_of(call.args(), [&](const Use &argument) { return isVaried(*argument); }) ||
               (!call.doesNotAccessMemory() && anyIn(objects, variedObjects));
  if (!call.doesNotAccessMemory())
    for (unsigned object : objects) // what the callee makes of them, only it knows
      if (auto entry = numbersOfBits.find(object); entry != numbersOfBits.end()) {
        isFed = true;
        mark(variedObjects, object, entry->second);
      }
  if (!isFed)
    return;
  std::string reason = "computed by a call with active arguments" + placeOf(call);
  if (mayCarryFloat(call) && !mutation::breaks("varied.call", "result"))
    mark(varied, &call, reason);
  objects &= mayBeWritten(call);
  if (auto made = points.objectMadeBy(call))
    objects.set(*made);
  objects = withScratchOnlyIf(Move::Written, call, std::move(objects));
  if (mayWrite(call) && !mutation::breaks("varied.call", "memory"))
    varyObjects(withUnseenOnlyIf(unseenUseBy(call).feeds, std::move(objects)),
                "written by a call with active arguments" + placeOf(call));
}

} // namespace enzyme
