//===- LinkCache.cpp - objects of derivatives that were made before -------===//
//
// Who makes the object is part of the key: the plugin by its contents, since a new one may
// have the time of the old; LLVM, which is large and comes in packages, by version and time.
//===----------------------------------------------------------------------===//
#include "link/LinkCache.h"
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

bool LinkCache::answer() {
  file_magic kind;
  if (!isUsed() || identify_magic(path(), kind) || kind != file_magic::elf_relocatable)
    return false;
  // Before it is copied: then nobody takes it for the oldest and removes it.
  int file = 0;
  if (!sys::fs::openFileForReadWrite(path(), file, sys::fs::CD_OpenExisting, sys::fs::OF_None)) {
    sys::fs::setLastAccessAndModificationTime(file, std::chrono::system_clock::now());
    sys::fs::closeFile(file);
  }
  std::string found = list + ".found.o";
  bool isWhole = !sys::fs::copy_file(path(), found);
  if (!isWhole)
    sys::fs::remove(found);
  return isWhole;
}

void LinkCache::askToKeep() {
  std::error_code error;
  raw_fd_ostream out(list + ".keep", error);
  if (isUsed() && !error)
    out << path();
}

} // namespace enzyme
