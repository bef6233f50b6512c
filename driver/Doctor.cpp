//===- Doctor.cpp - enzyme-clang --doctor ---------------------------------===//
//
// Answers "why does it not work here?" before it is asked: each thing the
// compiler needs, where it was found or where it was sought, and the one line
// that installs what is missing.
//===----------------------------------------------------------------------===//
#include "Jobs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdio>

using namespace llvm;

namespace enzyme::driver {
namespace {

struct Findings {
  std::vector<std::string> packages; // what apt would bring
  bool broken = false;               // something no package brings is missing
};

void say(const char *what, const std::string &answer) {
  std::printf("%-9s %s\n", what, answer.c_str());
}

void checkClang(const Backend &clang, Findings &findings) {
  std::string refusal = refuseBackend(clang);
  if (refusal.empty()) {
    say("clang", clang.path + " (" + versionLine(clang.path) + ")");
    return;
  }
  say("clang", "NOT USABLE: " + refusal);
  if (clang.fromEnvironment)
    findings.broken = true;
  else
    findings.packages.push_back("clang-" + std::to_string(ENZYME_LLVM_MAJOR));
}

// Only Fortran programs need it.
void checkFlang(const Backend &flang) {
  std::string refusal = refuseBackend(flang);
  say("flang", refusal.empty() ? flang.path + " (" + versionLine(flang.path) + ")"
                               : "not usable, needed for Fortran: " + refusal);
}

void checkOwn(const char *what, const std::string &path, Findings &findings) {
  bool found = sys::fs::exists(path);
  findings.broken |= !found;
  say(what, found ? path : "MISSING: " + path);
}

// A plugin of another LLVM is there, but cannot be used.
void checkPlugin(const Toolchain &toolchain, Findings &findings) {
  const std::string &path = toolchain.plugin, &clang = toolchain.clang.path;
  const std::string load = "-fplugin=" + path, passes = "-fpass-plugin=" + path;
  if (clang.empty() || !sys::fs::exists(path))
    return checkOwn("plugin", path, findings);
  bool isLoaded =
      !sys::ExecuteAndWait(clang, {clang, load, passes, "-fsyntax-only", "-x", "c", "/dev/null"},
                           std::nullopt, {StringRef(""), StringRef(""), StringRef("")});
  findings.broken |= !isLoaded;
  say("plugin", isLoaded ? path : "NOT USABLE: " + clang + " cannot load " + path);
}

void checkLinkers(const Toolchain &toolchain, Findings &findings) {
  std::string folder = sys::path::parent_path(toolchain.clang.path).str();
  std::string lld = folder + "/ld.lld";
  bool haveLld = sys::fs::can_execute(lld), haveLd = sys::fs::can_execute("/usr/bin/ld");
  say("ld.lld", haveLld ? lld : "not found (needed for -fuse-ld=lld and thin LTO)");
  say("ld", haveLd ? "/usr/bin/ld" : "not found");
  if (!haveLld)
    findings.packages.push_back("lld-" + std::to_string(ENZYME_LLVM_MAJOR));
  if (!haveLd)
    findings.packages.push_back("binutils");
}

} // namespace

int examine(const Toolchain &toolchain) {
  Findings findings;
  say("prefix", toolchain.prefix);
  checkClang(toolchain.clang, findings);
  checkFlang(toolchain.flang);
  checkPlugin(toolchain, findings);
  say("identity", pluginIdentity());
  checkOwn("AST half", toolchain.astHalf, findings);
  checkOwn("runtime", toolchain.runtime, findings);
  checkOwn("headers", toolchain.includes + "/enzyme/enzyme.h", findings);
  checkLinkers(toolchain, findings);
  if (findings.broken)
    std::printf("\nThis installation is not whole: install it again.\n");
  if (!findings.packages.empty())
    std::printf("\nTo install what is missing:\n  apt-get install %s\n",
                join(findings.packages, " ").c_str());
  if (!findings.broken && findings.packages.empty())
    std::printf("\nAll is in place.\n");
  return findings.broken || !findings.packages.empty();
}

} // namespace enzyme::driver
