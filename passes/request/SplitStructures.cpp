//===- SplitStructures.cpp - structures that the ABI passes in pieces --------------===//
//
// Seen in the IR of clang for `f(s)` with a structure of two eightbytes:
//   %p = getelementptr { double, double }, ptr %s, i32 0, i32 0
//   %a = load double, ptr %p
//   %q = getelementptr { double, double }, ptr %s, i32 0, i32 1
//   %b = load double, ptr %q            call @f(double %a, double %b)
// A person's own `f(s.a, s.b)` names the structure's type and is left alone;
// both mean the same there.
//===----------------------------------------------------------------------===//
#include "request/SplitStructures.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Member `member` of an unnamed structure at `object`.
struct Piece {
  const Value *object = nullptr;
  const StructType *type = nullptr;
  unsigned member = 0;
};

/// The first member may be loaded from the object itself.
Piece pieceOf(const Value *argument) {
  auto *load = dyn_cast<LoadInst>(argument);
  auto *address = load ? dyn_cast<GetElementPtrInst>(load->getPointerOperand()) : nullptr;
  if (!address || address->getNumIndices() != 2 || !address->hasAllConstantIndices())
    return {};
  auto *type = dyn_cast<StructType>(address->getSourceElementType());
  auto *first = cast<ConstantInt>(address->getOperand(1));
  auto *member = cast<ConstantInt>(address->getOperand(2));
  if (!type || !type->isLiteral() || !first->isZero())
    return {};
  return {address->getPointerOperand(), type, unsigned(member->getZExtValue())};
}

} // namespace

unsigned piecesOfStructure(const CallBase &call, unsigned index) {
  Piece first = pieceOf(call.getArgOperand(index));
  if (!first.type || first.member != 0)
    return 1;
  unsigned count = first.type->getNumElements();
  if (index + count > call.arg_size())
    return 1;
  for (unsigned i = 1; i < count; ++i) {
    Piece piece = pieceOf(call.getArgOperand(index + i));
    if (piece.object != first.object || piece.type != first.type || piece.member != i)
      return 1;
  }
  return count;
}

/// How many eightbytes a small structure in memory has; 0 if it is not one.
static unsigned eightbytesInMemory(const CallBase &call, unsigned index) {
  Type *type = index < call.arg_size() ? call.getParamByValType(index) : nullptr;
  uint64_t bytes = type ? call.getDataLayout().getTypeAllocSize(type).getFixedValue() : 0;
  return bytes <= 16 ? (bytes + 7) / 8 : 0;
}

PassedStructure structureAt(const CallBase &call, unsigned index, const Function &function,
                            unsigned first) {
  unsigned inMemory = eightbytesInMemory(call, index), count = piecesOfStructure(call, index);
  if (function.getArg(first)->hasByValAttr() || (!inMemory && count < 2))
    return {};
  PassedStructure found;
  found.arguments = inMemory ? 1 : count;
  for (unsigned i = 0; i < (inMemory ? inMemory : count); ++i) {
    if (first + i >= function.arg_size())
      return {};
    if (inMemory)
      found.pieces.push_back({index, Passed::How::Pointee, 8 * i});
    else if (call.getArgOperand(index + i)->getType() == function.getArg(first + i)->getType())
      found.pieces.push_back({index + i, Passed::How::Value, 0});
    else
      return {};
  }
  return found;
}

} // namespace enzyme
