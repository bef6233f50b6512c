//===- Prelink.cpp - derivatives that are made when a program is linked ---===//
//
// clang alone knows the whole line of a link: start files, libraries of the language,
// folders. So we let it write that line, and stand where the linker would: a link to
// this binary named enzyme-ld. There we look which of the files leave requests open. If
// any does, clang is run on an empty file with a list of the others; the plugin makes
// one object of it (passes/pipeline/FinishLink.cpp), and the linker gets it before everything
// else. A line without sources and without open requests never comes here.
//===----------------------------------------------------------------------===//
#include "Prelink.h"
#include "Files.h"
#include "Jobs.h"
#include "LinkCache.h"
#include "LinkLine.h"
#include "LinkReproducer.h"
#include "NeededLibraries.h"
#include "OpenObjects.h"
#include "Settings.h"
#include "link/Exchange.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr StringLiteral OurName = "enzyme-ld";
constexpr StringLiteral FlangFolder = "enzyme-ld.d"; // us, under the names of all linkers
constexpr const char *RealLinker = "ENZYME_CLANG_LINKER";
constexpr const char *PassedOn = "ENZYME_CLANG_LINK_OPTIONS"; // one a line: ours, clang's
constexpr const char *Spoken = "ENZYME_CLANG_LINK_VERBOSE";

//===--- before: what clang is told ---------------------------------------===//

std::string firstIn(ArrayRef<std::string> folders, StringRef name) {
  for (const std::string &folder : folders)
    if (std::string path = folder + "/" + name.str(); sys::fs::can_execute(path))
      return path;
  return {};
}

// What clang itself would run: asked only where the answer is not plain.
std::string askClang(const Toolchain &toolchain, const Invocation &invocation,
                     const std::string &name) {
  SmallString<128> answer;
  if (sys::fs::createTemporaryFile("enzyme-linker", "txt", answer))
    return {};
  FileRemover remover(answer);
  std::vector<std::string> words{toolchain.clang.path};
  words.insert(words.end(), invocation.searchOptions.begin(), invocation.searchOptions.end());
  words.push_back("-print-prog-name=" + name);
  std::vector<StringRef> line(words.begin(), words.end());
  if (sys::ExecuteAndWait(line[0], line, std::nullopt,
                          {std::nullopt, StringRef(answer), StringRef("")}))
    return {};
  auto text = MemoryBuffer::getFile(answer);
  return text ? (*text)->getBuffer().trim().str() : "";
}

std::string findLinker(const Invocation &invocation, const Toolchain &toolchain) {
  StringRef wanted = invocation.linker;
  if (wanted.contains('/'))
    return wanted.str();
  std::string name = wanted.empty() || wanted == "ld" ? "ld"
                     : invocation.isLinkerPath        ? wanted.str()
                                                      : ("ld." + wanted).str();
  std::string found;
  if (!invocation.searchOptions.empty() || std::getenv("COMPILER_PATH")) {
    found = askClang(toolchain, invocation, name);
  } else {
    std::vector<std::string> folders = foldersOfPath();
    SmallString<128> clang;
    if (!sys::fs::real_path(toolchain.clang.path, clang))
      folders.insert(folders.begin(), sys::path::parent_path(clang).str());
    found = firstIn(folders, name);
  }
  return found.find('/') == std::string::npos ? "" : found;
}

} // namespace

void addPrelink(const Invocation &invocation, const Toolchain &toolchain, Line &line) {
  std::string ours = toolchain.prefix + "/lib/enzyme/" + OurName.str();
  bool isFlang = invocation.language == Language::Fortran;
  if (!invocation.mayFinish || !sys::fs::can_execute(ours))
    return;
  if (!invocation.generates && !leavesRequestsOpen(invocation))
    return;
  std::string linker = findLinker(invocation, toolchain);
  if (linker.empty())
    return; // clang says what it misses
  setenv(RealLinker, linker.c_str(), 1);
  std::string options;
  for (const Setting &setting : invocation.settings)
    if (setting.name != "carry")
      options += onOneLine(wordForPasses(setting)) + "\n";
  if (checksExactly(invocation))
    options += onOneLine("-fpass-plugin=" + toolchain.oracle) + "\n";
  for (const std::string &option : invocation.messageOptions)
    options += onOneLine(option) + "\n";
  setenv(PassedOn, options.c_str(), 1);
  if (invocation.isVerbose)
    setenv(Spoken, "1", 1);
  if (isFlang) { // has no option that names the linker's file
    std::string folders = toolchain.prefix + "/lib/enzyme/" + FlangFolder.str();
    if (const char *more = std::getenv("COMPILER_PATH"))
      folders += std::string(":") + more;
    setenv("COMPILER_PATH", folders.c_str(), 1);
    return;
  }
  line.push_back("--start-no-unused-arguments");
  line.push_back("--ld-path=" + ours);
  line.push_back("--end-no-unused-arguments");
}

