//===- ByteLoops.h - loops that copy memory byte by byte -------------------===//
#ifndef ENZYME_PREPARE_BYTELOOPS_H
#define ENZYME_PREPARE_BYTELOOPS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// A loop that does nothing but copy bytes one after the other becomes a memmove
/// where source and destination do not overlap in the way that would repeat bytes. True if
/// there was one; loops are then to be brought into form again.
bool nameByteCopies(llvm::Function &function);

} // namespace enzyme
#endif
