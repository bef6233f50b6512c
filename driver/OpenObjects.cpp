//===- OpenObjects.cpp - do files leave requests open? --------------------===//
//
// Asked before every link, so it must cost next to nothing: of an object only the
// names of its sections are looked at, of an archive the headers of its members.
// Bitcode (-flto) has no sections; there the name of the function that the link has to
// define is sought.
//===----------------------------------------------------------------------===//
#include "OpenObjects.h"
#include "Elf.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr StringLiteral OpenSection = ".enzyme.open"; // passes/carry/Container.h

template <class Header, class Section> bool isOpenElf(StringRef file) {
  const Header *header = at<Header>(file, 0);
  if (!header || header->e_type != ELF::ET_REL)
    return false;
  return anySection<Header, Section>(
      file, [](StringRef name, const Section &) { return name.starts_with(OpenSection); });
}

bool isOpenObject(StringRef file) {
  if (file.starts_with("\x7f"
                       "ELF") &&
      file.size() > ELF::EI_DATA) {
    bool isOurOrder = file[ELF::EI_DATA] == ELF::ELFDATA2LSB;
    if (!isOurOrder)
      return false;
    return file[ELF::EI_CLASS] == ELF::ELFCLASS64
               ? isOpenElf<ELF::Elf64_Ehdr, ELF::Elf64_Shdr>(file)
               : isOpenElf<ELF::Elf32_Ehdr, ELF::Elf32_Shdr>(file);
  }
  bool isBitcode = file.starts_with("BC\xC0\xDE") || file.starts_with("\xDE\xC0\x17\x0B");
  return isBitcode && memmem(file.data(), file.size(), OpenSymbol, strlen(OpenSymbol));
}

std::unique_ptr<MemoryBuffer> plainFile(const std::string &path) {
  sys::fs::file_status status;
  if (sys::fs::status(path, status) || status.type() != sys::fs::file_type::regular_file)
    return nullptr;
  auto file = MemoryBuffer::getFile(path, false, /*RequiresNullTerminator=*/false);
  return file ? std::move(*file) : nullptr;
}

// The archive's members, one after the other. A thin archive names files instead; one that
// names archives, perhaps itself, is not an archive to any linker.
class ArchiveWalk {
public:
  ArchiveWalk(StringRef file, const std::string &path)
      : file(file), folder(sys::path::parent_path(path)), isThin(file.starts_with("!<thin>\n")) {}

  bool isAnyOpen() {
    constexpr uint64_t headerSize = 60;
    for (uint64_t offset = 8; offset + headerSize <= file.size();) {
      StringRef name = file.substr(offset, 16).rtrim(' ');
      uint64_t size = 0;
      if (file.substr(offset + 48, 10).rtrim(' ').getAsInteger(10, size))
        return false;
      offset += headerSize;
      bool isTable = name == "/" || name == "//" || name == "/SYM64/";
      StringRef contents = file.substr(offset, size);
      if (name == "//")
        longNames = contents;
      if (!isTable && (isThin ? isOpenFile(pathOf(name)) : isOpenObject(contents)))
        return true;
      if (isTable || !isThin)
        offset += size + size % 2;
    }
    return false;
  }

private:
  static bool isOpenFile(const std::string &path) {
    std::unique_ptr<MemoryBuffer> member = plainFile(path);
    return member && isOpenObject(member->getBuffer());
  }

  std::string pathOf(StringRef name) const {
    uint64_t at = 0;
    if (name.consume_front("/") && !name.getAsInteger(10, at))
      name = longNames.drop_front(std::min<uint64_t>(at, longNames.size())).split('\n').first;
    name.consume_back("/");
    return sys::path::is_absolute(name) || folder.empty() ? name.str()
                                                          : (folder + "/" + name).str();
  }

  StringRef file, folder, longNames;
  bool isThin;
};

// Where linkers look for -l besides the -L of the line.
std::vector<std::string> usualFolders() {
  std::vector<std::string> folders{"/usr/local/lib", "/usr/lib", "/lib"};
  if (const char *given = std::getenv("LIBRARY_PATH")) {
    SmallVector<StringRef, 8> parts;
    StringRef(given).split(parts, ':', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      folders.push_back(part.str());
  }
  return folders;
}

} // namespace

bool leavesRequestsOpen(const std::string &path) {
  std::unique_ptr<MemoryBuffer> file = plainFile(path);
  if (!file)
    return false;
  StringRef bytes = file->getBuffer();
  if (bytes.starts_with("!<arch>\n") || bytes.starts_with("!<thin>\n"))
    return ArchiveWalk(bytes, path).isAnyOpen();
  return isOpenObject(bytes);
}

bool leavesRequestsOpen(const Invocation &invocation) {
  auto isOpen = [](const std::string &path) { return leavesRequestsOpen(path); };
  if (std::any_of(invocation.inputs.begin(), invocation.inputs.end(), isOpen))
    return true;
  if (invocation.libraries.empty())
    return false;
  std::vector<std::string> folders = invocation.libraryFolders;
  for (std::string &folder : usualFolders())
    folders.push_back(std::move(folder));
  for (const std::string &library : invocation.libraries)
    for (const std::string &folder : folders)
      if (isOpen(library[0] == ':' ? folder + "/" + library.substr(1)
                                   : folder + "/lib" + library + ".a"))
        return true;
  return false;
}

} // namespace enzyme::driver
