//===- VerifyTypes.cpp - is the answer of type analysis sound? ------------===//
//
//   1. Every access has a layout; its pieces lie inside the period, in order,
//      without overlap.
//   2. An access of floating or pointer type is what its type says.
//   3. A value and the memory it is loaded from or stored to agree.
//   4. A second analysis, which starts from nothing, gives the same.
//===----------------------------------------------------------------------===//
#include "types/VerifyTypes.h"
#include "types/LayoutTools.h"
#include "types/Moves.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

std::string at(const Instruction &instruction, StringRef what) {
  std::string text = what.str() + ": ";
  raw_string_ostream(text) << instruction;
  return text;
}

bool isAccess(const Instruction &instruction) {
  return isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst, AnyMemIntrinsic>(instruction);
}

const Value *movedValue(const Instruction &access) {
  if (isa<LoadInst>(access))
    return &access;
  const auto *store = dyn_cast<StoreInst>(&access);
  return store ? store->getValueOperand() : nullptr;
}

bool isOrdered(const Layout &layout) {
  uint64_t next = 0;
  for (const Piece &piece : layout.pieces) {
    if (piece.offset < next || piece.size == 0 ||
        (piece.kind == Kind::Float) != (piece.floatType != nullptr))
      return false;
    next = piece.offset + piece.size;
  }
  // A pattern seen from its middle may have a piece that reaches round.
  return true;
}

std::string faultOf(const Instruction &access, const TypeResults &types) {
  Layout layout = types.accessed(access);
  if (!isOrdered(layout))
    return "pieces overlap or are empty";
  if (layout.known && layout.period == 0)
    return "settled without a period";
  const Value *value = movedValue(access);
  if (!value)
    return "";
  if (layout.period == 0)
    return value->getType()->isScalableTy() ? "" : "access without a layout";
  bool isMoved = isMove(access, *value);
  if (value->getType()->isFPOrFPVectorTy() && (layout.known ? !layout.hasFloats() : !isMoved))
    return "a floating access that is not float";
  if (value->getType()->isPointerTy() && (layout.known ? !layout.hasPointers() : !isMoved))
    return "a pointer access that is no pointer";
  bool isCount = isa<LoadInst>(access) && value->getType()->isIntegerTy() && layout.known &&
                 !layout.hasFloats(); // and goes where others put floats
  if (isCount)
    return "";
  bool isOpen = isMoved && !layout.known;
  if (!isOpen && !isa<Constant>(value) && types.carriesFloat(*value) != layout.hasFloats())
    return "value and memory disagree about floats";
  return "";
}

} // namespace

bool verifyTypes(Function &prepared, const TypeResults &types, std::string &why) {
  TypeResults again = analyseTypes(prepared);
  for (const Instruction &instruction : instructions(prepared)) {
    if (!isAccess(instruction))
      continue;
    why = faultOf(instruction, types);
    if (why.empty() && !(again.accessed(instruction) == types.accessed(instruction)))
      why = "not a fixpoint";
    if (!why.empty()) {
      why = at(instruction, why);
      return false;
    }
  }
  return true;
}

} // namespace enzyme