bool isLinker(const char *ourName) {
  return sys::path::filename(ourName) == OurName ||
         sys::path::filename(sys::path::parent_path(ourName)) == FlangFolder;
}

//===--- after: in the linker's place -------------------------------------===//

namespace {

bool searchesInAnyOrder(StringRef linker) {
  StringRef name = sys::path::filename(linker);
  return name.contains("lld") || name.contains("mold");
}

void say(const Line &line) {
  if (!std::getenv(Spoken))
    return;
  for (const std::string &word : line)
    std::fprintf(stderr, " \"%s\"", word.c_str());
  std::fprintf(stderr, "\n");
}

int runAndWait(const Line &line) {
  say(line);
  std::vector<StringRef> words(line.begin(), line.end());
  std::string error;
  int code = sys::ExecuteAndWait(words[0], words, std::nullopt, {}, 0, 0, &error);
  if (!error.empty())
    std::fprintf(stderr, "enzyme-clang: error: %s: %s\n", line[0].c_str(), error.c_str());
  return code < 0 ? 1 : code;
}

int become(Line line) {
  say(line);
  std::vector<char *> words;
  for (std::string &word : line)
    words.push_back(word.data());
  words.push_back(nullptr);
  execv(words[0], words.data());
  std::fprintf(stderr, "enzyme-clang: error: cannot run %s: %s\n", words[0], std::strerror(errno));
  return 127;
}

// A folder of our own that goes when we do.
class ScratchFolder {
public:
  ScratchFolder() { isThere = !sys::fs::createUniqueDirectory("enzyme-link", path); }
  ~ScratchFolder() {
    if (isThere)
      sys::fs::remove_directories(path);
  }
  std::string file(const char *name) const { return (path + "/" + name).str(); }
  bool isThere = false;

private:
  SmallString<128> path;
};

// Response files are read as shells are.
std::string quoted(const Line &words) {
  std::string text;
  for (const std::string &word : words) {
    text += '"';
    for (char c : word)
      (c == '"' || c == '\\' ? text += '\\' : text) += c;
    text += "\"\n";
  }
  return text;
}

// What the plugin is asked for, and what it answers with (passes/link/LinkCache.cpp).
struct Order {
  std::string list;   // of the files
  std::string object; // with the derivatives
  std::string output; // of the whole link

