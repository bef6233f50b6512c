//===- WordHelpers.h - helpers that take words as integers ----*- C++ -*-===//
#ifndef ENZYME_BITS_WORDHELPERS_H
#define ENZYME_BITS_WORDHELPERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Tells calls through which a float or an address travels as an integer. What it has seen of a
/// function must not change while it lives.
class WordHelpers {
public:
  /// Is `call` passed an integer that was made of an address, does its integer result become
  /// one, or does its callee turn floats or addresses into such integers, or back?
  bool movesWord(const llvm::CallBase &call);

private:
  llvm::DenseMap<const llvm::Function *, bool> known;

  bool convertsWords(const llvm::Function &callee);
};

} // namespace enzyme
#endif
