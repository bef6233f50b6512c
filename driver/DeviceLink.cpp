//===- DeviceLink.cpp - derivatives made where device code is linked -------===//
//
// Device code of several files (-fgpu-rdc) is linked by programs that clang runs: lld for AMD's
// processors, clang-nvlink-wrapper for NVIDIA's. Where it is bitcode, our passes make what the
// files leave open over the code of all of them (passes/pipeline/FinishDeviceLink.cpp).
//
// lld loads them as a plugin. clang-nvlink-wrapper 22 lists the same option and hands it to nvlink,
// which knows none, so we stand in its place: clang searches the folders of COMPILER_PATH for it.
// We let it put the bitcode together, have clang run our passes over that, and then become it, with
// the result in place of the bitcode.
//===----------------------------------------------------------------------===//
#include "DeviceLink.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdio>
#include <cstdlib>

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr StringLiteral LinkerName = "clang-nvlink-wrapper";
constexpr StringLiteral LoadPlugin = "--load-pass-plugin=";
constexpr StringLiteral Folder = "enzyme-nvlink.d"; // us, under that name

// The linker itself, which lies beside clang.
std::string findLinker(const Toolchain &toolchain) {
  SmallString<128> clang;
  if (!sys::fs::real_path(toolchain.clang.path, clang)) {
    sys::path::remove_filename(clang);
    sys::path::append(clang, LinkerName);
    if (sys::fs::can_execute(clang))
      return clang.str().str();
  }
  return inPath(LinkerName);
}

bool isBitcode(StringRef path) {
  if (path.starts_with("-") || !sys::fs::is_regular_file(path))
    return false;
  auto start = MemoryBuffer::getFileSlice(path, 4, 0);
  return start && is_contained({"BC\xC0\xDE", "\xDE\xC0\x17\x0B"}, (*start)->getBuffer());
}

int run(const Line &line, bool isShown) {
  if (isShown)
    std::fprintf(stderr, " %s\n", join(line, " ").c_str());
  std::string error;
  std::vector<StringRef> words(line.begin(), line.end());
  int code = sys::ExecuteAndWait(words[0], words, std::nullopt, {}, 0, 0, &error);
  if (!error.empty())
    std::fprintf(stderr, "enzyme-clang: error: %s: %s\n", line[0].c_str(), error.c_str());
  return code < 0 ? 1 : code;
}

struct NvidiaLink {
  Line words;            // without the bitcode, and without where the result goes
  Line bitcode;          // the files
  std::string output;    // where it goes
  std::string processor; // sm_90
  bool isVerbose = false;
  bool isForOther = false; // asks for something else than a linked program
};

NvidiaLink readLine(const Line &given) {
  NvidiaLink link;
  for (size_t i = 0; i < given.size(); ++i) {
    StringRef word = given[i];
    bool hasNext = i + 1 < given.size();
    if (word.starts_with(LoadPlugin)) // it is lld's
      continue;
    if (word == "-o" && hasNext) {
      link.output = given[++i];
      continue;
    }
    if (isBitcode(word)) {
      link.bitcode.push_back(given[i]);
      continue;
    }
    if ((word == "-arch" || word == "--arch") && hasNext)
      link.processor = given[i + 1];
    if (word.consume_front("--arch=") || word.consume_front("-arch="))
      link.processor = word.str();
    link.isVerbose |= word == "-v";
    link.isForOther |= word.starts_with("--lto-emit-") || word == "--dry-run";
    link.words.push_back(given[i]);
  }
  return link;
}

// The bitcode as one file, with the derivatives. Returns the exit code.
int makeDerivatives(const Toolchain &toolchain, const std::string &linker, const NvidiaLink &link,
                    const std::string &together, const std::string &finished) {
  Line line{linker};
  line.insert(line.end(), link.words.begin(), link.words.end());
  line.insert(line.end(), link.bitcode.begin(), link.bitcode.end());
  line.insert(line.end(), {"--plugin-opt=O0", "--lto-emit-llvm", "-o", together});
  if (int code = run(line, link.isVerbose))
    return code;
  // No optimisation of the program: that is the linker's.
  return run({toolchain.clang.path, "--target=nvptx64-nvidia-cuda", "-march=" + link.processor,
              "-O0", "-nogpulib", "-Wno-override-module", "-fpass-plugin=" + toolchain.plugin, "-x",
              "ir", together, "-emit-llvm", "-c", "-o", finished},
             link.isVerbose);
}

} // namespace

void addDeviceLink(const Invocation &invocation, const Toolchain &toolchain, Line &line) {
  if (!invocation.linksDevices)
    return;
  line.insert(line.end(), {"-Xoffload-linker", LoadPlugin.str() + toolchain.plugin});
  std::string folders = toolchain.prefix + "/lib/enzyme/" + Folder.str();
  if (const char *more = std::getenv("COMPILER_PATH"))
    folders += std::string(":") + more;
  setenv("COMPILER_PATH", folders.c_str(), 1);
}

bool isNvidiaLinker(const char *ourName) { return sys::path::filename(ourName) == LinkerName; }

int linkForNvidia(int argc, char **argv) {
  Toolchain toolchain = findToolchain();
  keepForeignLibrariesAway(toolchain.clang);
  Line given(argv + 1, argv + argc);
  std::string linker = findLinker(toolchain);
  if (linker.empty()) {
    std::fprintf(stderr, "enzyme-clang: error: %s is not beside clang\n", LinkerName.data());
    return 1;
  }
  NvidiaLink link = readLine(given);
  if (link.bitcode.empty() || link.isForOther || link.processor.empty()) {
    llvm::erase_if(given, [](StringRef word) { return word.starts_with(LoadPlugin); });
    given.insert(given.begin(), linker);
    return run(given, /*isShown=*/false);
  }
  SmallString<128> scratch;
  if (sys::fs::createUniqueDirectory("enzyme-device-link", scratch)) {
    std::fprintf(stderr, "enzyme-clang: error: cannot write to a temporary folder\n");
    return 1;
  }
  std::string together = (scratch + "/together.bc").str(),
              finished = (scratch + "/finished.bc").str();
  int code = makeDerivatives(toolchain, linker, link, together, finished);
  if (code == 0) {
    Line line{linker};
    line.insert(line.end(), link.words.begin(), link.words.end());
    line.push_back(finished);
    if (!link.output.empty())
      line.insert(line.end(), {"-o", link.output});
    code = run(line, link.isVerbose);
  }
  sys::fs::remove_directories(scratch);
  return code;
}

} // namespace enzyme::driver
