//===- StoredBits.h - integers made of numbers' bits, in a module -*- C++ -*-===//
//
// Problem: which integers are made of numbers' bits is seen where a number's bits are taken, and
// matters where the integers are stored: often in another function.
//
// Here: where the bits of numbers go from function to function. Exponents alone do not count: they
// do not change where the number changes a little.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_STOREDBITS_H
#define ENZYME_TYPES_STOREDBITS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace enzyme {

class StoredBits {
public:
  explicit StoredBits(const llvm::Module &module);

  /// Is one stored anywhere? In few programs.
  bool isAny() const { return isStored; }

  /// All stores in `function`, or in a prepared copy of one, of integers made of numbers' bits.
  llvm::SmallVector<const llvm::StoreInst *, 2> in(const llvm::Function &function) const;

private:
  llvm::DenseSet<const llvm::Value *> given; ///< to parameters, and by functions
  bool isStored = false;
};

/// Is a number made of the loaded integer, by whatever arithmetic or by a conversion, here or in
/// functions that are given it? Of more values than are looked at, one is.
bool makesNumber(const llvm::LoadInst &load);

} // namespace enzyme
#endif
