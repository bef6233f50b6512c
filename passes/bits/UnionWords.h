//===- UnionWords.h - unions that lie in registers --------------*- C++ -*-===//
#ifndef ENZYME_BITS_UNIONWORDS_H
#define ENZYME_BITS_UNIONWORDS_H

namespace llvm {
class Function;
}

namespace enzyme {

/// Puts words that are numbers at one time and addresses at another back into memory, each member
/// accessed by its own type.
void keepUnionsInMemory(llvm::Function &function);

} // namespace enzyme
#endif
