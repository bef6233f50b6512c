//===- WholeElf.h - may the tables of an ELF file be walked? ----------------===//
//
// Problem: LLVM's iterators over the symbols of an object believe the size that the section's
// header says. In a damaged file it may be any number: the walk leaves the file, or never ends.
//
// Here: whether the symbol tables lie in the file, checked before they are walked.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LINK_WHOLEELF_H
#define ENZYME_LINK_WHOLEELF_H

#include "llvm/Object/ELFObjectFile.h"

namespace enzyme {

template <class Type> bool hasWholeTables(const llvm::object::ELFObjectFile<Type> &object) {
  const llvm::object::ELFFile<Type> &file = object.getELFFile();
  auto isRight = [](auto answer) {
    if (answer)
      return true;
    llvm::consumeError(answer.takeError());
    return false;
  };
  auto sections = file.sections();
  if (!sections)
    return isRight(std::move(sections));
  for (const auto &section : *sections) {
    bool isTable =
        section.sh_type == llvm::ELF::SHT_SYMTAB || section.sh_type == llvm::ELF::SHT_DYNSYM;
    if (isTable &&
        !(isRight(file.symbols(&section)) && isRight(file.getStringTableForSymtab(section))))
      return false;
  }
  return true;
}

/// Other files count as whole.
inline bool isWholeElf(const llvm::object::Binary &binary) {
  using namespace llvm::object;
  if (auto *file = llvm::dyn_cast<ELF64LEObjectFile>(&binary))
    return hasWholeTables(*file);
  if (auto *file = llvm::dyn_cast<ELF32LEObjectFile>(&binary))
    return hasWholeTables(*file);
  if (auto *file = llvm::dyn_cast<ELF64BEObjectFile>(&binary))
    return hasWholeTables(*file);
  if (auto *file = llvm::dyn_cast<ELF32BEObjectFile>(&binary))
    return hasWholeTables(*file);
  return true;
}

} // namespace enzyme
#endif
