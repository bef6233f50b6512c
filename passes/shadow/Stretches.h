//===- Stretches.h - distances of addresses that one unknown number measures -------===//
//
// Problem: iterations of a loop that threads share read rows of an array, x[i * n + j] for all j:
// they are apart, but what says so are lengths that only a run knows.
//
// Here: addresses as sums of products, in which n (i + 1) and n i + n are the same; lengths a + b n
// of one such number n, which is at least 1, and what is known of them for all n. What is not of
// this form is no length.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_STRETCHES_H
#define ENZYME_SHADOW_STRETCHES_H

#include "llvm/Analysis/ScalarEvolution.h"
#include <map>
#include <optional>
#include <vector>

namespace enzyme {

/// A sum of products, modulo 2^64: how often each product of values is in it.
class AddressSum {
public:
  /// Nothing if it has too many parts, or is of more than 64 bits.
  static std::optional<AddressSum> of(const llvm::SCEV *value);

  std::optional<AddressSum> times(const AddressSum &other) const;
  AddressSum minus(const AddressSum &other) const;
  /// All values in it.
  bool areAll(llvm::function_ref<bool(const llvm::SCEV *)> is) const;
  /// The one pointer, by itself and once; null if there is none, or if there are others.
  llvm::Value *base() const;

private:
  friend struct Stretch; // reads the products
  using Product = std::vector<const llvm::SCEV *>;
  void add(const Product &product, uint64_t often);

  std::map<Product, uint64_t> products;
};

/// bytes + perCount n
struct Stretch {
  int64_t bytes = 0, perCount = 0;

  /// `count` is n, or null: it is found, if there is any.
  static std::optional<Stretch> of(const AddressSum &sum, const llvm::Value *&count);

  Stretch operator+(const Stretch &other) const {
    return {bytes + other.bytes, perCount + other.perCount};
  }
  Stretch operator-(const Stretch &other) const {
    return {bytes - other.bytes, perCount - other.perCount};
  }
  bool operator==(const Stretch &) const = default;

  /// Not more, or not less, than both for any n from 1 on.
  static Stretch notAbove(const Stretch &one, const Stretch &other);
  static Stretch notBelow(const Stretch &one, const Stretch &other);
  /// How many `step`s are as long as this, for any n from 1 on; nothing if that is not known.
  std::optional<uint64_t> inSteps(const Stretch &step) const;
};

} // namespace enzyme
#endif
