//===- DeclaredMembers.h - members of structures, as declared --------------===//
#ifndef ENZYME_TYPES_DECLAREDMEMBERS_H
#define ENZYME_TYPES_DECLAREDMEMBERS_H

#include "types/Evidence.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace enzyme {

/// Has the structure no members but bytes? A number may be taken apart into those.
bool isOfBytes(const llvm::DIType *type);

/// The innermost member of a declared structure in which all of the bytes at `place` lie; else
/// null.
const llvm::DIType *memberHolding(const Record &record, const Address &place, uint64_t bytes);

} // namespace enzyme
#endif
