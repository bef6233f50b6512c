//===- LoadedBits.h - pointers that are loaded for their bits --*- C++ -*-===//
#ifndef ENZYME_BITS_LOADEDBITS_H
#define ENZYME_BITS_LOADEDBITS_H

namespace llvm {
class Function;
}

namespace enzyme {

/// Turns loads of pointers that are only used as integers into loads of integers.
void loadBits(llvm::Function &function);

} // namespace enzyme
#endif
