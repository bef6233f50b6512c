//===- Elf.h - sections of an ELF file, by hand ---------------------------===//
//
// The driver asks little of files, and often: a library that knows all of ELF would
// take longer to load than the answer takes.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_DRIVER_ELF_H
#define ENZYME_DRIVER_ELF_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include <algorithm>

namespace enzyme::driver {

// A structure at `offset` of the file; none if the file ends before.
template <class T> const T *at(llvm::StringRef file, uint64_t offset) {
  bool fits = offset <= file.size() && file.size() - offset >= sizeof(T);
  return fits ? reinterpret_cast<const T *>(file.data() + offset) : nullptr;
}

inline llvm::StringRef textAt(llvm::StringRef file, uint64_t offset) {
  return file.drop_front(std::min<uint64_t>(offset, file.size())).split('\0').first;
}

// Is `asked` true of a section of the file, given with its name?
template <class Header, class Section>
bool anySection(llvm::StringRef file,
                llvm::function_ref<bool(llvm::StringRef name, const Section &)> asked) {
  const Header *header = at<Header>(file, 0);
  auto section = [&](uint64_t index) {
    return at<Section>(file, header->e_shoff + index * sizeof(Section));
  };
  const Section *first = header && header->e_shoff != 0 ? section(0) : nullptr;
  if (!first)
    return false;
  // Large objects keep both numbers in the first section.
  uint64_t count = header->e_shnum ? header->e_shnum : first->sh_size;
  uint64_t nameTable =
      header->e_shstrndx == llvm::ELF::SHN_XINDEX ? first->sh_link : header->e_shstrndx;
  const Section *table = section(nameTable);
  for (uint64_t i = 1; table && i < count; ++i) {
    const Section *one = section(i);
    if (!one)
      return false;
    if (asked(textAt(file, table->sh_offset + one->sh_name), *one))
      return true;
  }
  return false;
}

} // namespace enzyme::driver

#endif
