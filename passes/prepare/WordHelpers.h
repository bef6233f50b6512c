//===- AddressHelpers.h - helpers that take addresses as integers -*- C++ -*-===//
#ifndef ENZYME_PREPARE_ADDRESSHELPERS_H
#define ENZYME_PREPARE_ADDRESSHELPERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Tells calls through which an address travels as an integer. What it has seen of a function
/// must not change while it lives.
class AddressHelpers {
public:
  /// Is `call` handed an integer that was made of an address, does its integer result become
  /// one, or does its callee do either with what it stores and loads?
  bool movesAddress(const llvm::CallBase &call);

private:
  llvm::DenseMap<const llvm::Function *, bool> known;

  bool convertsAddresses(const llvm::Function &callee);
};

} // namespace enzyme
#endif
