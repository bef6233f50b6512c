//===- OpaqueGlobals.cpp - globals whose values must not be forwarded ------===//
//
// Only accesses that name the global; memory transfers keep their values apart
// anyway. Accesses the user made volatile stay so.
//===----------------------------------------------------------------------===//
#include "prepare/OpaqueGlobals.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr const char *hiddenMark = "enzyme.hidden";

void setVolatile(Instruction &access, bool isVolatile) {
  if (auto *load = dyn_cast<LoadInst>(&access))
    load->setVolatile(isVolatile);
  else
    cast<StoreInst>(access).setVolatile(isVolatile);
}

void hideUsesOf(Value &address) {
  for (User *user : address.users()) {
    if (isa<GEPOperator>(user)) {
      hideUsesOf(*user);
      continue;
    }
    auto *access = dyn_cast<Instruction>(user);
    if (!access || getLoadStorePointerOperand(access) != &address || access->isVolatile())
      continue;
    setVolatile(*access, true);
    access->setMetadata(hiddenMark, MDNode::get(access->getContext(), {}));
  }
}

} // namespace

void hideAccesses(Module &workshop, function_ref<bool(const GlobalVariable &)> isOpaque) {
  for (GlobalVariable &variable : workshop.globals())
    if (!variable.isConstant() && isOpaque(variable))
      hideUsesOf(variable);
}

void revealAccesses(Function &function) {
  for (Instruction &instruction : instructions(function))
    if (instruction.getMetadata(hiddenMark)) {
      setVolatile(instruction, false);
      instruction.setMetadata(hiddenMark, nullptr);
    }
}

} // namespace enzyme
