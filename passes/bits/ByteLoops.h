//===- ByteLoops.h - loops that copy or swap memory byte by byte -----------===//
#ifndef ENZYME_BITS_BYTELOOPS_H
#define ENZYME_BITS_BYTELOOPS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// A loop that does nothing but copy or swap bytes one after the other moves the whole
/// at once where the two do not overlap in a way that would repeat bytes. True if
/// there was one; loops must then be simplified again.
bool nameByteCopies(llvm::Function &function);

} // namespace enzyme
#endif
