//===- Toolchain.cpp - finds LLVM's compilers and our own files ---------===//
//
// Everything of ours is found from where this binary lies (not from PATH, not
// from a path fixed at build time), so that the tree can be moved. The clang
// that compiles is found by absolute path: a compiler found through PATH may
// be our own link named `clang`, or one of another LLVM major.
//===----------------------------------------------------------------------===//
#include "Toolchain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cstdio>
#include <cstdlib>

using namespace llvm;

namespace enzyme::driver {
namespace {

#define ENZYME_TEXT_(X) #X
#define ENZYME_TEXT(X) ENZYME_TEXT_(X)
constexpr const char *Major = ENZYME_TEXT(ENZYME_LLVM_MAJOR);

std::string realPath(const std::string &path) {
  SmallString<256> real;
  return sys::fs::real_path(path, real) ? std::string() : real.str().str();
}

// The places for a compiler, best first: named by the user, inside our own tree,
// where LLVM was at build time, and PATH with the major in the name.
Backend findBackend(StringRef name, const char *variable, const std::string &prefix) {
  Backend result;
  result.name = name.str();
  result.variable = variable;
  std::string self = realPath("/proc/self/exe");
  if (const char *named = std::getenv(variable); named && *named) {
    result.fromEnvironment = true;
    result.looked.push_back(named);
    std::string path = sys::path::has_parent_path(named) ? named : inPath(named);
    if (sys::fs::can_execute(path) && realPath(path) != self)
      result.path = path;
    return result;
  }
  for (const std::string &candidate :
       {prefix + "/lib/enzyme-clang/bin/" + result.name, ENZYME_LLVM_BINARIES "/" + result.name,
        std::string("/usr/lib/llvm-") + Major + "/bin/" + result.name,
        inPath(result.name + "-" + Major)}) {
    if (candidate.empty())
      continue;
    result.looked.push_back(candidate);
    if (sys::fs::can_execute(candidate) && realPath(candidate) != self) {
      result.path = candidate;
      break;
    }
  }
  return result;
}

// Libraries of the name that our clang asks for.
bool holdsLlvm(StringRef folder) {
  std::string version =
      ".so." + std::to_string(LLVM_VERSION_MAJOR) + "." + std::to_string(LLVM_VERSION_MINOR);
  return sys::fs::exists(folder + "/libLLVM" + version) ||
         sys::fs::exists(folder + "/libclang-cpp" + version);
}

// Debian's layout puts the major into the path; asking such a clang for its
// version at every start would cost more than everything else we do.
bool pathTellsMajor(const Backend &backend) {
  std::string real = realPath(backend.path);
  std::string parent = "/llvm-" + std::string(Major) + "/bin/";
  StringRef file = sys::path::filename(real);
  return file == backend.name + "-" + Major ||
         (file == backend.name && StringRef(real).ends_with(parent + backend.name));
}

} // namespace

std::vector<std::string> foldersOfPath() {
  SmallVector<StringRef, 16> parts;
  const char *path = std::getenv("PATH");
  StringRef(path ? path : "").split(parts, ':', -1, false);
  std::vector<std::string> folders;
  for (StringRef part : parts)
    if (sys::path::is_absolute(part))
      folders.push_back(part.str());
  return folders;
}

std::string inPath(StringRef name) {
  for (const std::string &folder : foldersOfPath())
    if (std::string path = (folder + "/" + name).str(); sys::fs::can_execute(path))
      return path;
  return {};
}

Toolchain findToolchain() {
  Toolchain result;
  std::string self = realPath("/proc/self/exe");
  result.prefix = sys::path::parent_path(sys::path::parent_path(self)).str();
  result.plugin = result.prefix + "/lib/enzyme/enzyme-" + Major + ".so";
  result.astHalf = result.prefix + "/lib/enzyme/enzyme-" + Major + "-clang.so";
  result.runtime = result.prefix + "/lib/libenzyme_rt.a";
  result.oracle = result.prefix + "/lib/enzyme/enzyme-oracle-" + Major + ".so";
  result.oracleRuntime = result.prefix + "/lib/enzyme/libenzyme_oracle.a";
  result.includes = result.prefix + "/include";
  result.documents = result.prefix + "/share/doc/enzyme-clang";
  result.clang = findBackend("clang", "ENZYME_CLANG_BACKEND", result.prefix);
  result.flang = findBackend("flang", "ENZYME_FLANG_BACKEND", result.prefix);
  return result;
}

void keepForeignLibrariesAway(const Backend &clang) {
  const char *named = std::getenv("LD_LIBRARY_PATH");
  if (!named || clang.path.empty())
    return;
  std::string path = realPath(clang.path);
  std::string own = sys::path::parent_path(sys::path::parent_path(path)).str() + "/lib";
  SmallVector<StringRef, 16> folders;
  StringRef(named).split(folders, ':', -1, false);
  bool isOtherFirst = !folders.empty() && folders.front() != own && any_of(folders, holdsLlvm);
  if (isOtherFirst && holdsLlvm(own))
    setenv("LD_LIBRARY_PATH", (own + ":" + named).c_str(), 1);
}

std::string versionLine(const std::string &program) {
  // popen needs a shell; a path in single quotes survives it.
  std::string quoted = program;
  for (size_t at = 0; (at = quoted.find('\'', at)) != std::string::npos; at += 4)
    quoted.replace(at, 1, "'\\''");
  FILE *pipe = popen(("'" + quoted + "' --version 2>/dev/null").c_str(), "r");
  if (!pipe)
    return {};
  char line[512] = "";
  char *got = fgets(line, sizeof line, pipe);
  while (got && fgetc(pipe) != EOF)
    ; // let the other side finish: closing early would kill it
  pclose(pipe);
  return StringRef(line).rtrim().str();
}

std::string refuseBackend(const Backend &backend) {
  if (backend.path.empty())
    return "no " + backend.name + " " + Major + " found; looked at " + join(backend.looked, ", ") +
           " (Debian: apt install " + backend.name + "-" + Major + ")";
  if (pathTellsMajor(backend))
    return {};
  std::string version = versionLine(backend.path);
  StringRef rest(version);
  std::string before = backend.name + " version ";
  size_t at = rest.find(before);
  if (at != StringRef::npos &&
      rest.drop_front(at + before.size()).starts_with(std::string(Major) + "."))
    return {};
  return "this build works with " + backend.name + " " + Major + ", but " + backend.path + " is '" +
         version + "'";
}

std::string refuseInstallation(const Toolchain &toolchain) {
  for (const std::string &path : {toolchain.plugin, toolchain.astHalf, toolchain.runtime})
    if (!sys::fs::exists(path))
      return path + " is missing; this installation is not whole (see --doctor)";
  return {};
}

} // namespace enzyme::driver
