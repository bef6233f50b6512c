//===- FloatsTogether.cpp --------------------------------------------------===//
//
// Problem: adjoints that meet in memory of unknown type are added as floats of the one
// type that may lie there (runtime/raw.c). Words that a queue takes and gives say nothing
// of it, but who filled the queue, and who reads what came out, does, in other functions.
//
// Here: memory in classes, as pointers, copies and words on their way join it: Steensgaard,
// *Points-to analysis in almost linear time* (1996), without fields, over all functions.
//===----------------------------------------------------------------------===//
#include "types/FloatsTogether.h"
#include "rules/Facts.h"
#include "types/Moves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {

FloatsTogether::FloatsTogether(ArrayRef<Function *> functions, ArrayRef<Function *> roots) {
  create(); // number 0 is none
  for (const Function *function : functions)
    visitBody(*function);
  for (const Function *function : functions)
    if (function->hasAddressTaken() || is_contained(roots, function)) {
      for (const Argument &argument : function->args())
        open(leadsTo(argument));
      open(resultOf(*function));
    }
}

void FloatsTogether::add(Function &prepared, const Function &original) {
  for (auto [own, other] : zip(prepared.args(), original.args()))
    join(leadsTo(own), leadsTo(other));
  join(resultOf(prepared), resultOf(original));
  visitBody(prepared);
}

Type *FloatsTogether::onlyFloat(const Value &pointer) {
  const Class &memory = classes[find(leadsTo(pointer))];
  return !memory.isOpen && memory.floats.size() == 1 ? *memory.floats.begin() : nullptr;
}

unsigned FloatsTogether::create() {
  classes.emplace_back();
  classes.back().parent = classes.size() - 1;
  return classes.size() - 1;
}

unsigned FloatsTogether::find(unsigned number) {
  while (classes[number].parent != number)
    number = classes[number].parent = classes[classes[number].parent].parent;
  return number;
}

/// What lies in either may lie in both; what their pointers lead to is then one, too.
void FloatsTogether::join(unsigned a, unsigned b) {
  SmallVector<std::pair<unsigned, unsigned>, 4> work{{a, b}};
  while (!work.empty()) {
    auto [one, other] = work.pop_back_val();
    one = find(one), other = find(other);
    if (one == other)
      continue;
    Class &stays = classes[one], &goes = classes[other];
    goes.parent = one;
    stays.floats.insert_range(goes.floats);
    if (stays.contents && goes.contents)
      work.push_back({stays.contents, goes.contents});
    if (!stays.contents)
      stays.contents = goes.contents;
    if (stays.isOpen != goes.isOpen) {
      stays.isOpen = false; // open() goes on to the contents
      open(one);
    }
  }
}

unsigned FloatsTogether::contentsOf(unsigned number) {
  number = find(number);
  if (!classes[number].contents) {
    unsigned contents = create();
    classes[contents].isOpen = classes[number].isOpen;
    classes[number].contents = contents;
  }
  return find(classes[number].contents);
}

/// Others know this memory, and all that it leads to.
void FloatsTogether::open(unsigned number) {
  for (number = find(number); !classes[number].isOpen; number = find(classes[number].contents)) {
    classes[number].isOpen = true;
    if (!classes[number].contents)
      return;
  }
}

/// Constant addresses are looked through; a value that is no address leads nowhere, and
/// nothing is ever joined with that.
unsigned FloatsTogether::leadsTo(const Value &value) {
  if (auto known = numbers.find(&value); known != numbers.end())
    return known->second;
  if (const auto *expression = dyn_cast<ConstantExpr>(&value);
      expression && expression->getNumOperands())
    return leadsTo(*expression->getOperand(0));
  unsigned number = create();
  numbers[&value] = number;
  const auto *global = dyn_cast<GlobalVariable>(&value);
  if (global && !global->hasLocalLinkage())
    open(number);
  if (const auto *aggregate = dyn_cast<ConstantAggregate>(&value)) // returned: {&here, &there}
    for (const Use &part : aggregate->operands())
      if (!isa<ConstantData>(part))
        join(number, leadsTo(*part));
  return number;
}

