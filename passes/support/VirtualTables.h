//===- VirtualTables.h - pointers to virtual tables ------------------------===//
//
// clang says in alias metadata which loads give an object's pointer to its table. Nothing is
// ever stored into such a table. Without metadata nothing is known.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_VIRTUALTABLES_H
#define ENZYME_SUPPORT_VIRTUALTABLES_H

#include "support/AliasTags.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

inline bool isVirtualPointer(const llvm::LoadInst &load) {
  std::optional<AliasTag> tag = aliasTagOf(load);
  return tag && nameOfTagged(tag->scalar) == tablePointerName;
}

/// A table itself, also of an object while it is constructed (Itanium C++ ABI).
inline bool isVirtualTable(const llvm::GlobalVariable &variable) {
  return variable.isConstant() &&
         (variable.getName().starts_with("_ZTV") || variable.getName().starts_with("_ZTC"));
}

} // namespace enzyme
#endif
