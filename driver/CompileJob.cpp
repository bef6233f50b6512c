//===- CompileJob.cpp - the plugin line -----------------------------------===//
//
// Added only where a file really is compiled, so that -E, -M, -fsyntax-only,
// assembler files and the questions build systems ask see plain clang.
//
// The plugin is named twice: -fplugin= loads the half that watches the AST
// (and makes ccache and icecc aware of the file), -fpass-plugin= the passes.
// Settings travel as `-Xclang -mllvm -Xclang -enzyme-…`: a plain -mllvm would
// also reach the assembler of a .S file on the same line, which rejects it.
//
// flang has no half that watches, no brackets and no depfiles; it reads a module of ours, and no
// header.
//===----------------------------------------------------------------------===//
#include "Jobs.h"
#include "Settings.h"
#include <algorithm>

namespace enzyme::driver {
namespace {

bool isFortran(const Invocation &invocation) { return invocation.language == Language::Fortran; }

/// To LLVM's options, of whichever compiler compiles.
void addToPasses(const Invocation &invocation, const std::string &word, Line &line) {
  const char *pass = isFortran(invocation) ? "-Xflang" : "-Xclang";
  line.insert(line.end(), {pass, "-mllvm", pass, word});
}

void addIncludes(const Toolchain &toolchain, Line &line) {
  // After all other folders: <enzyme/enzyme.h> is found, nothing is hidden,
  // and a prefix of /usr does not disturb the order of the system's headers.
  line.push_back("-idirafter");
  line.push_back(toolchain.includes);
  // The version of the words; a program may ask by #ifdef who compiles it.
  for (const char *macro :
       {"ENZYME_VERSION_MAJOR=0", "ENZYME_VERSION_MINOR=0", "ENZYME_VERSION_PATCH=79"})
    line.push_back(std::string("-D") + macro);
}

// The oracle's come last: it instruments the program, not the derivatives.
void addPasses(const Invocation &invocation, const Toolchain &toolchain, Line &line) {
  line.push_back("-fpass-plugin=" + toolchain.plugin);
  if (checksExactly(invocation))
    line.push_back("-fpass-plugin=" + toolchain.oracle);
}

const Setting *carrySetting(const Invocation &invocation) {
  for (const Setting &setting : invocation.settings)
    if (setting.name == "carry")
      return &setting;
  return nullptr;
}

bool carries(const Invocation &invocation) {
  const Setting *setting = carrySetting(invocation);
  return setting ? setting->value != "0" : invocation.carries;
}

void addSettings(const Invocation &invocation, Line &line) {
  if (invocation.carries && !carrySetting(invocation))
    addToPasses(invocation, "-enzyme-carry", line);
  for (const Setting &setting : invocation.settings)
    addToPasses(invocation, wordForPasses(setting), line);
}

/// Messages of the oracle name lines, and so do all of Fortran's, which have no other source of
/// them, nor of the types of what common blocks hold. A user who wants more debug information, or
/// none, said so.
void addLines(const Invocation &invocation, Line &line) {
  auto isOfDebugging = [](const std::string &argument) {
    return argument.starts_with("-g") && !argument.starts_with("-gcc");
  };
  bool isForMessages = isFortran(invocation) && !checksExactly(invocation);
  if ((!checksExactly(invocation) && !isForMessages) ||
      std::any_of(invocation.arguments.begin(), invocation.arguments.end(), isOfDebugging))
    return;
  line.push_back(isForMessages ? "-g" : "-gline-tables-only");
  if (isForMessages)
    addToPasses(invocation, "-enzyme-forget-lines", line);
}

/// The passes cannot see how the target reaches thread-local variables.
void addThreadLocals(const Invocation &invocation, Line &line) {
  bool isEmulated = false;
  for (const std::string &argument : invocation.arguments)
    if (argument == "-femulated-tls" || argument == "-fno-emulated-tls")
      isEmulated = argument == "-femulated-tls";
  if (isEmulated)
    addToPasses(invocation, "-enzyme-emulated-tls", line);
}

/// What clang's front end does for us.
void addFrontEnd(const Invocation &invocation, const Toolchain &toolchain, Line &line) {
  for (const Setting &setting : invocation.settings)
    if (setting.name == "reproducer") { // the source and the line are clang's to write
      line.push_back("-gen-reproducer=always");
      line.push_back("-fcrash-diagnostics-dir=" + setting.value);
    }
  if (!invocation.writesDepfile)
    return;
  // A new plugin means new objects, so do new settings.
  line.insert(line.end(), {"-Xclang", "-fdepfile-entry=" + toolchain.plugin});
  for (const std::string &file : invocation.configFiles)
    line.insert(line.end(), {"-Xclang", "-fdepfile-entry=" + file});
}

/// Device code that a link joins stays bitcode, which can carry what the link needs.
void addDevices(const Invocation &invocation, Line &line) {
  if (invocation.hasLinkedCuda && carries(invocation))
    line.push_back("-foffload-lto");
}

} // namespace

void addCompileArguments(const Invocation &invocation, const Toolchain &toolchain, Line &line) {
  if (!invocation.generates && !invocation.includes)
    return;
  if (isFortran(invocation)) {
    line.push_back("-I" + toolchain.includes + "/enzyme/fortran"); // the module 'enzyme'
    addPasses(invocation, toolchain, line);
    addLines(invocation, line);
    return addSettings(invocation, line);
  }
  line.push_back("--start-no-unused-arguments");
  if (invocation.includes)
    addIncludes(toolchain, line);
  if (invocation.generates) {
    line.push_back("-fplugin=" + toolchain.plugin);
    addPasses(invocation, toolchain, line);
    addSettings(invocation, line);
    addThreadLocals(invocation, line);
    addLines(invocation, line);
    addFrontEnd(invocation, toolchain, line);
    addDevices(invocation, line);
  }
  line.push_back("--end-no-unused-arguments");
}

} // namespace enzyme::driver
