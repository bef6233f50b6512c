//===- main.cpp - enzyme-clang, enzyme-clang++, enzyme-flang --------------===//
//
// A clang that differentiates. The walk: read the line with clang's own option
// table, find clang and our files, add what differentiation needs where a file
// is compiled or linked, become clang (or flang). Everything else is theirs.
//===----------------------------------------------------------------------===//
#include "CommandLine.h"
#include "Config.h"
#include "DeviceLink.h"
#include "GpuOnCpu.h"
#include "Jobs.h"
#include "MpiFortran.h"
#include "MpiWrapper.h"
#include "Prelink.h"
#include "Settings.h"
#include <cstdio>

using namespace enzyme::driver;

namespace {

const Backend &backendOf(const Invocation &invocation, const Toolchain &toolchain) {
  return invocation.language == Language::Fortran ? toolchain.flang : toolchain.clang;
}

Line clangLine(const Invocation &invocation, const Toolchain &toolchain) {
  Line line{backendOf(invocation, toolchain).path};
  if (invocation.language == Language::Cxx)
    line.push_back("--driver-mode=g++");
  if (!invocation.off)
    addCompileArguments(invocation, toolchain, line);
  const Line arguments =
      invocation.off ? invocation.arguments : fortranArguments(invocation, toolchain);
  line.insert(line.end(), arguments.begin(), arguments.end());
  if (!invocation.off)
    addLinkArguments(invocation, toolchain, line);
  if (!invocation.off)
    addPrelink(invocation, toolchain, line);
  return line;
}

} // namespace

int main(int argc, char **argv) {
  if (isLinker(argv[0]))
    return linkWithDerivatives(argc, argv);
  if (isNvidiaLinker(argv[0]))
    return linkForNvidia(argc, argv);
  Toolchain toolchain = findToolchain();
  keepForeignLibrariesAway(toolchain.clang);
  if (isMpiWrapper(argv[0]))
    return becomeMpiWrapper(argv, toolchain);
  Invocation invocation = readCommandLine(argc, argv);
  if (invocation.doctor)
    return examine(toolchain);
  if (invocation.selftest)
    return testInstallation(toolchain);
  if (invocation.explained)
    return explain(toolchain, *invocation.explained);
  if (invocation.rules)
    return showRules(toolchain, *invocation.rules);
  const Backend &backend = backendOf(invocation, toolchain);
  std::string refusal = refuseBackend(backend);
  if (refusal.empty() && !invocation.off)
    refusal = addConfiguration(toolchain, invocation);
  if (refusal.empty() && !invocation.off)
    refusal = refuseSettings(invocation);
  if (refusal.empty() && invocation.needsUs())
    refusal = refuseInstallation(toolchain);
  if (!refusal.empty()) {
    std::fprintf(stderr, "%s: error: %s\n", argv[0], refusal.c_str());
    return 1;
  }
  if (invocation.gpuOnCpu && !invocation.off)
    return compileForCpu(invocation, toolchain, argv[0]);
  Line line = clangLine(invocation, toolchain);
  if (!invocation.question.empty())
    return show(invocation, toolchain, line);
  return execute(backend, line, argv[0]);
}
