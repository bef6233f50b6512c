//===- Truncation.h - computing in a smaller format -----------------------===//
//
// __enzyme_truncate_op_func(f, from, to) asks for f with every operation of format
// `from` done in format `to`. A format is the widths of its exponent and its
// significand field: 16, 32 and 64 stand for (5, 10), (8, 23) and (11, 52).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_TRUNCATION_H
#define ENZYME_REQUEST_TRUNCATION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Type.h"
#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace enzyme {

struct FloatFormat {
  unsigned exponent = 0, significand = 0;
  unsigned bits() const { return 1 + exponent + significand; }
  auto operator<=>(const FloatFormat &) const = default;
};

/// What is rounded; the numbers are those that functions of the program which
/// replace ours are given.
enum class TruncationScope : uint8_t {
  Memory = 1,     ///< operations, and whatever enters, is loaded or stored
  Operations = 2, ///< operations only
  Module = 6,     ///< operations, of all functions
};

struct Truncation {
  FloatFormat from, to;
  TruncationScope scope = TruncationScope::Operations;
  auto operator<=>(const Truncation &) const = default;
};

/// The format of 16, 32 or 64 bits.
std::optional<FloatFormat> formatOfWidth(int64_t bits);

/// From constants as they stand behind the function or the value: from, to or
/// from, exponent, significand. Else `why` says what is wrong with the format.
std::optional<Truncation> truncationOf(llvm::ArrayRef<std::optional<int64_t>> constants,
                                       TruncationScope scope, std::string &why);

/// The truncations of "64to32;11-52to5-7"; none: it cannot be read.
std::optional<std::vector<Truncation>> truncationsIn(llvm::StringRef text);

/// The IR type of a format; null if there is none.
llvm::Type *typeOf(FloatFormat format, llvm::LLVMContext &context);

} // namespace enzyme
#endif
