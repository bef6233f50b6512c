//===- NeededLibraries.cpp - what the libraries of a link need themselves -===//
//
// A program that calls a shared library does not name what that needs: a C program with
// a library written in C++ is linked without libstdc++. Its derivatives hold code of the
// library, and need what this needs: the code of other libraries, and their symbols.
//===----------------------------------------------------------------------===//
#include "NeededLibraries.h"
#include "Elf.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr StringLiteral CodeSection = ".enzyme.code"; // passes/carry/Container.h

// What a shared library says of itself.
struct Library {
  bool carriesCode = false;
  std::vector<std::string> needed;     // names
  std::vector<std::string> runFolders; // where it looks for them
};

// $ORIGIN is the folder of the library.
void addRunFolders(StringRef list, StringRef path, Library &library) {
  SmallVector<StringRef, 4> folders;
  list.split(folders, ':', -1, /*KeepEmpty=*/false);
  for (StringRef folder : folders) {
    bool isBeside = folder.consume_front("$ORIGIN") || folder.consume_front("${ORIGIN}");
    library.runFolders.push_back(isBeside ? (sys::path::parent_path(path) + folder).str()
                                          : folder.str());
  }
}

// The entries of section `dynamic`, whose texts begin at `texts`.
void readDynamic(StringRef file, const ELF::Elf64_Shdr &dynamic, uint64_t texts, StringRef path,
                 Library &library) {
  for (uint64_t offset = 0; offset < dynamic.sh_size; offset += sizeof(ELF::Elf64_Dyn)) {
    const auto *entry = at<ELF::Elf64_Dyn>(file, dynamic.sh_offset + offset);
    if (!entry || entry->d_tag == ELF::DT_NULL)
      return;
    StringRef text = textAt(file, texts + entry->d_un.d_val);
    if (entry->d_tag == ELF::DT_NEEDED)
      library.needed.push_back(text.str());
    else if (entry->d_tag == ELF::DT_RUNPATH || entry->d_tag == ELF::DT_RPATH)
      addRunFolders(text, path, library);
  }
}

Library readLibrary(const std::string &path) {
  Library library;
  auto buffer = MemoryBuffer::getFile(path, false, /*RequiresNullTerminator=*/false);
  StringRef file = buffer ? (*buffer)->getBuffer() : StringRef();
  bool isOurs = file.size() > sizeof(ELF::Elf64_Ehdr) &&
                file.starts_with("\x7f"
                                 "ELF") &&
                file[ELF::EI_CLASS] == ELF::ELFCLASS64 && file[ELF::EI_DATA] == ELF::ELFDATA2LSB;
  const auto *header = isOurs ? at<ELF::Elf64_Ehdr>(file, 0) : nullptr;
  if (!header || header->e_type != ELF::ET_DYN)
    return library;
  anySection<ELF::Elf64_Ehdr, ELF::Elf64_Shdr>(
      file, [&](StringRef name, const ELF::Elf64_Shdr &section) {
        library.carriesCode |= name == CodeSection;
        if (section.sh_type != ELF::SHT_DYNAMIC)
          return false;
        uint64_t offset = header->e_shoff + uint64_t(section.sh_link) * sizeof(ELF::Elf64_Shdr);
        if (const auto *texts = at<ELF::Elf64_Shdr>(file, offset))
          readDynamic(file, section, texts->sh_offset, path, library);
        return false;
      });
  return library;
}

// The C library, which comes by a script, and the loader.
bool isOfEveryProgram(StringRef name) {
  return name.starts_with("libc.so.") || name.starts_with("ld-");
}

std::string inFolders(ArrayRef<std::string> folders, const std::string &name) {
  for (const std::string &folder : folders)
    if (std::string path = folder + "/" + name; sys::fs::exists(path))
      return path;
  return {};
}

// Breadth first, as the loader does it.
class Search {
public:
  explicit Search(const LinkLine &line) : line(line) {
    for (const LinkedFile &file : line.files)
      if (!file.path.empty())
        isNew(file.path); // also those that are not asked
  }

  std::vector<NeededLibrary> run() {
    for (const LinkedFile &file : line.files)
      lookInto(file.path);
    for (size_t i = 0; i != behind.size(); ++i)
      lookInto(std::string(behind[i].path));
    return std::move(behind);
  }

private:
  bool isNew(const std::string &path) {
    SmallString<128> target;
    return !sys::fs::real_path(path, target) && known.insert(std::string(target)).second;
  }

  void lookInto(const std::string &path) {
    Library library = readLibrary(path);
    if (!library.carriesCode)
      return;
    for (const std::string &name : library.needed)
      if (!isOfEveryProgram(name))
        find(name, library);
  }

  void find(const std::string &name, const Library &of) {
    std::string path = inFolders(line.folders, name), runFolder;
    if (path.empty()) {
      path = inFolders(of.runFolders, name);
      runFolder = sys::path::parent_path(path).str();
    }
    if (!path.empty() && isNew(path))
      behind.push_back({path, runFolder});
  }

  const LinkLine &line;
  std::set<std::string> known; // the files themselves, whatever they are called
  std::vector<NeededLibrary> behind;
};

} // namespace

std::vector<NeededLibrary> librariesBehind(const LinkLine &line) { return Search(line).run(); }

} // namespace enzyme::driver
