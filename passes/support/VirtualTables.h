//===- VirtualTables.h - pointers to virtual tables ------------------------===//
//
// clang says in alias metadata which loads give an object's pointer to its table. Nothing is
// ever stored into such a table. Without metadata nothing is known.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_VIRTUALTABLES_H
#define ENZYME_SUPPORT_VIRTUALTABLES_H

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

namespace enzyme {

inline bool isVirtualPointer(const llvm::LoadInst &load) {
  const llvm::MDNode *tag = load.getMetadata(llvm::LLVMContext::MD_tbaa);
  if (!tag || tag->getNumOperands() < 2)
    return false;
  auto *type = llvm::dyn_cast<llvm::MDNode>(tag->getOperand(1));
  auto *name = type ? llvm::dyn_cast<llvm::MDString>(type->getOperand(0)) : nullptr;
  return name && name->getString() == "vtable pointer";
}

/// A table itself, also of an object while it is constructed (Itanium C++ ABI).
inline bool isVirtualTable(const llvm::GlobalVariable &variable) {
  return variable.isConstant() &&
         (variable.getName().starts_with("_ZTV") || variable.getName().starts_with("_ZTC"));
}

} // namespace enzyme
#endif
