//===- LinkJob.cpp - the runtime library on the link line -----------------===//
//
// Derivative code calls our runtime (tape, shadow allocations) and libm
// functions the primal did not call. Which objects hold derivatives is not
// known here, so every ordinary link gets both, in a form that changes nothing
// where they are not needed: an archive whose members nobody asks for is
// dropped, and --as-needed drops libm. The linker's state is saved around
// them, so that a --whole-archive the user left open does not reach us.
//===----------------------------------------------------------------------===//
#include "Jobs.h"

namespace enzyme::driver {
namespace {

void addToLinker(const std::string &word, Line &line) {
  line.push_back("-Xlinker"); // not -Wl,: a path may hold commas
  line.push_back(word);
}

} // namespace

void addLinkArguments(const Invocation &invocation, const Toolchain &toolchain, Line &line) {
  if (!invocation.links)
    return;
  line.push_back("--start-no-unused-arguments");
  addToLinker("--push-state", line);
  addToLinker("--no-whole-archive", line);
  addToLinker("--as-needed", line);
  addToLinker(toolchain.runtime, line);
  addToLinker("-lm", line);
  addToLinker("--pop-state", line);
  line.push_back("--end-no-unused-arguments");
}

} // namespace enzyme::driver
