//===- MemoryOfFile.cpp - the memory of a whole file, call by call ---------===//
//
// Problem: of a whole file, every std::vector would be one with every other if all calls of a
// function were one (FloatsTogether.cpp). And what lies beside a pointer, such as a size that
// other files are told, is no pointer.
//
// Here: each call is followed by itself, as long as there is room. Integers that are accessed as
// such are kept apart from the pointers beside them, unless bytes are moved there under no name.
// Any integer as wide as an address that others give or get may be one, in whatever it is made of
// or goes into; the difference of two addresses leads from one memory to the other.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "rules/Facts.h"
#include "rules/calls/Canonicalise.h"
#include "rules/calls/Discreet.h"
#include "types/DeclaredTypes.h"
#include "types/FloatsTogether.h"
#include "types/KeptMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {

/// Nothing is put there, and nothing that changes is found there.
bool FloatsTogether::isUnchanging(const GlobalVariable &global) {
  if (!global.isConstant() || !global.hasInitializer())
    return false;
  SmallVector<const Constant *, 8> work{global.getInitializer()};
  SmallPtrSet<const Constant *, 8> seen;
  while (!work.empty()) {
    const Constant *part = work.pop_back_val();
    const auto *variable = dyn_cast<GlobalVariable>(part);
    bool isTypeInfo = variable && variable->getName().starts_with("_ZT");
    if (!seen.insert(part).second || isa<ConstantData, Function, BlockAddress>(part) || isTypeInfo)
      continue;
    if (variable && !(variable->isConstant() && variable->hasInitializer()))
      return false;
    if (variable)
      work.push_back(variable->getInitializer());
    else
      for (const Use &operand : part->operands())
        work.push_back(cast<Constant>(operand));
  }
  return true;
}

/// Narrower integers are parts of one at most: visitParts.
bool FloatsTogether::mayBeAddress(const Type *type) const {
  return !type->isIntegerTy() || type->getIntegerBitWidth() >= addressBits;
}

/// Those that may get to a variable of the file's own, themselves or by what they call. What others
/// have the rest do, they do to memory that is not the file's own.
static SmallPtrSet<const Function *, 16> functionsTouchingVariables(const Module &file) {
  SmallPtrSet<const Function *, 16> touching;
  SmallVector<const Value *, 16> work;
  SmallPtrSet<const Value *, 16> seen;
  for (const GlobalVariable &variable : file.globals())
    if (variable.hasLocalLinkage() && !variable.isConstant() && !isTooSmallForAddress(variable))
      work.push_back(&variable);
  while (!work.empty()) {
    const Value *used = work.pop_back_val();
    if (!seen.insert(used).second)
      continue;
    for (const User *user : used->users()) {
      const auto *at = dyn_cast<Instruction>(user);
      const Function *function = at ? at->getFunction() : nullptr;
      if (function)
        touching.insert(function);
      work.push_back(function ? static_cast<const Value *>(function) : user);
    }
  }
  return touching;
}

FloatsTogether::FloatsTogether(Module &file)
    : isByCall(true), addressBits(file.getDataLayout().getPointerSizeInBits()) {
  create();
  unsigned all = limits::instructionsOfFile;
  auto visit = [&](const Function &function) {
    left = std::min(all, limits::instructionsOfRoot);
    all -= left;
    visitRoot(function);
    all += left;
  };
  SmallPtrSet<const Function *, 16> touching = functionsTouchingVariables(file);
  for (const Function &function : file)
    if (touching.contains(&function) && (!function.hasLocalLinkage() || function.hasAddressTaken()))
      visit(function);
  for (const Function &function : file) // what runs before main, and after it
    if (touching.contains(&function) && !visited.contains(&function))
      visit(function);
  left = 0;
  while (!asOne.empty())
    visitBody(*asOne.pop_back_val());
  for (const GlobalVariable &variable : file.globals()) // others may begin with what they find here
    leadsTo(variable);
  readInitializers();
  settle();
}

/// Later, for all callers that are not followed.
void FloatsTogether::visitAsOne(const Function &function) {
  if (seenAsOne.insert(&function).second)
    asOne.push_back(&function);
}

