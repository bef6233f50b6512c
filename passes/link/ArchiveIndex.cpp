//===- ArchiveIndex.cpp -----------------------------------------------------===//
//
// LLVM's reader of archives follows the index wherever it leads, out of the file as well
// if it is damaged. It is read here: the number of names, the offset of a member for each,
// all of one width and with their high byte first, then the names, each with a zero behind it
// (System V Application Binary Interface, edition 4.1, chapter 7, "Archive File").
//===----------------------------------------------------------------------===//
#include "link/ArchiveIndex.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace enzyme {

static uint64_t numberAt(StringRef bytes, size_t at, size_t width) {
  const char *place = bytes.data() + at;
  return width == 4 ? support::endian::read32be(place) : support::endian::read64be(place);
}

std::vector<IndexedName> indexOf(const object::Archive &archive) {
  object::Archive::Kind kind = archive.kind();
  if (!archive.hasSymbolTable() ||
      (kind != object::Archive::K_GNU && kind != object::Archive::K_GNU64))
    return {};
  size_t width = kind == object::Archive::K_GNU ? 4 : 8;
  StringRef table = archive.getSymbolTable();
  if (table.size() < width)
    return {};
  uint64_t count = numberAt(table, 0, width);
  if (count > table.size() / width - 1)
    return {};
  std::vector<IndexedName> index;
  StringRef names = table.drop_front((count + 1) * width);
  for (uint64_t i = 0; i != count; ++i) {
    size_t end = names.find('\0');
    if (end == StringRef::npos)
      return {};
    index.push_back({names.take_front(end), numberAt(table, (i + 1) * width, width)});
    names = names.drop_front(end + 1);
  }
  return index;
}

} // namespace enzyme
