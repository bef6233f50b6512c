//===- Resolve.cpp - what the arguments of a request call are -------------===//
//
// See Resolve.h. Three questions about a value, each a walk backwards through
// casts, loads, phis and selects:
//   which named variable is it (markers)?  which functions can it be?
//   does it come from a parameter of the function around it?
//===----------------------------------------------------------------------===//
#include "request/Resolve.h"
#include "limits/request.h"
#include "request/CopiedShadows.h"
#include "request/UnsetShadows.h"
#include "support/Versions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The one value stored to a local variable, if there is just one store.
const Value *onlyStoredValue(const AllocaInst &variable) {
  const Value *stored = nullptr;
  for (const User *user : variable.users()) {
    auto *store = dyn_cast<StoreInst>(user);
    if (!store || store->getPointerOperand() != &variable)
      continue;
    if (stored && stored != store->getValueOperand())
      return nullptr;
    stored = store->getValueOperand();
  }
  return stored;
}

StringRef nameBehind(const Value *value, unsigned depth = 0);

/// A thread-local variable's address is the result of a call: of an intrinsic, or
/// in C++ of a wrapper named after the variable.
StringRef nameOfThreadLocal(const CallBase &call, unsigned depth) {
  if (call.getIntrinsicID() == Intrinsic::threadlocal_address)
    return nameBehind(call.getArgOperand(0), depth + 1);
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("_ZTW") ? writtenVariable(callee->getName()) : "";
}

/// The name of the variable (or metadata string) that a value reads or points
/// to; "" when it is something else.
StringRef nameBehind(const Value *value, unsigned depth) {
  if (depth > limits::stepsToName)
    return "";
  if (auto *metadata = dyn_cast<MetadataAsValue>(value)) {
    auto *text = dyn_cast<MDString>(metadata->getMetadata());
    return text ? text->getString() : "";
  }
  if (auto *global = dyn_cast<GlobalVariable>(value))
    return writtenVariable(global->getName());
  if (auto *call = dyn_cast<CallBase>(value))
    return nameOfThreadLocal(*call, depth);
  if (auto *cast = dyn_cast<Operator>(value); cast && isa<CastInst, ConstantExpr>(value))
    return cast->getNumOperands() == 0 ? "" : nameBehind(cast->getOperand(0), depth + 1);
  if (auto *load = dyn_cast<LoadInst>(value))
    return nameBehind(load->getPointerOperand(), depth + 1);
  if (auto *freeze = dyn_cast<FreezeInst>(value))
    return nameBehind(freeze->getOperand(0), depth + 1);
  if (auto *local = dyn_cast<AllocaInst>(value)) {
    if (markerOf(local->getName()))
      return local->getName();
    const Value *stored = onlyStoredValue(*local);
    return stored ? nameBehind(stored, depth + 1) : "";
  }
  if (auto *phi = dyn_cast<PHINode>(value)) {
    StringRef common;
    for (const Value *incoming : phi->incoming_values()) {
      StringRef name = nameBehind(incoming, depth + 8);
      if (name.empty() || (!common.empty() && name != common))
        return "";
      common = name;
    }
    return common;
  }
  return "";
}

/// True if a walk through casts, loads, addresses, phis and selects can end at a
/// parameter. Of an address only the base counts, not the indices.
bool comesFromParameter(const Value *value, SmallPtrSetImpl<const Value *> &seen) {
  if (isa<Argument>(value))
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  bool isWalked =
      instruction && seen.insert(value).second &&
      isa<CastInst, LoadInst, GetElementPtrInst, PHINode, SelectInst, ExtractValueInst, FreezeInst>(
          instruction);
  if (!isWalked)
    return false;
  if (auto *address = dyn_cast<GetElementPtrInst>(instruction))
    return comesFromParameter(address->getPointerOperand(), seen);
  return any_of(instruction->operands(),
                [&](const Use &operand) { return comesFromParameter(operand, seen); });
}

/// What a load of a global reads if that never changes.
Constant *unchangingContent(LoadInst &load) {
  const DataLayout &layout = load.getModule()->getDataLayout();
  Value *pointer = load.getPointerOperand();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  pointer = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  auto *global = dyn_cast<GlobalVariable>(pointer);
  if (!global || !global->hasInitializer() || load.isVolatile())
    return nullptr;
  bool isWritten = any_of(global->users(), [](const User *user) { return !isa<LoadInst>(user); });
  bool isFixed = (global->isConstant() && global->hasDefinitiveInitializer()) ||
                 (global->hasLocalLinkage() && !isWritten);
  if (!isFixed)
    return nullptr;
  return ConstantFoldLoadFromConst(global->getInitializer(), load.getType(), offset, layout);
}

