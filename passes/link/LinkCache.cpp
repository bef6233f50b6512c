//===- LinkCache.cpp - objects of derivatives that were made before -------===//
//
// Who makes the object is part of the key: the plugin by its contents, since a new one may
// have the time of the old; LLVM, which is large and comes in packages, by version and time.
//===----------------------------------------------------------------------===//
#include "link/LinkCache.h"
#include "link/Exchange.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <chrono>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace enzyme {
namespace {

/// The file that holds the code at `address`.
std::string fileOf(const void *address) {
  Dl_info info;
  return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
}

/// Of this plugin; empty if it cannot be read.
std::string identityOfPlugin() {
  static const char ours = 0;
  auto file = MemoryBuffer::getFile(fileOf(&ours), false, /*RequiresNullTerminator=*/false);
  return file ? utohexstr(xxh3_64bits(arrayRefFromStringRef((*file)->getBuffer()))) : "";
}

std::string identityOfLlvm() {
  sys::fs::file_status status;
  if (sys::fs::status(fileOf(reinterpret_cast<const void *>(&WriteBitcodeToFile)), status))
    return "";
  auto time = status.getLastModificationTime().time_since_epoch().count();
  return LLVM_VERSION_STRING " " + std::to_string(status.getSize()) + " " + std::to_string(time);
}

} // namespace

LinkCache::LinkCache(StringRef folder, StringRef list) : folder(folder), list(list) {
  if (folder.empty())
    return;
  std::string plugin = identityOfPlugin(), llvm = identityOfLlvm();
  if (plugin.empty() || llvm.empty())
    this->folder.clear();
  add(plugin);
  add(llvm);
}

void LinkCache::add(StringRef text) {
  hasher.update(std::to_string(text.size()) + " "); // so that two parts cannot pass for others
  hasher.update(text);
}

void LinkCache::add(const Module &module) {
  SmallVector<char, 0> bitcode;
  BitcodeWriter writer(bitcode);
  writer.writeModule(module);
  writer.writeStrtab();
  add(StringRef(bitcode.data(), bitcode.size()));
}

std::string LinkCache::path() {
  if (known.empty())
    known = folder + "/" + toHex(hasher.final<16>(), /*LowerCase=*/true) + ".o";
  return known;
}

/// Opened to be read; -1 if it is not there, or not ours alone.
static int openOurs(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  sys::fs::file_status status;
  if (file < 0)
    return -1;
  bool isOurs = !sys::fs::status(file, status) &&
                status.type() == sys::fs::file_type::regular_file &&
                status.getUser() == geteuid() &&
                !(status.permissions() & (sys::fs::group_write | sys::fs::others_write));
  if (isOurs)
    return file;
  close(file);
  return -1;
}

/// Writes all of it, or leaves no file.
static bool writeWhole(const std::string &path, StringRef text) {
  std::error_code error;
  raw_fd_ostream out(path, error);
  if (error)
    return false;
  out << text;
  out.close();
  bool isWhole = !out.has_error();
  out.clear_error(); // a full disk is not our fault
  if (!isWhole)
    sys::fs::remove(path);
  return isWhole;
}

bool LinkCache::answer() {
  int file = isUsed() ? openOurs(path()) : -1;
  if (file < 0)
    return false;
  // Before it is copied: then no other link takes it for the oldest and removes it.
  sys::fs::setLastAccessAndModificationTime(file, std::chrono::system_clock::now());
  auto kept = MemoryBuffer::getOpenFile(file, path(), /*FileSize=*/-1, false);
  close(file);
  StringRef object =
      kept ? unsealed(sys::path::filename(path()), (*kept)->getBuffer()) : StringRef();
  return identify_magic(object) == file_magic::elf_relocatable &&
         writeWhole(list + ".found.o", object);
}

void LinkCache::askToKeep() {
  if (isUsed())
    writeWhole(list + ".keep", path());
}

} // namespace enzyme
