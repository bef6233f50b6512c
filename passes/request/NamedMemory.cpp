//===- NamedMemory.cpp -----------------------------------------------------===//
//
// Read in a simplified copy of the caller, where addresses are not in memory any more. Fortran
// passes an array of unknown shape as a description of it on the stack, whose first word is its
// address.
//===----------------------------------------------------------------------===//
#include "request/NamedMemory.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The address that a description on the stack begins with, if there is one.
const Value *addressIn(const AllocaInst &description) {
  const Value *address = nullptr;
  for (const User *user : description.users())
    if (const auto *store = dyn_cast<StoreInst>(user);
        store && store->getPointerOperand() == &description) {
      const Value *stored = store->getValueOperand();
      if (address || !stored->getType()->isPointerTy())
        return nullptr;
      address = stored;
    }
  return address;
}

const Value &baseOf(const Value &pointer, const DataLayout &layout, uint64_t &offset) {
  APInt bytes(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value &base = *pointer.stripAndAccumulateConstantOffsets(layout, bytes, true);
  offset = bytes.isNegative() ? 0 : bytes.getZExtValue();
  const Value *object = getUnderlyingObject(&base);
  const auto *call = dyn_cast<IntrinsicInst>(object);
  bool isOfThread = call && call->getIntrinsicID() == Intrinsic::threadlocal_address;
  return isOfThread ? *call->getArgOperand(0) : *object;
}

} // namespace

std::optional<NamedMemory> namedMemoryOf(const Value &pointer, const DataLayout &layout) {
  if (!pointer.getType()->isPointerTy())
    return {};
  NamedMemory memory;
  const Value *base = &baseOf(pointer, layout, memory.offset);
  if (const auto *description = dyn_cast<AllocaInst>(base))
    if (const Value *address = addressIn(*description))
      base = &baseOf(*address, layout, memory.offset);
  if (const auto *load = dyn_cast<LoadInst>(base)) {
    memory.isLedTo = true;
    base = &baseOf(*load->getPointerOperand(), layout, memory.offset);
  }
  const auto *variable = dyn_cast<GlobalVariable>(base);
  if (!variable || variable->isConstant())
    return {};
  memory.variable = variable->getName().str();
  return memory;
}

} // namespace enzyme
