//===- NumbersAt.h - which numbers lie where an integer is accessed -*- C++ -*-===//
//
// Few functions access words of numbers as integers, so memory is looked at on demand.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_BITS_NUMBERSAT_H
#define ENZYME_BITS_NUMBERSAT_H

#include "support/BitOrigins.h"
#include "types/Evidence.h"
#include <map>
#include <optional>
#include <vector>

namespace enzyme {

class NumbersAt {
public:
  /// `others`: as for analyseTypes.
  explicit NumbersAt(llvm::Function &function, EvidenceStore *others = nullptr)
      : function(function), others(others) {}

  /// From now on, `word` is the bits of such a number.
  void take(const llvm::Value &word, llvm::Type &number) { taken[&word] = &number; }
  llvm::Type *takenFor(const llvm::Value &word) const { return taken.lookup(&word); }

  /// The float or double that lies in so many bytes as the integer has; null if none does, or
  /// several types.
  llvm::Type *in(const llvm::Value &pointer, const llvm::Type &word) {
    if (!word.isIntegerTy(32) && !word.isIntegerTy(64))
      return nullptr;
    Memory &memory = looked();
    uint64_t bytes = word.getIntegerBitWidth() / 8;
    std::vector<uint64_t> place{bytes}; // of all elements of an array, asked once
    for (const Address &address : memory.addresses.of(pointer))
      place.insert(place.end(), {address.root, uint64_t(address.offset), address.stride});
    auto [known, isNew] = answers.try_emplace(std::move(place));
    if (isNew)
      known->second = memory.evidence.numberIn(pointer, bytes);
    llvm::Type *number = known->second;
    return number && FloatBits::of(*number) ? number : nullptr;
  }

  /// The double that is declared to lie where the pointer steps on by `before`; null if none is.
  llvm::Type *doubleAround(const llvm::Value &pointer, uint64_t before) {
    return looked().evidence.doubleAround(pointer, before);
  }

  /// Does the code also read or write an address just there?
  bool holdsAddress(const llvm::Value &pointer, const llvm::Type &word) {
    return looked().evidence.isAddressIn(pointer, word.getIntegerBitWidth() / 8);
  }

private:
  struct Memory {
    Addresses addresses;
    CalleeRecords callees;
    Evidence evidence;
    Memory(llvm::Function &function, EvidenceStore *others)
        : addresses(function), callees(others), evidence(function, addresses, callees) {}
  };
  Memory &looked() {
    if (!memory)
      memory.emplace(function, others);
    return *memory;
  }

  llvm::Function &function;
  EvidenceStore *others;
  std::optional<Memory> memory;
  std::map<std::vector<uint64_t>, llvm::Type *> answers;
  llvm::DenseMap<const llvm::Value *, llvm::Type *> taken;
};

} // namespace enzyme
#endif
