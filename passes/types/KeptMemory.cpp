//===- KeptMemory.cpp -----------------------------------------------------===//
//
// Problem: memory that a variable led to before the derivative ran has no shadow. One may be made
// when differentiated code gets there (runtime/outside.c), but not if an argument of the request
// leads there, too, and brings a shadow of its own.
//
// Here: what only the file's own functions ever put into a variable of its own, and get out of it.
// The classes of FloatsTogether say so. Of all other variables the arguments decide: if none leads
// to memory that may be theirs, such as numbers and arrays on the stack (runtime/outside.c), older
// memory that is found through variables is found through nothing else.
//
// Of allocatable variables of Fortran the language says so: code that writes such a variable's
// memory by the variable's name may reach it by no other name meanwhile, such as an argument's
// (Fortran 2018, 15.5.2.13), whatever other files do. It may by both where it only reads it, or
// where the variable is a target: the run sees that (runtime/arrays.c). Whether a descriptor is of
// an allocatable variable it says itself.
//===----------------------------------------------------------------------===//
#include "types/KeptMemory.h"
#include "rules/Facts.h"
#include "support/FortranNames.h"
#include "types/FloatsTogether.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral keepsMetadata = "enzyme.keeps.memory",
                               sharesMetadata = "enzyme.shares.memory",
                               arraysMetadata = "enzyme.keeps.arrays";

static void mark(GlobalVariable &variable, StringRef kind) {
  variable.setMetadata(kind, MDNode::get(variable.getContext(), {}));
  for (StringRef noted : {StringRef(keepsMetadata), kind})
    variable.getParent()->getOrInsertNamedMetadata(noted);
}

bool isTooSmallForAddress(const GlobalVariable &variable) {
  const DataLayout &data = variable.getDataLayout();
  return variable.getValueType()->isSized() &&
         data.getTypeAllocSize(variable.getValueType()).getKnownMinValue() < data.getPointerSize();
}

static bool mayKeep(const GlobalVariable &variable) {
  if (!variable.hasLocalLinkage() || variable.isConstant() || !variable.hasInitializer() ||
      isTooSmallForAddress(variable))
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
  for (GlobalVariable &variable : file.globals())
    if (mayKeep(variable) && memory.keepsForItself(variable))
      mark(variable, keepsMetadata);
}

void markSharedMemory(Module &module) {
  for (GlobalVariable &variable : module.globals())
    if (!variable.isConstant() && !variable.hasMetadata(keepsMetadata) &&
        !variable.hasMetadata(arraysMetadata) && !isOfStandardLibrary(variable) &&
        variable.getValueType()->isSized() &&
        layoutOf(variable.getValueType(), variable.getDataLayout()).hasPointers())
      mark(variable, sharesMetadata);
}

bool sharesMemory(const GlobalVariable &variable) { return variable.hasMetadata(sharesMetadata); }

/// Flang's: the address, the bytes of an element, the version, then rank, type, attribute and
/// extra; dimensions, and what else there may be.
static bool isDescriptor(const StructType &type) {
  static constexpr unsigned bits[] = {64, 32, 8, 8, 8, 8};
  if (type.getNumElements() <= std::size(bits) || !type.getElementType(0)->isPointerTy())
    return false;
  return all_of(enumerate(bits), [&](auto field) {
    return type.getElementType(field.index() + 1)->isIntegerTy(field.value());
  });
}

static void addArrays(Type &type, uint64_t at, const DataLayout &data,
                      SmallVectorImpl<uint64_t> &found) {
  if (auto *structure = dyn_cast<StructType>(&type)) {
    if (isDescriptor(*structure)) {
      found.push_back(at);
      return;
    }
    const StructLayout *layout = data.getStructLayout(structure);
    for (auto [i, element] : enumerate(structure->elements()))
      addArrays(*element, at + layout->getElementOffset(i), data, found);
  } else if (auto *array = dyn_cast<ArrayType>(&type)) {
    Type &element = *array->getElementType();
    if (!isa<StructType, ArrayType>(element))
      return;
    for (uint64_t i = 0; i != array->getNumElements(); ++i)
      addArrays(element, at + i * data.getTypeAllocSize(&element), data, found);
  }
}

static SmallVector<uint64_t, 2> arraysIn(const GlobalVariable &variable) {
  SmallVector<uint64_t, 2> found;
  addArrays(*variable.getValueType(), 0, variable.getDataLayout(), found);
  return found;
}

void markKeptArrays(Module &module) {
  for (GlobalVariable &variable : module.globals()) {
    if (isScopedByFortran(variable.getName()) && !variable.isConstant() &&
        !arraysIn(variable).empty())
      mark(variable, arraysMetadata);
  }
}

SmallVector<uint64_t, 2> keptArraysIn(const GlobalVariable &variable) {
  return variable.hasMetadata(arraysMetadata) ? arraysIn(variable) : SmallVector<uint64_t, 2>();
}

bool keepsMemory(const GlobalVariable &variable) { return variable.hasMetadata(keepsMetadata); }

bool hasKeptArrays(const Module &module) { return module.getNamedMetadata(arraysMetadata); }

bool hasKeptMemory(const Module &module) { return module.getNamedMetadata(keepsMetadata); }

} // namespace enzyme