  std::string found() const { return list + ".found.o"; } // of an earlier link
  std::string keep() const { return list + ".keep"; }     // holds where to keep the object
};

// Beside what is linked, as records of files lie beside their objects.
void nameRecord(const Order &order, Line &line) {
  auto startsWith = [](StringRef start) {
    return [=](const std::string &word) { return StringRef(word).starts_with(start); };
  };
  auto asked = llvm::find_if(line, startsWith("-fsave-optimization-record"));
  if (asked == line.end() || llvm::any_of(line, startsWith("-foptimization-record-file")))
    return;
  StringRef format = StringRef(*asked).split('=').second;
  line.push_back("-foptimization-record-file=" + order.output + "-derivatives.opt." +
                 (format.empty() ? "yaml" : format.str()));
}

void nameTrace(const Order &order, Line &line) {
  for (std::string &word : line)
    if (word == "-ftime-trace")
      word += "=" + order.output + "-derivatives.json";
}

Line compilerLine(const Toolchain &toolchain, const Order &order) {
  Line line{toolchain.clang.path, "-O2", "-fPIC", "-fplugin=" + toolchain.plugin,
            "-fpass-plugin=" + toolchain.plugin};
  auto option = [&](const std::string &word) {
    for (const std::string &part :
         {std::string("-Xclang"), std::string("-mllvm"), std::string("-Xclang"), word})
      line.push_back(part);
  };
  option("-enzyme-link=" + order.list);
  const char *passed = std::getenv(PassedOn);
  SmallVector<StringRef, 8> options;
  StringRef(passed ? passed : "").split(options, '\n', -1, /*KeepEmpty=*/false);
  std::string cache;
  for (StringRef written : options) {
    std::string own = fromOneLine(written);
    StringRef word = own;
    if (StringRef value = word; value.consume_front("-enzyme-link-cache"))
      cache = value.ltrim('=').str();
    else if (word.starts_with("-enzyme-"))
      option(own);
    else
      line.push_back(own);
  }
  nameRecord(order, line);
  nameTrace(order, line);
  if (cache = linkCacheFolder(cache, order.output); !cache.empty())
    option("-enzyme-link-cache=" + cache);
  for (const char *word : {"-x", "c", "-c", "/dev/null", "-o"})
    line.push_back(word);
  line.push_back(order.object);
  return line;
}

// The object that the linker gets; empty after a failure, whose code is then in `code`.
std::string makeDerivatives(const Toolchain &toolchain, const Order &order, int &code) {
  Line compiler = compilerLine(toolchain, order);
  writeLinkReproducer(compiler, order.list, order.output);
  code = runAndWait(compiler);
  if (code)
    return {};
  if (sys::fs::exists(order.found()))
    return order.found();
  if (auto path = MemoryBuffer::getFile(order.keep()))
    keepObject(order.object, (*path)->getBuffer().str());
  return order.object;
}

bool isAnyOpen(const LinkLine &line) {
  return llvm::any_of(line.files, [](const LinkedFile &file) {
    return !file.path.empty() && leavesRequestsOpen(file.path);
  });
}

std::string listOf(const LinkLine &line, ArrayRef<NeededLibrary> behind) {
  std::string list = "output " + onOneLine(line.output) + "\n";
  for (const LinkedFile &file : line.files)
    list += file.word + " " + onOneLine(file.path) + "\n";
  for (const NeededLibrary &library : behind)
    list += "file " + onOneLine(library.path) + "\n";
  return list;
}

// The derivatives come first on the line, what only they need comes last.
Line withDerivatives(const LinkLine &line, const std::string &object,
                     ArrayRef<NeededLibrary> behind) {
  Line arguments = line.arguments;
  arguments.insert(arguments.begin() + line.firstInput, object);
  if (behind.empty())
    return arguments;
  for (const char *word : {"--push-state", "--as-needed"})
    arguments.push_back(word);
  for (const NeededLibrary &library : behind)
    arguments.push_back(library.path);
  arguments.push_back("--pop-state");
  for (const NeededLibrary &library : behind)
    if (!library.runFolder.empty())
      arguments.insert(arguments.end(), {"-rpath", library.runFolder});
  return arguments;
}

} // namespace

int linkWithDerivatives(int argc, char **argv) {
  const char *linker = std::getenv(RealLinker);
  if (!linker) {
    std::fprintf(stderr,
                 "%s: error: this stands in for a linker when enzyme-clang links; call that\n",
                 argv[0]);
    return 1;
  }
  Line given(argv + 1, argv + argc);
  LinkLine line = readLinkLine(given, searchesInAnyOrder(linker));
  Line own{linker};
  if (line.isRelocatable || !isAnyOpen(line)) {
    own.insert(own.end(), given.begin(), given.end());
    return become(own);
  }
  Toolchain toolchain = findToolchain();
  ScratchFolder scratch;
  std::vector<NeededLibrary> behind = librariesBehind(line);
  Order order{scratch.file("files"), scratch.file("derivatives.o"), line.output};
  if (!scratch.isThere || !writeFile(order.list, listOf(line, behind))) {
    std::fprintf(stderr, "enzyme-clang: error: cannot write to a temporary folder\n");
    return 1;
  }
  int code = 0;
  std::string object = makeDerivatives(toolchain, order, code);
  if (object.empty())
    return code;
  Line arguments = withDerivatives(line, object, behind);
  if (line.usedResponseFile && writeFile(scratch.file("line"), quoted(arguments)))
    arguments = {"@" + scratch.file("line")};
  own.insert(own.end(), arguments.begin(), arguments.end());
  return runAndWait(own);
}

} // namespace enzyme::driver
