//===- LibraryMemory.cpp ----------------------------------------------------===//
//
// What varies, by phase 2; what is useful does not count, since nothing that goes through the
// library's memory is. The results of the library's functions are followed through address
// arithmetic, choices and loads of further addresses, and into functions of the program that they
// are handed to.
//===----------------------------------------------------------------------===//
#include "activity/LibraryMemory.h"
#include "activity/ActivityAnalysis.h"
#include "report/Diagnostics.h"
#include "request/ParseGlobals.h"
#include "rules/Facts.h"
#include "rules/calls/Keepers.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isNumber(const Value &value) {
  return value.getType()->isFPOrFPVectorTy() && !isa<Constant>(value);
}

/// A function of the program's that the library may call later, and that uses numbers in memory.
bool usesNumbers(const Value &address) {
  const auto *function = dyn_cast<Function>(&address);
  return function && any_of(instructions(function), [](const Instruction &at) {
           const auto *store = dyn_cast<StoreInst>(&at);
           return store ? isNumber(*store->getValueOperand()) : isa<LoadInst>(at) && isNumber(at);
         });
}

/// All addresses that are found by what a function of the library returns.
class Found {
public:
  Found(const CallBase &call, const TypeResults &types, const Function &function)
      : types(types), function(function) {
    reach(call);
    for (unsigned i = 0; i != values.size(); ++i)
      for (const Use &use : values[i]->uses())
        follow(*values[i], use);
  }

  ArrayRef<const Value *> all() const { return values.getArrayRef(); }

private:
  const TypeResults &types;
  const Function &function;
  SmallSetVector<const Value *, 8> values;

  void reach(const Value &value) { values.insert(&value); }

  void follow(const Value &value, const Use &use) {
    const auto *at = dyn_cast<Instruction>(use.getUser());
    if (!at)
      return;
    if (!value.getType()->isPointerTy()) { // an address as an integer, read from text, say
      if (isa<IntToPtrInst>(at) || (isa<BinaryOperator, PHINode, SelectInst, FreezeInst>(at) &&
                                    at->getType() == value.getType()))
        reach(*at);
    } else if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst, AddrSpaceCastInst>(at)) {
      reach(*at);
    } else if (isa<LoadInst>(at)) {
      bool isOurs = at->getFunction() == &function;
      if (at->getType()->isPointerTy() || (isOurs && types.carriesPointer(*at)))
        reach(*at);
    } else if (const auto *call = dyn_cast<CallBase>(at)) {
      followArgument(*call, use);
    }
  }

  void followArgument(const CallBase &call, const Use &use) {
    const Function *callee = call.getCalledFunction();
    if (callee && !callee->isDeclaration() && call.isArgOperand(&use))
      if (unsigned index = call.getArgOperandNo(&use); index < callee->arg_size())
        reach(*callee->getArg(index));
  }
};

/// Of `call`: the arguments that the library keeps, from where they come to parameters.
class KeptFrom {
public:
  KeptFrom(const CallBase &call, KeptParameters &found)
      : function(readableName(*call.getCalledFunction())), found(found) {
    for (const Use &argument : call.args())
      if (argument->getType()->isPointerTy() && keepsAddress(call, call.getArgOperandNo(&argument)))
        values.insert(argument);
    for (unsigned i = 0; i != values.size(); ++i)
      trace(*values[i]);
  }

private:
  std::string function;
  KeptParameters &found;
  SmallSetVector<const Value *, 8> values;

  void trace(const Value &value) {
    if (const auto *parameter = dyn_cast<Argument>(&value))
      return traceParameter(*parameter);
    if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst, CastInst>(value))
      for (const Value *operand : cast<User>(value).operand_values())
        if (operand->getType()->isPointerTy())
          values.insert(operand);
    const auto *load = dyn_cast<LoadInst>(&value);
    if (load && isa<AllocaInst>(load->getPointerOperand())) // a variable of code as it was written
      for (const User *user : load->getPointerOperand()->users())
        if (const auto *store = dyn_cast<StoreInst>(user))
          values.insert(store->getValueOperand());
  }

  void traceParameter(const Argument &parameter) {
    if (!found[parameter.getParent()->getName()].try_emplace(parameter.getArgNo(), function).second)
      return;
    for (const User *user : parameter.getParent()->users())
      if (const auto *caller = dyn_cast<CallBase>(user);
          caller && caller->getCalledOperand() == parameter.getParent() &&
          parameter.getArgNo() < caller->arg_size())
        values.insert(caller->getArgOperand(parameter.getArgNo()));
  }
};

/// Bytes and halves of words that are no part of a number, as text is.
bool isInteger(const Value &value, const TypeResults &types) {
  const Value *from = &value;
  while (isa<CastInst, FreezeInst>(from))
    from = cast<Instruction>(from)->getOperand(0);
  const auto *load = dyn_cast<LoadInst>(from);
  if (!load || !load->getType()->isIntegerTy())
    return false;
  Layout layout = types.accessed(*load);
  return layout.known && !layout.hasFloats() && !layout.hasPointers();
}

/// A variable of the library's, or one of characters.
bool isOfText(const Value &address) {
  const auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(&address));
  if (!variable)
    return false;
  const Type *type = variable->getValueType();
  while (const auto *array = dyn_cast<ArrayType>(type))
    type = array->getElementType();
  return type->isIntegerTy(8) || isOfStandardLibrary(*variable);
}

bool readsCharacters(const Module &module) {
  return any_of(module, [](const Function &function) {
    return any_of(function.users(), [&](const User *user) {
      const auto *call = dyn_cast<CallBase>(user);
      return call && call->getCalledFunction() == &function && getsCharacter(*call);
    });
  });
}

