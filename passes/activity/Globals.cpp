//===- Globals.cpp - which world a global belongs to ----------------------===//
//
// A mutable global has a shadow global, unless it is declared of integers and nothing
// but numbers gets there, or the user said that it is inactive. Constants are constant; a constant
// table of addresses of mutable globals has a shadow table.
//===----------------------------------------------------------------------===//
#include "activity/IntegerGlobals.h"
#include "activity/Objects.h"
#include "request/ParseGlobals.h"
#include "rules/mpi/Exchange.h"
#include "support/Mutation.h"
#include "types/DeclaredTypes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Floats or bytes that may be floats.
bool mayHoldFloats(const GlobalVariable &global) {
  Layout layout = layoutOf(global.getValueType(), global.getParent()->getDataLayout());
  if (layout.known)
    return layout.hasFloats();
  if (const auto *data = global.hasInitializer()
                             ? dyn_cast<ConstantDataSequential>(global.getInitializer())
                             : nullptr)
    if (global.isConstant() && data->isString())
      return false;
  SmallVector<DIGlobalVariableExpression *, 1> declarations;
  global.getDebugInfo(declarations);
  for (const DIGlobalVariableExpression *declaration : declarations) {
    Layout declared = layoutOf(declaration->getVariable()->getType(), global.getContext());
    if (declared.known && declaration->getExpression()->getNumElements() == 0)
      return declared.hasFloats();
  }
  return true;
}

/// Room for anything: an array of bytes, also inside structures.
bool hasStorage(const Type *type) {
  constexpr unsigned least = 8;
  if (const auto *array = dyn_cast<ArrayType>(type))
    return array->getElementType()->isIntegerTy(8) ? array->getNumElements() >= least
                                                   : hasStorage(array->getElementType());
  return isa<StructType>(type) && any_of(type->subtypes(), hasStorage);
}

bool mayHoldPointers(const GlobalVariable &global) {
  if (!global.isConstant() && hasStorage(global.getValueType()) &&
      !mutation::breaks("globals", "bytes"))
    return true;
  Layout layout = layoutOf(global.getValueType(), global.getParent()->getDataLayout());
  return !layout.known || layout.hasPointers();
}

bool hasShadowGlobal(World world) { return world == World::Active || world == World::Mixed; }

using Seen = SmallPtrSetImpl<const GlobalValue *>;

/// Does the initialiser contain the address of memory that has a shadow?
bool leadsToActive(const Constant &constant, const UserRules &userRules, Seen &seen);

World classify(const GlobalVariable &global, const UserRules &userRules, Seen &seen) {
  if (userRules.isInactive(global) || global.hasMetadata("enzyme_inactive"))
    return World::Const;
  if (isMpiHandle(global))
    return World::Neutral;
  bool hasFloats = mayHoldFloats(global);
  if (!global.isConstant()) {
    if (mayHoldPointers(global) &&
        !mutation::breaks("globals", "pointers")) // to memory that may be older than the derivative
      return World::Mixed;
    if (hasFloats && !mutation::breaks("globals", "floats"))
      return World::Active;
    return receivesOnlyNumbers(global) || mutation::breaks("globals", "integers") ? World::Neutral
                                                                                  : World::Mixed;
  }
  if (global.hasDefinitiveInitializer() &&
      leadsToActive(*global.getInitializer(), userRules, seen) &&
      !mutation::breaks("globals", "table"))
    return World::Active;
  return hasFloats ? World::Const : World::Neutral;
}

bool leadsToActive(const Constant &constant, const UserRules &userRules, Seen &seen) {
  if (const auto *global = dyn_cast<GlobalVariable>(&constant))
    return seen.insert(global).second && hasShadowGlobal(classify(*global, userRules, seen));
  if (isa<GlobalValue, ConstantData>(constant))
    return false;
  return any_of(constant.operands(), [&](const Use &operand) {
    const auto *inner = dyn_cast<Constant>(operand);
    return inner && leadsToActive(*inner, userRules, seen);
  });
}

} // namespace

ObjectSet initialContents(const GlobalVariable &global, const UserRules &userRules) {
  ObjectSet worlds;
  if (!global.hasInitializer())
    return worlds;
  SmallVector<const Constant *, 8> work{global.getInitializer()};
  SmallPtrSet<const Constant *, 8> seen;
  while (!work.empty()) {
    const Constant *next = work.pop_back_val();
    if (isa<ConstantData>(next) || !seen.insert(next).second)
      continue;
    if (const auto *inner = dyn_cast<GlobalValue>(next)) {
      worlds.set(unsigned(worldOf(*inner, userRules)));
      continue;
    }
    for (const Use &operand : next->operands())
      if (const auto *inner = dyn_cast<Constant>(operand))
        work.push_back(inner);
  }
  return worlds;
}

World worldOf(const GlobalValue &value, const UserRules &userRules) {
  const GlobalObject *object = value.getAliaseeObject();
  const auto *global = dyn_cast_or_null<GlobalVariable>(object);
  if (!global)
    return World::Neutral; // functions
  SmallPtrSet<const GlobalValue *, 8> seen{global};
  return classify(*global, userRules, seen);
}

} // namespace enzyme
