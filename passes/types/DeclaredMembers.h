//===- DeclaredMembers.h - which member of a structure bytes are -*- C++ -*-===//
#ifndef ENZYME_TYPES_DECLAREDMEMBERS_H
#define ENZYME_TYPES_DECLAREDMEMBERS_H

#include "types/Evidence.h"

namespace enzyme {

struct Member {
  const llvm::DIType *type = nullptr; ///< null: none
  uint64_t begin = 0, end = 0;        ///< its bytes
};

/// The innermost member of a declared structure in which all of the bytes at `place` lie: an array
/// or a union counts as one. It begins at 0 and ends behind its bytes from `place` on.
Member memberHolding(const Record &record, const Address &place, uint64_t bytes);

/// Is it declared a structure's member that is one integer?
bool isIntegerMember(const Record &record, const Address &place, uint64_t bytes);

/// The same of an array of integers that is a member.
bool isArrayOfIntegers(const Record &record, const Address &place, uint64_t bytes);

/// One of a few values that have names? An enumeration without any is a word with a name.
bool isChoice(const Record &record, const Address &place, uint64_t bytes);

/// Has the structure no members but bytes? A number may be taken apart into those.
bool isOfBytes(const llvm::DIType *type);

/// How many bytes of text there are from `place` on, in an array of characters that is a member of
/// a structure, perhaps in a union (as in a std::string); 0: it is none.
uint64_t textAt(const Record &record, const Address &place);

} // namespace enzyme
#endif