/// Every function a pointer can be. `complete` stays true while nothing else
/// was met.
class FunctionWalk {
public:
  FunctionWalk(CallView &view) : view(view) {}

  void visit(Value *value) {
    value = value->stripPointerCastsAndAliases();
    if (!seen.insert(value).second)
      return;
    if (auto *function = dyn_cast<Function>(value)) {
      view.functions.insert(function);
      return;
    }
    if (auto *choice = dyn_cast<GlobalIFunc>(value))
      if (Function *version = defaultVersionOf(*choice))
        return visit(version);
    if (isa<ConstantPointerNull, UndefValue>(value))
      return; // cannot be called: no choice
    if (auto *phi = dyn_cast<PHINode>(value)) {
      for (Value *incoming : phi->incoming_values())
        visit(incoming);
      return;
    }
    if (auto *select = dyn_cast<SelectInst>(value)) {
      visit(select->getTrueValue());
      return visit(select->getFalseValue());
    }
    if (isa<CastInst, FreezeInst>(value))
      return visit(cast<Instruction>(value)->getOperand(0));
    if (auto *expression = dyn_cast<ConstantExpr>(value); expression && expression->isCast())
      return visit(expression->getOperand(0));
    if (auto *load = dyn_cast<LoadInst>(value))
      if (Constant *content = unchangingContent(*load))
        return visit(content);
    giveUp(value);
  }

  bool complete = true;

private:
  void giveUp(const Value *value) {
    complete = false;
    SmallPtrSet<const Value *, 8> path;
    if (comesFromParameter(value, path)) {
      view.functionFromParameter = true;
      view.whyUnknown = "is a parameter of the function around it";
    } else if (isa<LoadInst>(value)) {
      view.whyUnknown = "is read from memory that may change";
    } else if (isa<CallBase>(value)) {
      view.whyUnknown = "is the result of a call";
    } else {
      view.whyUnknown = "is no function";
    }
  }

  CallView &view;
  SmallPtrSet<const Value *, 8> seen;
};

bool isTapeSize(const Value *value) {
  while (auto *conversion = dyn_cast<CastInst>(value))
    value = conversion->getOperand(0);
  auto *call = dyn_cast<CallBase>(value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && familyOf(callee->getName()) == Family::Augmentsize;
}

SeenArgument look(const Value *value, unsigned index, const DataLayout &layout) {
  SeenArgument seen;
  seen.index = index;
  StringRef name = nameBehind(value);
  seen.marker = markerOf(name);
  if (!seen.marker && looksLikeMarker(name))
    seen.unknownMarker = name.str();
  if (auto *integer = dyn_cast<ConstantInt>(value); integer && integer->getBitWidth() <= 64)
    seen.constant = integer->getSExtValue();
  seen.isTapeSize = isTapeSize(value);
  seen.named = namedMemoryOf(*value, layout);
  SmallPtrSet<const Value *, 8> path;
  // Markers are integers or addresses; a floating-point argument is not one.
  seen.comesFromParameter =
      !value->getType()->isFPOrFPVectorTy() && comesFromParameter(value, path);
  return seen;
}

} // namespace

std::optional<Marker> markerIn(const Value *value) { return markerOf(nameBehind(value)); }

CallView viewOf(const FoundCall &found, CallBase &copy) {
  CallView view;
  view.call = found.call;
  view.where = found.where;
  view.family = found.family;
  unsigned next = 0;
  for (; next < copy.arg_size() && !view.functionArgument; ++next) {
    if (copy.paramHasAttr(next, Attribute::StructRet))
      view.resultArgument = next;
    else
      view.functionArgument = next;
  }
  if (!view.functionArgument)
    return view;
  FunctionWalk walk(view);
  walk.visit(copy.getArgOperand(*view.functionArgument));
  if (!walk.complete)
    view.functions.clear();
  else if (view.functions.empty())
    view.whyUnknown = "is a null pointer";
  for (; next < copy.arg_size(); ++next) {
    const Value *argument = copy.getArgOperand(next);
    view.arguments.push_back(look(argument, next, copy.getDataLayout()));
    view.arguments.back().isNeverSet = isNeverSet(*argument, copy);
    for (const Use &other : copy.args())
      if (sharesNumbers(*argument, *other, copy))
        view.arguments.back().copiedFrom.push_back(copy.getArgOperandNo(&other));
  }
  return view;
}

} // namespace enzyme
