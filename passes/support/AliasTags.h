//===- AliasTags.h - what clang writes about an access's type -------------===//
//
// The nodes of type based alias information (LLVM's Language Reference, "'tbaa' Metadata"). An
// access has a tag {type around, scalar type, offset}. A type's node is its name and then its
// members, each with its distance from the beginning; a scalar's has the wider scalar as its only
// one. This reads them; what the names mean to a derivative is not known here.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_ALIASTAGS_H
#define ENZYME_SUPPORT_ALIASTAGS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"
#include <optional>

namespace enzyme {

/// What clang calls a pointer whose target has no name, as that of pointers to functions.
inline constexpr llvm::StringLiteral anyPointerName = "any pointer";
/// ... a character, through which any type may be read or written.
inline constexpr llvm::StringLiteral anyTypeName = "omnipotent char";
/// ... an object's pointer to its table.
inline constexpr llvm::StringLiteral tablePointerName = "vtable pointer";

struct AliasTag {
  const llvm::MDNode *around; ///< the type whose member is accessed; `scalar`, if it is no member
  const llvm::MDNode *scalar;
  uint64_t offset; ///< of the scalar in `around`, in bytes
};

/// The tag of a load or store; nothing where it has none.
std::optional<AliasTag> aliasTagOf(const llvm::Instruction &access);

/// The name of a type's node; empty for null, and for types that have none.
llvm::StringRef nameOfTagged(const llvm::MDNode *type);

/// A node's operand; null where there is none, or it is no node.
const llvm::MDNode *nodeAt(const llvm::MDNode &node, unsigned index);

/// A node's operand; 0 where it is no number.
uint64_t numberAt(const llvm::MDNode &node, unsigned index);

/// Pointers are "any pointer", "p1 double", "p2 _ZTS4Body", "any p2 pointer", "vtable pointer".
bool isNameOfPointer(llvm::StringRef name);

} // namespace enzyme
#endif // ENZYME_SUPPORT_ALIASTAGS_H
