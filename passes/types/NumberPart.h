//===- NumberPart.h - copies of parts of numbers ------------------*- C++ -*-===//
//
// A copy of some bytes of a number, from or to where the number lies as a whole: the mark of such
// a copy of unknown bytes (markUnknownBytes) names, in place of the type that is moved, one that
// says so.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_NUMBERPART_H
#define ENZYME_TYPES_NUMBERPART_H

#include "llvm/IR/DerivedTypes.h"
#include <optional>

namespace enzyme {

struct NumberPart {
  enum End { Nowhere, Source, Target }; ///< nowhere: in another order at either end
  End whole = Nowhere;
  llvm::Type *number = nullptr; ///< null: not known
  unsigned offset = 0;          ///< of the bytes in the number
  bool isTogether = false;      ///< the number's other bytes are copied with these

  /// The type that stands for it: {number, [whole x i16], [offset x i8], i1 if together}
  llvm::Type *spelled(llvm::LLVMContext &context) const;
  static std::optional<NumberPart> spelledBy(const llvm::Type *type);
};

} // namespace enzyme
#endif