/// It may be called from anywhere.
void FloatsTogether::visitRoot(const Function &function) {
  current = &newCall();
  for (const Argument &argument : function.args())
    if (mayBeAddress(argument.getType()))
      open(leadsTo(argument));
  if (mayBeAddress(function.getReturnType()))
    open(resultOf(function));
  entered.push_back({&function, current});
  visitBody(function);
  entered.pop_back();
  current = &everyCall;
}

/// All memory that is reached by addresses, in pointers or integers. Numbers others may know.
bool FloatsTogether::keepsForItself(const GlobalVariable &global) {
  SmallVector<unsigned, 8> work{find(leadsTo(global))};
  SmallDenseSet<unsigned, 8> seen;
  while (!work.empty()) {
    unsigned number = work.pop_back_val();
    const Class &memory = classes[number];
    bool isFirst = seen.empty();
    if (!seen.insert(number).second || !(isFirst || memory.isAddressed))
      continue;
    if (memory.isOpen || (memory.names && memory.names != &global))
      return false;
    for (unsigned next : {memory.contents, memory.words})
      if (next)
        work.push_back(find(next));
  }
  return true;
}

/// Of the memory that `at` reads or writes: where integers lead that lie there, or pointers.
unsigned FloatsTogether::contentsByType(const Value &pointer, const Instruction &at) {
  unsigned memory = leadsTo(pointer);
  std::optional<Piece> declared = readTbaa(at).access;
  if (declared && declared->kind == Kind::Integer)
    return wordsOf(memory);
  if (declared && declared->kind == Kind::Pointer)
    return contentsOf(memory);
  const auto *store = dyn_cast<StoreInst>(&at);
  if (mayBeAddress(store ? store->getValueOperand()->getType() : at.getType()))
    untype(memory);
  else
    classes[find(memory)].hasParts = true;
  return contentsOf(memory);
}

/// memcpy and memmove; of what, only assignments of structures say.
void FloatsTogether::moveBytes(unsigned to, unsigned from, const Instruction &at) {
  if (!at.hasMetadata(LLVMContext::MD_tbaa_struct)) {
    untype(to);
    untype(from);
  }
  join(contentsOf(to), contentsOf(from));
  join(wordsOf(to), wordsOf(from));
}

bool FloatsTogether::mayEnter(const Function &callee) {
  return isByCall && entered.size() < limits::callsOfRoot && sizeOf(callee) <= left;
}

/// Inside those that are entered.
FloatsTogether::Call &FloatsTogether::newCall() {
  if (followed.size() == entered.size())
    followed.push_back(std::make_unique<Call>());
  Call &call = *followed[entered.size()];
  call.numbers.clear();
  call.results.clear();
  return call;
}

/// `passAll` passes each outer value to an inner one. A function that calls itself is followed
/// once, with what all those calls pass.
void FloatsTogether::enter(const Function &callee, PassingAll passAll) {
  auto *around = find_if(entered, [&](auto &call) { return call.first == &callee; });
  bool isAround = around != entered.end(), isNew = !isAround && mayEnter(callee);
  Call *caller = current, *inside = isAround ? around->second : isNew ? &newCall() : &everyCall;
  passAll([&](const Value &outer, const Value &inner) {
    current = caller;
    unsigned number = leadsTo(outer);
    current = inside;
    join(number, isa<Function>(inner) ? resultOf(callee) : leadsTo(inner));
  });
  current = inside;
  if (isNew) {
    entered.push_back({&callee, inside});
    visitBody(callee);
    entered.pop_back();
  } else if (!isAround) {
    visitAsOne(callee);
  }
  current = caller;
}

/// f(p), later.
bool FloatsTogether::visitAtExit(const CallBase &call) {
  const Function *later = calledAtEnd(call);
  if (!later || later->isDeclaration() || later->arg_size() != 1)
    return false;
  enter(*later, [&](function_ref<void(const Value &, const Value &)> pass) {
    pass(*call.getArgOperand(1), *later->getArg(0));
  });
  return true;
}

/// Of a function without a body, or through a pointer.
void FloatsTogether::visitCallOfOthers(const CallBase &call) {
  if (movesPointersOnly(call) || isDiscreet(call))
    return visitDiscreetCall(call);
  const Function *callee = call.getCalledFunction();
  // The library hands on no integers. Requests, whose names begin so, do.
  bool isLibrary = callee && isOfStandardLibrary(*callee) && !callee->getName().starts_with("__");
  auto isOpened = [&](const Value &value) {
    return mayLead(value) && mayBeAddress(value.getType()) &&
           !(isLibrary && value.getType()->isIntegerTy());
  };
  for (const Use &given : call.args())
    if (isOpened(*given))
      open(leadsTo(*given));
  if (isOpened(call))
    open(leadsTo(call));
}

