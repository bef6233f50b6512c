//===- LoadAstHalf.cpp - inside clang, bring the AST half ------------------===//
//
// Problem: the AST half derives from clang's classes and so needs libclang-cpp.
// opt and lld do not have it, and opt even dies of it (both register some
// options). But -fplugin= names one file.
//
// Here: when this shared object is loaded into a process that is clang, of our
// LLVM major, it loads its neighbour `<this name>-clang.so`, which registers
// itself with clang. Elsewhere nothing happens. Without the neighbour derivatives
// are made from a clone of the user's module (frontend/Workshop.h).
//===----------------------------------------------------------------------===//
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace llvm;

namespace {

bool isInsideOurClang() {
  // The typeinfo of clang's plugin base class, as our own LLVM's clang exports it.
  std::string version =
      "LLVM_" + std::to_string(LLVM_VERSION_MAJOR) + "." + std::to_string(LLVM_VERSION_MINOR);
  const char *symbol = "_ZTIN5clang15PluginASTActionE";
  return dlsym(RTLD_DEFAULT, symbol) &&
         dlvsym(RTLD_DEFAULT, symbol, version.c_str()) == dlsym(RTLD_DEFAULT, symbol);
}

// Runs when the plugin is loaded: clang has no other moment between loading a
// plugin and asking which AST plugins there are.
__attribute__((constructor)) void loadAstHalf() {
  Dl_info self;
  if (!isInsideOurClang() || !dladdr(reinterpret_cast<void *>(&loadAstHalf), &self) ||
      !self.dli_fname)
    return;
  SmallString<128> path(self.dli_fname);
  sys::path::replace_extension(path, "");
  path += "-clang.so";
  if (sys::fs::exists(path))
    dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
}

} // namespace
