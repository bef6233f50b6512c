//===- DeclaredTypes.h - what the program's own types say -----------------===//
//
// Reads debug information (DIType) and TBAA. Both describe memory in the words of
// the source language; char, void and unions say nothing.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_DECLAREDTYPES_H
#define ENZYME_TYPES_DECLAREDTYPES_H

#include "support/DebugTypes.h"
#include "types/Types.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include <map>

namespace enzyme {

/// The declared type of parameter `index`; null if nothing says it, or the parameters are not
/// passed as they are declared.
const llvm::DIType *declaredParameter(const llvm::Function &function, unsigned index);

/// What parameter `index` is declared to be the address of, bare; null if nothing says so, or the
/// parameters are not passed as they are declared.
const llvm::DIType *declaredBehind(const llvm::Function &function, unsigned index);

/// The pattern of memory that holds objects of `type` one after another.
Layout layoutOf(const llvm::DIType *type, llvm::LLVMContext &context);

/// The last member of a struct where it is an array that objects may have more elements of than
/// are declared: a flexible array member (C11 6.7.2.1, 18), or what was written for one before
/// there were any, an array of one.
struct OpenTail {
  uint64_t offset;             ///< of the array in the struct, not 0
  const llvm::DIType *element; ///< null: of an array of one, which may be meant as it is declared
};
std::optional<OpenTail> openTailOf(const llvm::DIType *type);

/// The scalar member of `type` that begins `offset` bytes in; null if none does.
const llvm::DIType *memberAt(const llvm::DIType *type, uint64_t offset);

/// Offsets into a type.
struct Places {
  uint64_t first, end, step;
};
/// Is any of `places` in `type` wanted? The question looks at eight bytes there. Only the first
/// elements of a long array are asked about, since the others are alike.
bool anyPlaceIn(const llvm::DIType &type, const Places &places,
                llvm::function_ref<bool(uint64_t)> isWanted);

/// Is `type`, `offset` bytes in, a union of a float and a pointer that begin there?
bool isFloatOrPointer(const llvm::DIType *type, uint64_t offset);

/// The floats that begin in the eight bytes from there on (in unions, all that may): offset, size.
llvm::SmallVector<std::pair<uint64_t, uint64_t>, 4> floatsInWord(const llvm::DIType *type,
                                                                 uint64_t offset);

/// The declared type of what `record` describes behind its pointer: of the
/// variable for #dbg_declare, of the pointee for a #dbg_value of a pointer.
const llvm::DIType *typeBehind(const llvm::DbgVariableRecord &record);

/// A TBAA access tag: which scalar is read or written, and the struct around it.
struct TbaaFacts {
  std::optional<Piece> access;          ///< at offset 0 of the access
  const llvm::MDNode *around = nullptr; ///< the struct
  uint64_t offset = 0;                  ///< of the access in that struct
  std::optional<Piece> behind;          ///< for "p1 double": what the pointer points to
};
TbaaFacts readTbaa(const llvm::Instruction &access);

/// Members of a struct that TBAA names, as far as they are known.
Layout membersOf(const llvm::MDNode &around, const llvm::Module &module);

/// Layouts of types that many accesses and variables name, each made once.
class KnownLayouts {
public:
  const Layout &of(const llvm::DIType &type, llvm::LLVMContext &context) {
    auto [entry, isNew] = declared.try_emplace(&type);
    return isNew ? entry->second = layoutOf(&type, context) : entry->second;
  }
  const Layout &ofMembers(const llvm::MDNode &around, const llvm::Module &module) {
    auto [entry, isNew] = structs.try_emplace(&around);
    return isNew ? entry->second = membersOf(around, module) : entry->second;
  }
  /// isFloatOrPointer.
  bool isEither(const llvm::DIType &type, uint64_t offset) {
    auto [entry, isNew] = either.try_emplace({&type, offset});
    return isNew ? entry->second = isFloatOrPointer(&type, offset) : entry->second;
  }

private:
  std::map<std::pair<const llvm::DIType *, uint64_t>, bool> either;
  std::map<const llvm::DIType *, Layout> declared;
  std::map<const llvm::MDNode *, Layout> structs;
};

/// !tbaa.struct of a copy of `size` bytes; not `known` when it leaves bytes open.
Layout readTbaaStruct(const llvm::Instruction &copy);

} // namespace enzyme
#endif