unsigned FloatsTogether::resultOf(const Function &function) {
  unsigned &number = results[&function];
  if (!number)
    number = create();
  return number;
}

static bool mayLead(const Value &value) {
  return !value.getType()->isFPOrFPVectorTy() && !value.getType()->isVoidTy() &&
         !isa<ConstantData>(value);
}

void FloatsTogether::visitAccess(const Value &pointer, const Value &value) {
  Type *type = value.getType()->getScalarType();
  if (type->isFloatingPointTy()) {
    classes[find(leadsTo(pointer))].floats.insert(type);
    return;
  }
  if (mayLead(value))
    join(contentsOf(leadsTo(pointer)), leadsTo(value));
}

/// The places of a word that is moved hold the same.
static void eachPlaceOfMove(const StoreInst &store, function_ref<void(const Value &)> visit) {
  const Value &value = *store.getValueOperand();
  if (value.getType()->isIntegerTy() && isFromMemory(value))
    for (const Value *place : placesOfMove(value))
      visit(*place);
}

void FloatsTogether::visitCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (callee && !callee->isDeclaration() && callee->arg_size() == call.arg_size()) {
    for (auto [given, parameter] : zip(call.args(), callee->args()))
      if (mayLead(*given))
        join(leadsTo(*given), leadsTo(parameter));
    if (mayLead(call))
      join(leadsTo(call), resultOf(*callee));
    return;
  }
  if (allocatorFact(call)) { // reallocation: the same bytes elsewhere
    for (const Use &given : call.args())
      if (given->getType()->isPointerTy() && call.getType()->isPointerTy())
        join(leadsTo(*given), leadsTo(call));
    return;
  }
  if (deallocatorFact(call))
    return;
  for (const Use &given : call.args())
    if (mayLead(*given))
      open(leadsTo(*given));
  if (mayLead(call))
    open(leadsTo(call));
}

/// llvm.umin, llvm.ptrmask, llvm.assume: made of registers alone.
static bool isArithmetic(const CallBase &call) {
  return isa<IntrinsicInst>(call) &&
         (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory());
}

void FloatsTogether::visit(const Instruction &at) {
  if (const auto *load = dyn_cast<LoadInst>(&at))
    return visitAccess(*load->getPointerOperand(), *load);
  if (const auto *store = dyn_cast<StoreInst>(&at)) {
    eachPlaceOfMove(*store, [&](const Value &place) {
      join(leadsTo(*store->getPointerOperand()), leadsTo(place));
    });
    return visitAccess(*store->getPointerOperand(), *store->getValueOperand());
  }
  if (const auto *update = dyn_cast<AtomicRMWInst>(&at))
    return visitAccess(*update->getPointerOperand(), *update->getValOperand());
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at)) {
    visitAccess(*exchange->getPointerOperand(), *exchange->getNewValOperand());
    return join(leadsTo(at), contentsOf(leadsTo(*exchange->getPointerOperand())));
  }
  if (const auto *transfer = dyn_cast<AnyMemTransferInst>(&at))
    return join(leadsTo(*transfer->getRawDest()), leadsTo(*transfer->getRawSource()));
  if (isa<AnyMemSetInst>(at) || at.isLifetimeStartOrEnd())
    return;
  if (const auto *call = dyn_cast<CallBase>(&at); call && !isArithmetic(*call))
    return visitCall(*call);
  if (const auto *address = dyn_cast<GetElementPtrInst>(&at))
    return join(leadsTo(at), leadsTo(*address->getPointerOperand()));
  if (const auto *result = dyn_cast<ReturnInst>(&at)) {
    if (const Value *value = result->getReturnValue(); value && mayLead(*value))
      join(leadsTo(*value), resultOf(*at.getFunction()));
    return;
  }
  if (!mayLead(at) || isa<CmpInst>(at)) // floats and answers lead nowhere
    return;
  for (const Value *operand : at.operand_values()) // addresses are moved, changed, put together
    if (!isa<BasicBlock>(operand) && mayLead(*operand))
      join(leadsTo(at), leadsTo(*operand));
}

void FloatsTogether::visitBody(const Function &function) {
  for (const Instruction &at : instructions(function))
    visit(at);
}

} // namespace enzyme
