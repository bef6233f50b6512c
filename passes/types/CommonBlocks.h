//===- CommonBlocks.h - members of Fortran's common blocks -------*- C++ -*-===//
#ifndef ENZYME_TYPES_COMMONBLOCKS_H
#define ENZYME_TYPES_COMMONBLOCKS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"

namespace enzyme {

struct CommonMember {
  uint64_t offset;
  const llvm::DIType *type;
  uint64_t end() const;
};

bool isCommonBlock(const llvm::GlobalVariable &variable);

/// The single integers and logicals that all units which use the block declare alike.
llvm::SmallVector<CommonMember, 4> singleIntegersOf(const llvm::GlobalVariable &block);

} // namespace enzyme
#endif
