//===- KeptMemory.cpp -----------------------------------------------------===//
//
// Problem: memory that a variable led to before the derivative ran has no shadow. One may be made
// when differentiated code gets there (runtime/outside.c), but not if an argument of the request
// leads there, too, and brings a shadow of its own.
//
// Here: what only the file's own functions ever put into a variable of its own, and get out of it.
// The classes of FloatsTogether say so.
//===----------------------------------------------------------------------===//
#include "types/KeptMemory.h"
#include "types/FloatsTogether.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral keepsMetadata = "enzyme.keeps.memory";

static bool mayKeep(const GlobalVariable &variable) {
  if (!variable.hasLocalLinkage() || variable.isConstant() || !variable.hasInitializer())
    return false;
  Layout layout = layoutOf(variable.getValueType(), variable.getDataLayout());
  auto mayBeAddress = [&](const Piece &piece) {
    return piece.kind == Kind::Integer && piece.size >= variable.getDataLayout().getPointerSize();
  };
  return layout.hasPointers() || layout.hasUnknown() || any_of(layout.pieces, mayBeAddress);
}

void markKeptMemory(Module &file) {
  if (none_of(file.globals(), mayKeep))
    return;
  FloatsTogether memory(file);
  for (GlobalVariable &variable : file.globals()) {
    if (!mayKeep(variable) || !memory.keepsForItself(variable))
      continue;
    variable.setMetadata(keepsMetadata, MDNode::get(file.getContext(), {}));
    file.getOrInsertNamedMetadata(keepsMetadata);
  }
}

bool keepsMemory(const GlobalVariable &variable) { return variable.hasMetadata(keepsMetadata); }

bool hasKeptMemory(const Module &module) { return module.getNamedMetadata(keepsMetadata); }

} // namespace enzyme
