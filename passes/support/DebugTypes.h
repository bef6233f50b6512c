//===- DebugTypes.h - walking through declared types ----------------------===//
//
// Debug information wraps a type in its typedefs and qualifiers, and lists with a class's members
// what does not lie in its objects. What the types mean to a derivative is not known here.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_DEBUGTYPES_H
#define ENZYME_SUPPORT_DEBUGTYPES_H

#include "llvm/IR/DebugInfoMetadata.h"

namespace enzyme {

/// Without typedef, const, volatile, restrict, _Atomic; null for void.
const llvm::DIType *bare(const llvm::DIType *type);

/// Does the tag wrap a type without changing what lies in memory?
bool isTypedefOrQualifier(unsigned tag);

/// Is it the tag of pointers or references?
bool isPointerTag(unsigned tag);

/// What a pointer or reference type points to, typedefs and all; null if `type` is
/// no pointer or points to void.
const llvm::DIType *pointee(const llvm::DIType *type);

/// `node` as a member or base class that lies in each object; null if it is not one.
const llvm::DIDerivedType *asMember(const llvm::DINode *node);

} // namespace enzyme
#endif // ENZYME_SUPPORT_DEBUGTYPES_H
