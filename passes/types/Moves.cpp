//===- Moves.cpp - values that are only carried about ----------------------===//
//
// Problem: `to->value.pointer = from->value.pointer` moves whatever the union holds,
// and that may be a double. Only a value that is used as what its type says (followed,
// added, compared) is one.
//===----------------------------------------------------------------------===//
#include "types/Moves.h"
#include "limits/types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

using Web = SmallSetVector<const Value *, 8>;

/// Adds what `choice` chooses among.
void addChoices(const Instruction &choice, Web &web) {
  for (const Use &operand : choice.operands())
    if (!isa<SelectInst>(choice) || operand.getOperandNo() != 0)
      web.insert(operand.get());
}

bool isNothing(const Value &value) {
  const auto *constant = dyn_cast<Constant>(&value);
  return constant && (constant->isNullValue() || isa<UndefValue>(constant));
}

/// Adds to `web` what its values are chosen from; false if any is made otherwise, and none
/// of `others`.
bool addSources(Web &web, function_ref<bool(const Value &)> others) {
  for (unsigned i = 0; i != web.size() && i < limits::valuesOfMove; ++i) {
    const Value *value = web[i];
    if (choosesOnly(*value))
      addChoices(cast<Instruction>(*value), web);
    else if (const Value *whole = renamed(*value))
      web.insert(whole);
    else if (const Value *narrow = widened(*value))
      web.insert(narrow);
    else if (const auto *load = dyn_cast<LoadInst>(value);
             load ? !load->isSimple() : !isNothing(*value) && !others(*value))
      return false;
  }
  return web.size() <= limits::valuesOfMove;
}

bool isNone(const Value &) { return false; }

bool movesOnly(const Use &use) {
  const User *user = use.getUser();
  if (const auto *store = dyn_cast<StoreInst>(user))
    return store->isSimple() && use.getOperandNo() == 0;
  return choosesOnly(*user) && !(isa<SelectInst>(user) && use.getOperandNo() == 0);
}

/// Integers in a vector under the name of others.
bool isIntegersRenamed(const CastInst &cast) {
  auto isOfIntegers = [](const Type *type) {
    return type->isIntOrIntVectorTy() && !isa<ScalableVectorType>(type) &&
           type->getScalarSizeInBits() % 8 == 0;
  };
  return isa<BitCastInst>(cast) && isOfIntegers(cast.getSrcTy()) && isOfIntegers(cast.getDestTy());
}

} // namespace

const Value *renamed(const Value &value) {
  const auto *cast = dyn_cast<CastInst>(&value);
  if (!cast || !isa<BitCastInst, PtrToIntInst, IntToPtrInst, TruncInst>(cast))
    return nullptr;
  const DataLayout &layout = cast->getDataLayout();
  const Value *from = cast->getOperand(0);
  bool isOfVectors = from->getType()->isVectorTy() || value.getType()->isVectorTy();
  if ((isOfVectors && !isIntegersRenamed(*cast)) || !layout.isLittleEndian())
    return nullptr;
  uint64_t before = layout.getTypeSizeInBits(from->getType()),
           after = layout.getTypeSizeInBits(value.getType());
  return before % 8 == 0 && after % 8 == 0 && after <= before ? from : nullptr;
}

const Value *widened(const Value &value) {
  const auto *extension = dyn_cast<ZExtInst>(&value);
  const Value *narrow = extension ? extension->getOperand(0) : nullptr;
  return narrow && narrow->getType()->isIntegerTy() &&
                 narrow->getType()->getIntegerBitWidth() % 8 == 0 &&
                 extension->getDataLayout().isLittleEndian()
             ? narrow
             : nullptr;
}

bool choosesOnly(const Value &value) { return isa<PHINode, SelectInst, FreezeInst>(value); }

bool isFromMemory(const Value &value) {
  Web web;
  web.insert(&value);
  return addSources(web, isNone);
}

bool isMade(const Value &value) {
  Type *type = value.getType();
  bool isScalar = type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy();
  return isScalar && !isa<LoadInst, CallBrInst, UndefValue>(value) && !choosesOnly(value) &&
         !renamed(value) && !widened(value);
}

bool isChosenFromMemory(const Value &value) {
  Web web;
  web.insert(&value);
  return !isMade(value) && addSources(web, isMade) &&
         any_of(web, [](const Value *source) { return isa<LoadInst>(source); });
}

bool isOnlyMoved(const Value &value) {
  Web web;
  web.insert(&value);
  for (unsigned i = 0; i != web.size(); ++i) {
    if (isa<Constant>(web[i]))
      continue;
    if (i >= limits::valuesOfMove)
      return true; // perhaps
    if (!all_of(web[i]->uses(), movesOnly))
      return false;
    for (const User *user : web[i]->users())
      if (choosesOnly(*user))
        web.insert(user);
    if (choosesOnly(*web[i]))
      addChoices(cast<Instruction>(*web[i]), web);
  }
  return addSources(web, isNone) || web.size() > limits::valuesOfMove;
}

bool isMove(const Instruction &access, const Value &value) {
  if (!isa<StoreInst>(access))
    return isOnlyMoved(value);
  Web web;
  web.insert(&value);
  return addSources(web, isNone) || web.size() > limits::valuesOfMove;
}

std::optional<SmallVector<const Value *, 4>> placesOfMove(const Value &value) {
  Web web;
  web.insert(&value);
  SmallVector<const Value *, 4> places;
  for (unsigned i = 0; i != web.size() && i < limits::valuesOfMove; ++i) {
    if (isa<Constant>(web[i]))
      continue;
    if (choosesOnly(*web[i]))
      addChoices(cast<Instruction>(*web[i]), web);
    else if (const auto *load = dyn_cast<LoadInst>(web[i]))
      places.push_back(load->getPointerOperand());
    for (const User *user : web[i]->users())
      if (const auto *store = dyn_cast<StoreInst>(user);
          store && store->getValueOperand() == web[i])
        places.push_back(store->getPointerOperand());
      else if (choosesOnly(*user))
        web.insert(user);
  }
  if (web.size() > limits::valuesOfMove) // not all was looked at
    return std::nullopt;
  return places;
}

} // namespace enzyme