/// What it puts into an object it has from another that it is given, from this one, or it is new.
void FloatsTogether::visitDiscreetCall(const CallBase &call) {
  const Value *first = nullptr;
  for (const Use &given : call.args()) {
    if (!given->getType()->isPointerTy() || !mayLead(*given))
      continue;
    unsigned memory = leadsTo(*given);
    if (!first) {
      first = given;
      if (movesPointersOnly(call) || !ownedPointers(call).empty())
        join(contentsOf(memory), memory); // a short string's own characters, a list's end
    }
    if (movesPointersOnly(call))
      join(leadsTo(*first), memory);
    join(contentsOf(leadsTo(*first)), contentsOf(memory));
    join(wordsOf(leadsTo(*first)), wordsOf(memory));
  }
  if (!call.getType()->isPointerTy())
    return;
  if (!first)
    return open(leadsTo(call));
  join(leadsTo(call), leadsTo(*first));
  join(leadsTo(call), contentsOf(leadsTo(*first)));
}

/// Is `value` made of an address, here? Beyond some instructions the answer is yes.
static bool isOfAddress(const Value &value) {
  const Value *at = &value;
  for (unsigned depth = 0; depth != limits::depthOfPartAddress; ++depth) {
    if (isa<PtrToIntOperator>(at))
      return true;
    bool isStep = isa<BinaryOperator>(at) && isa<Constant>(cast<BinaryOperator>(at)->getOperand(1));
    if (!isStep && !isa<CastInst, FreezeInst>(at))
      return false;
    at = cast<Instruction>(at)->getOperand(0);
  }
  return true;
}

/// Parts of an address go where they are not followed, and come from there.
void FloatsTogether::visitParts(const Instruction &at) {
  constexpr uint64_t part = 16;
  const auto *bits = at.isShift() ? dyn_cast<ConstantInt>(at.getOperand(1)) : nullptr;
  bool isNarrowed = isa<TruncInst>(at) && !mayBeAddress(at.getType());
  bool isTaken = isNarrowed || (bits && at.getOpcode() != Instruction::Shl && bits->uge(part));
  if (isTaken && isOfAddress(*at.getOperand(0)))
    open(leadsTo(*at.getOperand(0)));
  if (bits && at.getOpcode() == Instruction::Shl && bits->uge(part))
    open(leadsTo(at));
}

/// An address that is aligned, marked or hidden is one still; its lowest bits are a number.
void FloatsTogether::visitArithmetic(const Instruction &at) {
  constexpr uint64_t page = 4096;
  const auto *constant = dyn_cast<ConstantInt>(at.getOperand(1));
  visitParts(at);
  switch (at.getOpcode()) {
  case Instruction::Sub:
    if (isa<Constant>(at.getOperand(1)))
      break;
    for (const Value *operand : at.operand_values())
      if (!mayLead(*operand))
        return;
    differences.push_back({leadsTo(*at.getOperand(0)), leadsTo(*at.getOperand(1))});
    return;
  case Instruction::And:
  case Instruction::URem:
  case Instruction::SRem:
    if (constant && constant->getValue().ult(page))
      return;
    break;
  default:
    break;
  }
  for (const Value *operand : at.operand_values())
    if (mayLead(*operand))
      join(leadsTo(at), leadsTo(*operand));
}

/// What only the whole file tells: between which memory a difference is one; and whether what is
/// moved piece by piece may be an address.
bool FloatsTogether::settleOnce() {
  bool hasChanged = false;
  for (auto [one, other] : differences) {
    unsigned to = find(one), from = find(other);
    if (to == from || !(classes[to].isAddressed || classes[from].isAddressed))
      continue;
    join(to, from);
    hasChanged = true;
  }
  for (unsigned number = 0; number != classes.size(); ++number) { // untype() creates some
    const Class &memory = classes[number];
    if (memory.parent == number && memory.hasParts && memory.words &&
        classes[find(memory.words)].isAddressed) {
      untype(number);
      hasChanged = true;
    }
  }
  return hasChanged;
}

void FloatsTogether::settle() {
  while (settleOnce())
    ;
}

} // namespace enzyme
