//===- Container.h - what objects carry, as bytes -------------------------===//
//
// Problem: linkers join sections of one name (ld -r, and every link of a shared
// library), pad them, and know nothing of what is inside.
//
// Here: a section is a sequence of chunks, each with a header that says where it
// ends. A chunk is compressed, which also keeps words that people search objects
// for out of sight.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CARRY_CONTAINER_H
#define ENZYME_CARRY_CONTAINER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace enzyme {

/// The sections. The driver knows the second by name (driver/OpenObjects.cpp).
inline constexpr llvm::StringLiteral codeSection = ".enzyme.code";
inline constexpr llvm::StringLiteral openSection = ".enzyme.open";

/// One chunk that holds `contents`.
std::string packChunk(llvm::StringRef contents);

/// The contents of all chunks. False, with the sentence in `why`, if the section was
/// written by a compiler of another version or is damaged.
bool unpackChunks(llvm::StringRef section, std::vector<std::string> &contents, std::string &why);

/// Puts `chunk` into `section` of `module`'s object, which is not loaded: as a variable of a
/// section that is left out when linking. Code that may end up in a shared library stays in
/// it: such a section can only be written as assembly.
void putIntoObject(llvm::Module &module, llvm::StringRef section, llvm::StringRef chunk);

/// What `putIntoObject` wrote into the assembly of a module.
std::string bytesInAssembly(llvm::StringRef assembly, llvm::StringRef section);

/// May the object become part of a shared library? Programs that link with that need its code.
bool mayBecomeLibrary(const llvm::Module &module);

/// Can objects of this module's target carry anything?
bool canCarry(const llvm::Module &module);

} // namespace enzyme
#endif
