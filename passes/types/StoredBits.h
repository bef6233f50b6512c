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

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// An integer made of numbers' bits, where it is stored.
struct StoredPart {
  const llvm::StoreInst *store;
  /// It is as wide as the numbers, and their bits are where they have them, perhaps beside others
  /// (a union of which a narrower member is set): it lies there as the number itself would.
  bool keepsPlaces;
};

class StoredBits {
public:
  explicit StoredBits(const llvm::Module &module);

  /// Is one stored anywhere? In few programs.
  bool isAny() const { return isStored; }

  /// All stores in `function`, or in a prepared copy of one, of integers made of numbers' bits.
  llvm::SmallVector<StoredPart, 2> in(const llvm::Function &function) const;

private:
  /// To parameters, and by functions; have such integers their bits where the numbers have them?
  llvm::DenseMap<const llvm::Value *, bool> given;
  bool isStored = false;
};

/// Is a number made of the loaded integer, by whatever arithmetic or by a conversion, here or in
/// functions that are given it? Of more values than are looked at, one is.
bool makesNumber(const llvm::LoadInst &load);

} // namespace enzyme
#endif