bool isAtLibrary(const Instruction &at, const KeptParameters &kept) {
  const auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee &&
         (returnsKeptMemory(*call) || putsCharacter(*call) || kept.contains(callee->getName()) ||
          any_of(call->args(), [&](const Use &argument) {
            return keepsAddress(*call, call->getArgOperandNo(&argument));
          }));
}

} // namespace

/// A number that varies, or an address that leads to some.
bool ActivityAnalysis::holdsVaried(const Value &value) const {
  if (value.getType()->isPointerTy())
    return !isOfText(value) && anyIn(points.reach(value), variedObjects);
  return !isInteger(value, types) &&
         (isVaried(value) ||
          (mayLead(value.getType()) && anyIn(points.reach(value), variedObjects)));
}

/// Are numbers read here from the memory itself that the address leads to?
bool ActivityAnalysis::isReadAsNumbers(const Value &address) const {
  ObjectSet local;
  for (unsigned object : points.of(address))
    if (points.objects()[object].world == World::Local)
      local.set(object);
  const auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(&address));
  return any_of(instructions(function), [&](const Instruction &at) {
    if (const auto *call = dyn_cast<CallBase>(&at))
      return behindArguments(Move::Read, *call).intersects(local);
    if (!isa<LoadInst>(at) || !isNumber(at))
      return false;
    const Value &from = *at.getOperand(0);
    return points.of(from).intersects(local) ||
           (variable && getUnderlyingObject(&from) == variable);
  });
}

/// The function that keeps an argument of `call`, or "".
std::string ActivityAnalysis::whoKeeps(const CallBase &call, const KeptParameters &kept) const {
  const Function &callee = *call.getCalledFunction();
  auto ofCallee = kept.find(callee.getName());
  for (const Use &argument : call.args()) {
    const unsigned index = call.getArgOperandNo(&argument);
    std::string keeper;
    if (keepsAddress(call, index))
      keeper = readableName(callee);
    else if (ofCallee != kept.end())
      if (auto parameter = ofCallee->second.find(index); parameter != ofCallee->second.end())
        keeper = parameter->second;
    if (!keeper.empty() && argument->getType()->isPointerTy() &&
        (holdsVaried(*argument) || usesNumbers(*argument) || isReadAsNumbers(*argument)))
      return keeper;
  }
  return "";
}

bool ActivityAnalysis::isHandedByte(const CallBase &call) const {
  return putsCharacter(call) && any_of(call.args(), [&](const Use &argument) {
           return argument->getType()->isIntegerTy() && isVaried(*argument) &&
                  !isInteger(*argument, types);
         });
}

/// Does `at` store what varies at the address? Of other functions: what may.
bool ActivityAnalysis::isStoredIn(const Value &address, const Instruction &at) const {
  const bool isOurs = at.getFunction() == &function;
  if (const auto *store = dyn_cast<StoreInst>(&at)) {
    const Value &value = *store->getValueOperand();
    return store->getPointerOperand() == &address &&
           (isOurs ? holdsVaried(value)
                   : isNumber(value) || (value.getType()->isPointerTy() && !isa<Constant>(value)));
  }
  const auto *copy = dyn_cast<AnyMemTransferInst>(&at);
  return copy && isOurs && copy->getRawDest() == &address && accessMayMoveFloats(*copy) &&
         anyIn(points.of(*copy->getRawSource()), variedObjects);
}

std::optional<InLibrary> ActivityAnalysis::resultUse(const CallBase &call) const {
  std::optional<InLibrary> use;
  const Found found(call, types, function);
  for (const Value *address : found.all()) {
    if (!address->getType()->isPointerTy())
      continue;
    for (const User *user : address->users()) {
      const auto *at = dyn_cast<Instruction>(user);
      if (!at)
        continue;
      if (isStoredIn(*address, *at))
        return InLibrary::Stored;
      const auto *copy = dyn_cast<AnyMemTransferInst>(at);
      bool isCopied = copy && at->getFunction() == &function && copy->getRawSource() == address &&
                      types.accessed(*copy).hasFloats();
      if (isCopied || (isa<LoadInst>(at) && isNumber(*at)))
        use = InLibrary::Read;
    }
  }
  return use;
}

SmallVector<LibraryMemory, 1> ActivityAnalysis::findInLibrary(const KeptParameters &kept) {
  SmallVector<LibraryMemory, 1> found;
  findVaried();
  for (const Instruction &at : instructions(function)) {
    if (!isAtLibrary(at, kept) || userRules.isInactive(cast<CallBase>(at)))
      continue;
    const auto &call = cast<CallBase>(at);
    std::string function = whoKeeps(call, kept);
    std::optional<InLibrary> how;
    if (!function.empty())
      how = InLibrary::Kept;
    else if (isHandedByte(call) && readsCharacters(*at.getModule()))
      how = InLibrary::Character;
    else if (returnsKeptMemory(call))
      how = resultUse(call);
    if (how)
      found.push_back(
          {&call, function.empty() ? readableName(*call.getCalledFunction()) : function, *how});
  }
  return found;
}

KeptParameters findKeptParameters(const Module &module) {
  KeptParameters found;
  for (const Function &keeper : module)
    for (const User *user : keeper.users())
      if (const auto *call = dyn_cast<CallBase>(user);
          call && call->getCalledFunction() == &keeper && !isStreamFunction(*call->getFunction()))
        KeptFrom(*call, found);
  return found;
}

SmallVector<LibraryMemory, 1> findInLibrary(Function &prepared, const DerivativeKey &key,
                                            const TypeResults &types, CalleeSummaries &callees,
                                            const KeptParameters &kept) {
  if (none_of(instructions(prepared), [&](const Instruction &at) { return isAtLibrary(at, kept); }))
    return {};
  return ActivityAnalysis(prepared, key, types, callees).findInLibrary(kept);
}

} // namespace enzyme
