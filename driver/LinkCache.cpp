//===- LinkCache.cpp - the folder of objects with derivatives -------------===//
//
// Which objects are in it, and under which names, is the plugin's business
// (passes/link/LinkCache.h). Here: where it lies, that a link never sees half an object
// (a new one gets its name when it is complete, and a seal that says so), that no other
// user can put one there, and that the folder stays small.
//===----------------------------------------------------------------------===//
#include "LinkCache.h"
#include "link/Exchange.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr StringLiteral FolderName = ".enzyme-cache";
constexpr size_t MaxObjects = 64;
constexpr uint64_t MaxBytes = 64 << 20;

// Code is taken out of the folder, so no other user may have put it there. Nor may a folder
// that we name ourselves be a link to another one; a user who names one may mean a link.
bool isOnlyOurs(const std::string &folder, bool mayBeLink) {
  sys::fs::file_status status;
  if (sys::fs::status(folder, status, /*follow=*/mayBeLink))
    return status.type() == sys::fs::file_type::file_not_found;
  bool isForOthers = status.permissions() & (sys::fs::group_write | sys::fs::others_write);
  return status.type() == sys::fs::file_type::directory_file && status.getUser() == geteuid() &&
         !isForOthers;
}

// For us alone, and nothing that a version control should see.
bool makeFolder(const std::string &folder) {
  if (sys::fs::is_directory(folder))
    return true;
  if (sys::fs::create_directories(folder, true, sys::fs::owner_all))
    return false;
  std::error_code error;
  raw_fd_ostream ignore(folder + "/.gitignore", error);
  if (!error)
    ignore << "*\n";
  ignore.close();
  ignore.clear_error();
  return true;
}

// Not named .o, so that it is not counted while it is being written.
constexpr StringLiteral Unfinished = ".new";

struct Kept {
  std::string path;
  sys::TimePoint<> time;
  uint64_t size;
};

// The newest stay, and what another link may still be writing. Other links may do the same
// at the same time.
void removeOldest(StringRef folder) {
  const auto longAgo = std::chrono::system_clock::now() - std::chrono::hours(1);
  std::vector<Kept> objects;
  std::error_code error;
  for (sys::fs::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    sys::fs::file_status status;
    if (sys::fs::status(it->path(), status))
      continue;
    Kept file{it->path(), status.getLastModificationTime(), status.getSize()};
    if (StringRef(file.path).ends_with(Unfinished) && file.time < longAgo)
      sys::fs::remove(file.path);
    else if (StringRef(file.path).ends_with(".o"))
      objects.push_back(file);
  }
  std::sort(objects.begin(), objects.end(),
            [](const Kept &a, const Kept &b) { return a.time > b.time; });
  uint64_t bytes = 0;
  for (size_t i = 0; i < objects.size(); ++i) {
    bytes += objects[i].size;
    if (i != 0 && (i >= MaxObjects || bytes > MaxBytes))
      sys::fs::remove(objects[i].path);
  }
}

} // namespace

std::string linkCacheFolder(StringRef wanted, StringRef output) {
  bool isOff = StringSwitch<bool>(wanted).Cases({"0", "off", "false", "no"}, true).Default(false);
  bool isUsual =
      StringSwitch<bool>(wanted).Cases({"", "1", "on", "true", "yes"}, true).Default(false);
  if (isOff || (sys::fs::exists(output) && !sys::fs::is_regular_file(output)))
    return {};
  SmallString<128> folder(isUsual ? sys::path::parent_path(output) : wanted);
  if (isUsual)
    sys::path::append(folder, FolderName);
  return isOnlyOurs(folder.str().str(), /*mayBeLink=*/!isUsual) ? folder.str().str()
                                                                : std::string();
}

void keepObject(const std::string &object, const std::string &path) {
  std::string folder = sys::path::parent_path(path).str();
  auto made = MemoryBuffer::getFile(object, false, /*RequiresNullTerminator=*/false);
  if (!made || !makeFolder(folder))
    return;
  SmallString<128> whole;
  int file = 0;
  if (sys::fs::createUniqueFile(folder + "/%%%%%%%%%%%%" + Unfinished, file, whole,
                                sys::fs::OF_None, sys::fs::owner_read | sys::fs::owner_write))
    return;
  raw_fd_ostream out(file, /*shouldClose=*/true);
  out << (*made)->getBuffer() << sealOf(sys::path::filename(path), (*made)->getBuffer());
  out.close();
  bool isWhole = !out.has_error();
  out.clear_error(); // a full disk: it is not kept
  if (!isWhole || sys::fs::rename(whole, path))
    sys::fs::remove(whole);
  removeOldest(folder);
}

} // namespace enzyme::driver
