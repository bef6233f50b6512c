//===- FloatsTogether.cpp --------------------------------------------------===//
//
// Problem: adjoints that meet in memory of unknown type are added as floats of the one
// type that may lie there (runtime/raw.c). Words that a queue takes and gives say nothing
// of it, but the code that filled the queue, and that reads what came out, does, elsewhere.
//
// Here: memory in classes, as pointers, copies and words on their way join it: Steensgaard,
// *Points-to analysis in almost linear time* (1996), without fields, over all functions.
//
// Of a whole file: MemoryOfFile.cpp. Calls through pointers: CallsThroughPointers.cpp.
//===----------------------------------------------------------------------===//
#include "types/FloatsTogether.h"
#include "rules/Facts.h"
#include "rules/calls/Canonicalise.h"
#include "support/Origins.h"
#include "types/LayoutTools.h"
#include "types/Moves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {

/// Floating-point types have the first numbers.
static constexpr unsigned bitOf(Type::TypeID type) { return 1u << type; }

FloatsTogether::FloatsTogether(ArrayRef<Function *> functions, ArrayRef<Function *> roots) {
  create(); // number 0 is none
  visited.insert_range(functions);
  for (const Function *function : functions)
    visitBody(*function);
  readInitializers();
  for (const Function *function : functions) {
    if (function->hasAddressTaken())
      addCallee(*function);
    if (!is_contained(roots, function))
      continue;
    for (const Argument &argument : function->args())
      open(leadsTo(argument));
    open(resultOf(*function));
  }
  settleCalls();
}

bool FloatsTogether::extend(ArrayRef<Function *> more) {
  auto wasMet = [&](const Function *function) {
    return !isMadeHere(*function) || everyCall.numbers.contains(function);
  };
  if (any_of(more, wasMet))
    return false;
  visited.insert_range(more);
  for (const Function *function : more)
    visitBody(*function);
  readInitializers();
  SmallPtrSet<const Function *, 16> known;
  for (const Callable &callee : callees)
    known.insert(callee.function);
  for (const Function *function : visited) // whose address may have been taken only now
    if (everyCall.numbers.contains(function) && !known.contains(function) &&
        function->hasAddressTaken())
      addCallee(*function);
  settleCalls();
  return true;
}

void FloatsTogether::add(Function &prepared, const Function &original) {
  for (auto [own, other] : zip(prepared.args(), original.args()))
    join(leadsTo(own), leadsTo(other));
  join(resultOf(prepared), resultOf(original));
  visitBody(prepared);
  readInitializers();
  settleCalls();
}

/// Variables begin with addresses, and these with others.
void FloatsTogether::readInitializers() {
  while (!unread.empty()) {
    const GlobalVariable *variable = unread.pop_back_val();
    SmallVector<const Constant *, 8> work{variable->getInitializer()};
    while (!work.empty()) {
      const Constant *part = work.pop_back_val();
      if (isa<ConstantData>(part))
        continue;
      if (isa<ConstantAggregate>(part)) {
        for (const Use &element : part->operands())
          work.push_back(cast<Constant>(element));
        continue;
      }
      if (part->getType()->isIntegerTy() && isByCall)
        untype(leadsTo(*variable));
      unsigned contents = contentsOf(leadsTo(*variable));
      classes[contents].isAddressed = true;
      join(contents, leadsTo(*part));
    }
  }
}

Type *FloatsTogether::onlyFloat(const Value &pointer) {
  const Class &memory = classes[find(leadsTo(pointer))];
  if (memory.isOpen || !has_single_bit(memory.floats))
    return nullptr;
  return Type::getPrimitiveType(pointer.getContext(), Type::TypeID(countr_zero(memory.floats)));
}

