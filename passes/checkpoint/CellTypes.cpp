//===- CellTypes.cpp ------------------------------------------------------===//
//
// A value is an integer, whatever union it is stored in, if it is made of integers alone:
// of constants, comparisons, conversions, loads of what is known to be integers, and of
// arithmetic on those. What flows backwards from the union says otherwise of it.
//===----------------------------------------------------------------------===//
#include "checkpoint/CellTypes.h"
#include "limits/checkpoint.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isAllIntegers(const Layout &layout) {
  return layout.known &&
         all_of(layout.pieces, [](const Piece &piece) { return piece.kind == Kind::Integer; });
}

/// What a load reads: of cells made before this one, types were not asked.
Layout readBy(const LoadInst &load, const TypeResults &types) {
  if (auto declared = decode(load.getMetadata(layoutMetadata), load.getContext()))
    return *declared;
  return types.accessed(load);
}

/// Adds to `web` what makes `value` an integer if it is one; false if something else might.
bool addSources(const Value &value, const TypeResults &types,
                SmallSetVector<const Value *, 16> &web) {
  if (isa<ConstantInt, UndefValue, CmpInst, FPToSIInst, FPToUIInst>(value))
    return true;
  if (auto *load = dyn_cast<LoadInst>(&value))
    return isAllIntegers(readBy(*load, types));
  if (isa<Argument>(value))
    return !types.carriesFloat(value) && !types.carriesPointer(value);
  bool isComputed =
      isa<BinaryOperator, PHINode, SelectInst, FreezeInst, ZExtInst, SExtInst, TruncInst>(value);
  if (!isComputed)
    return false;
  for (const Value *operand : cast<User>(value).operand_values())
    web.insert(operand);
  return true;
}

bool isMadeOfIntegers(const Value &value, const TypeResults &types) {
  SmallSetVector<const Value *, 16> web;
  web.insert(&value);
  for (unsigned i = 0; i != web.size(); ++i)
    if (i == limits::valuesOfCell || !web[i]->getType()->isIntegerTy() ||
        !addSources(*web[i], types, web))
      return false;
  return true;
}

} // namespace

Layout layoutOfCell(const Value &value, const TypeResults &types) {
  Layout held;
  if (!value.getType()->isIntegerTy())
    return held;
  held.period = divideCeil(value.getType()->getIntegerBitWidth(), 8);
  if (isMadeOfIntegers(value, types)) {
    held.pieces.push_back({0, Kind::Integer, nullptr, held.period});
    held.known = true;
  } else if (auto *load = dyn_cast<LoadInst>(&value)) {
    held = readBy(*load, types);
  } else {
    for (const Piece &piece : types.pieces(value))
      held.pieces.push_back(piece);
    held.known = any_of(held.pieces, [](const Piece &p) { return p.kind == Kind::Float; }) &&
                 !held.hasUnknown();
  }
  held.known = held.known && !held.hasPointers();
  return held;
}

void declareCell(AllocaInst &cell, const Layout &held) {
  if (!held.known)
    return;
  MDNode *said = encode(held, cell.getContext());
  for (User *user : cell.users())
    if (isa<LoadInst, StoreInst>(user))
      cast<Instruction>(user)->setMetadata(layoutMetadata, said);
}

} // namespace enzyme
