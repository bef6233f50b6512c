//===- ArchiveIndex.h - which member of an archive defines a name ------------===//
#ifndef ENZYME_LINK_ARCHIVEINDEX_H
#define ENZYME_LINK_ARCHIVEINDEX_H

#include "llvm/Object/Archive.h"
#include <vector>

namespace enzyme {

struct IndexedName {
  llvm::StringRef name;
  uint64_t member; ///< where its header begins, in bytes from the start of the archive
};

/// The index of an archive of ELF objects, as `ar` writes it; empty if there is none or it is
/// damaged. The names lie in the archive.
std::vector<IndexedName> indexOf(const llvm::object::Archive &archive);

} // namespace enzyme
#endif
