//===- NumbersAt.h - which numbers lie where an integer is accessed -*- C++ -*-===//
//
// Few functions access words of numbers as integers: the memory is looked at when it is asked for.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_NUMBERSAT_H
#define ENZYME_PREPARE_NUMBERSAT_H

#include "support/BitOrigins.h"
#include "types/Evidence.h"
#include <optional>

namespace enzyme {

class NumbersAt {
public:
  explicit NumbersAt(llvm::Function &function) : function(function) {}

  /// The float or double that lies in so many bytes as the integer has; null if none does, or
  /// several types.
  llvm::Type *in(const llvm::Value &pointer, const llvm::Type &word) {
    if (!word.isIntegerTy(32) && !word.isIntegerTy(64))
      return nullptr;
    if (!memory)
      memory.emplace(function);
    llvm::Type *number = memory->evidence.numberIn(pointer, word.getIntegerBitWidth() / 8);
    return number && FloatBits::of(*number) ? number : nullptr;
  }

private:
  struct Memory {
    Addresses addresses;
    CalleeRecords callees;
    Evidence evidence;
    explicit Memory(llvm::Function &function)
        : addresses(function), evidence(function, addresses, callees) {}
  };
  llvm::Function &function;
  std::optional<Memory> memory;
};

} // namespace enzyme
#endif
