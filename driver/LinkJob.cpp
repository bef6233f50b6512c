//===- LinkJob.cpp - the runtime library on the link line -----------------===//
//
// Derivative code calls our runtime (tape, shadow allocations). Which objects
// hold derivatives is not asked: an archive whose members are not needed leaves
// the result as it was, byte for byte. libm is another matter (Mentions.cpp).
// The linker's state is saved, so that a --whole-archive that the user left
// open stays outside.
//===----------------------------------------------------------------------===//
#include "DeviceLink.h"
#include "Jobs.h"
#include "Mentions.h"
#include "MpiLibrary.h"
#include "Settings.h"

namespace enzyme::driver {
namespace {

void addToLinker(const std::string &word, Line &line) {
  line.push_back("-Xlinker"); // not -Wl,: a path may hold commas
  line.push_back(word);
}

// Its memory functions stand before the C library's, wanted by name or not; its rules are
// libm's functions.
void addOracle(const Toolchain &toolchain, Line &line) {
  for (const std::string &word : {std::string("--whole-archive"), toolchain.oracleRuntime,
                                  std::string("--no-whole-archive"), std::string("-lm")})
    addToLinker(word, line);
}

void addLibraries(const Invocation &invocation, const Toolchain &toolchain, Line &line) {
  addToLinker("--push-state", line);
  addToLinker("--no-whole-archive", line);
  addToLinker("--as-needed", line);
  if (checksExactly(invocation))
    addOracle(toolchain, line);
  if (std::string library = mpiLibrary(invocation, toolchain); !library.empty())
    addToLinker(library, line);
  addToLinker(toolchain.runtime, line);
  bool hasLibm = invocation.language != Language::C; // C++ and Fortran always link it
  if (!hasLibm && mentionsDerivatives(invocation))
    addToLinker("-lm", line);
  addToLinker("--pop-state", line);
}

} // namespace

void addLinkArguments(const Invocation &invocation, const Toolchain &toolchain, Line &line) {
  if (!invocation.links && !invocation.linksDevices)
    return;
  bool isFlang = invocation.language == Language::Fortran; // does not know the brackets
  if (!isFlang)
    line.push_back("--start-no-unused-arguments");
  if (invocation.links)
    addLibraries(invocation, toolchain, line);
  addDeviceLink(invocation, toolchain, line); // of a part of a program (-r), too
  if (!isFlang)
    line.push_back("--end-no-unused-arguments");
}

} // namespace enzyme::driver