bool FloatsTogether::holdsFloatsAndDoubles(const Value &pointer) {
  constexpr unsigned both = bitOf(Type::FloatTyID) | bitOf(Type::DoubleTyID);
  return (classes[find(leadsTo(pointer))].floats & both) == both;
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
    stays.floats |= goes.floats;
    stays.isAddressed |= goes.isAddressed;
    stays.hasOthersCode |= goes.hasOthersCode;
    stays.hasParts |= goes.hasParts;
    stays.isUntyped |= goes.isUntyped;
    if (goes.names && stays.names != goes.names)
      stays.names = stays.names ? this : goes.names;
    if (stays.contents && goes.contents)
      work.push_back({stays.contents, goes.contents});
    if (!stays.contents)
      stays.contents = goes.contents;
    if (stays.words && goes.words)
      work.push_back({stays.words, goes.words});
    if (!stays.words)
      stays.words = goes.words;
    if (stays.isUntyped && stays.words)
      work.push_back({contentsOf(one), std::exchange(classes[one].words, 0)});
    if (classes[one].isOpen != classes[other].isOpen) {
      classes[one].isOpen = false; // open() goes on to the contents
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

/// What integers lead to that lie there by their type; where bytes are moved as well, pointers too.
unsigned FloatsTogether::wordsOf(unsigned number) {
  number = find(number);
  if (!isByCall || classes[number].isUntyped)
    return contentsOf(number);
  if (!classes[number].words) {
    unsigned words = create();
    classes[words].isOpen = classes[number].isOpen;
    classes[number].words = words;
  }
  return find(classes[number].words);
}

/// Pointers and integers may lie there one for the other.
void FloatsTogether::untype(unsigned number) {
  Class &memory = classes[find(number)];
  memory.isUntyped = true;
  if (unsigned words = std::exchange(memory.words, 0))
    join(contentsOf(number), words);
}

/// Others know this memory, and all that it leads to.
void FloatsTogether::open(unsigned number) {
  SmallVector<unsigned, 4> work{number};
  while (!work.empty()) {
    Class &memory = classes[find(work.pop_back_val())];
    if (std::exchange(memory.isOpen, true))
      continue;
    for (unsigned next : {memory.contents, memory.words})
      if (next)
        work.push_back(next);
  }
}

/// Constant addresses are looked through; a value that is not an address leads nowhere, and
/// nothing is ever joined with that.
unsigned FloatsTogether::leadsTo(const Value &value) {
  auto &numbers = (isa<Constant>(value) ? everyCall : *current).numbers;
  if (auto known = numbers.find(&value); known != numbers.end())
    return known->second;
  if (const auto *expression = dyn_cast<ConstantExpr>(&value);
      expression && expression->getNumOperands())
    return leadsTo(*expression->getOperand(0));
  unsigned number = create();
  const auto *global = dyn_cast<GlobalVariable>(&value);
  if (isByCall && global && isUnchanging(*global)) // digits, text: those who use it share nothing
    return number;
  numbers[&value] = number;
  if (global || (!isByCall && isa<AllocaInst, Function>(value)))
    classes[number].names = &value;
  if (const auto *function = dyn_cast<Function>(&value); function && !isByCall)
    classes[number].hasOthersCode = !visited.contains(function);
  if (global && !global->hasLocalLinkage())
    open(number);
  if (global && global->hasInitializer() && !global->hasAppendingLinkage()) // llvm.used
    unread.push_back(global);
  if (const auto *aggregate = dyn_cast<ConstantAggregate>(&value)) // returned: {&here, &there}
    for (const Use &part : aggregate->operands())
      if (!isa<ConstantData>(part))
        join(number, leadsTo(*part));
  return number;
}

unsigned FloatsTogether::resultOf(const Function &function) {
  unsigned &number = current->results[&function];
  if (!number)
    number = create();
  return number;
}

bool FloatsTogether::mayLead(const Value &value) {
  return !value.getType()->isFPOrFPVectorTy() && !value.getType()->isVoidTy() &&
         !isa<ConstantData>(value);
}

void FloatsTogether::visitAccess(const Value &pointer, const Value &value, const Instruction &at) {
  Type *type = value.getType()->getScalarType();
  if (type->isFloatingPointTy()) {
    if (!movesNumbersOfAnyType(at))
      classes[find(leadsTo(pointer))].floats |= bitOf(type->getTypeID());
    return;
  }
  if (!mayLead(value))
    return;
  unsigned contents = isByCall ? contentsByType(pointer, at) : contentsOf(leadsTo(pointer));
  classes[contents].isAddressed |= type->isPointerTy();
  join(contents, leadsTo(value));
}

/// The places of a word that is moved hold the same; of too many, anything.
void FloatsTogether::joinPlacesOfMove(const StoreInst &store) {
  const Value &value = *store.getValueOperand();
  if (!value.getType()->isIntegerTy() || !isFromMemory(value))
    return;
  unsigned memory = leadsTo(*store.getPointerOperand());
  auto places = placesOfMove(value);
  if (!places)
    return open(memory);
  for (const Value *place : *places)
    join(memory, leadsTo(*place));
}

void FloatsTogether::visitKnownCall(const CallBase &call, const Function &callee) {
  if (isByCall)
    return enter(callee, [&](function_ref<void(const Value &, const Value &)> pass) {
      for (auto [given, parameter] : zip(call.args(), callee.args()))
        if (mayLead(*given))
          pass(*given, parameter);
      if (mayLead(call))
        pass(call, callee);
    });
  for (auto [given, parameter] : zip(call.args(), callee.args()))
    if (mayLead(*given))
      join(leadsTo(*given), leadsTo(parameter));
  if (mayLead(call))
    join(leadsTo(call), resultOf(callee));
}

void FloatsTogether::visitCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!isByCall && visitDispatch(call))
    return;
  if (callee && !callee->isDeclaration() && callee->arg_size() == call.arg_size())
    return visitKnownCall(call, *callee);
  if (isByCall && visitAtExit(call))
    return;
  if (allocatorFact(call) || isReallocation(call)) { // the same bytes elsewhere
    for (const Use &given : call.args())
      if (given->getType()->isPointerTy() && call.getType()->isPointerTy())
        join(leadsTo(*given), leadsTo(call));
    return;
  }
  if (deallocatorFact(call))
    return;
  if (isByCall)
    return visitCallOfOthers(call);
  if (call.isIndirectCall())
    return addCall(call, *call.getCalledOperand());
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
    return visitAccess(*load->getPointerOperand(), *load, at);
  if (const auto *store = dyn_cast<StoreInst>(&at)) {
    if (!isByCall) // there what bytes lead to is one
      joinPlacesOfMove(*store);
    return visitAccess(*store->getPointerOperand(), *store->getValueOperand(), at);
  }
  if (const auto *update = dyn_cast<AtomicRMWInst>(&at))
    return visitAccess(*update->getPointerOperand(), *update->getValOperand(), at);
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at)) {
    visitAccess(*exchange->getPointerOperand(), *exchange->getNewValOperand(), at);
    visitAccess(*exchange->getPointerOperand(), at, at);
    return;
  }
  if (const auto *transfer = dyn_cast<AnyMemTransferInst>(&at)) {
    unsigned to = leadsTo(*transfer->getRawDest()), from = leadsTo(*transfer->getRawSource());
    return isByCall ? moveBytes(to, from, *transfer) : join(to, from);
  }
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
  if (isByCall && isa<TruncInst>(at))
    visitParts(at);
  if (isByCall && isa<BinaryOperator>(at))
    return visitArithmetic(at);
  if (isByCall && isa<PtrToIntInst>(at))
    classes[find(leadsTo(*at.getOperand(0)))].isAddressed = true;
  const auto *call = dyn_cast<CallBase>(&at);
  for (const Use &operand : call ? call->args() : at.operands()) // moved, changed, put together
    if (!isa<BasicBlock>(operand) && mayLead(*operand))
      join(leadsTo(at), leadsTo(*operand));
}

/// Asked for with every call.
unsigned FloatsTogether::sizeOf(const Function &function) {
  auto [known, isNew] = sizes.try_emplace(&function, 0);
  if (isNew)
    known->second = function.getInstructionCount();
  return known->second;
}

void FloatsTogether::visitBody(const Function &function) {
  visited.insert(&function);
  if (!isByCall)
    noteComparisons(function);
  left -= std::min(left, sizeOf(function));
  for (const Instruction &at : instructions(function))
    visit(at);
}

} // namespace enzyme
