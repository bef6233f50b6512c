//===- GpuOnCpu.cpp - enzyme-clang++ --enzyme-gpu-on-cpu ---------------------===//
//
// Problem: a program for GPUs is to be tried where there is none.
//
// Here: of each source for GPUs an object is made that holds both halves as code of the CPU
// (rt-gpu/emulator/README.md has the steps), as -c wants it or for the link of this line. All
// else is done by lines that we are called with again, less the word that asked for this.
//===----------------------------------------------------------------------===//
#include "GpuOnCpu.h"
#include "GpuLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdio>

using namespace llvm;

namespace enzyme::driver {
namespace {

using End = GpuLine::End;

/// Stands for a binary for a GPU in all objects whose device code is linked.
constexpr StringLiteral LinkedUnit = "linked";

void append(Line &line, const Line &words) { line.insert(line.end(), words.begin(), words.end()); }

class Steps {
  const Invocation &invocation;
  const Toolchain &toolchain;
  const GpuLine &line;
  const char *ourName;
  SmallString<128> scratch; // a folder, gone with us

  std::string temporary(const Twine &name) const { return (scratch + "/" + name).str(); }
  std::string ours(const char *file) const { return toolchain.prefix + "/lib/enzyme/" + file; }
  int fail(const Twine &why) const {
    std::fprintf(stderr, "%s: error: %s\n", ourName, why.str().c_str());
    return 1;
  }
  int run(const Line &words) const;
  bool write(const std::string &path, StringRef text) const;
  Line again() const;
  Line language(const GpuSource &source) const;
  Line dependencies(const std::string &output) const;
  int compileDevice(const GpuSource &source, const std::string &code) const;
  int makeForCpu(Line retarget, const std::string &unit, const std::string &object) const;
  int makeDevice(const GpuSource &source, const std::string &unit, const std::string &object) const;
  int keepDevice(const std::string &code, const std::string &object) const;
  int linkDevices(const Line &objects, std::string &object) const;
  int makeHost(const GpuSource &source, const std::string &object, const Line &dependencies) const;
  int makeObject(const GpuSource &source, const std::string &object,
                 const std::string &named) const;
  int makeObjects() const;
  int makeProgram() const;
  int look() const;

public:
  Steps(const Invocation &invocation, const Toolchain &toolchain, const GpuLine &line,
        const char *ourName)
      : invocation(invocation), toolchain(toolchain), line(line), ourName(ourName) {}
  ~Steps() {
    if (!scratch.empty())
      sys::fs::remove_directories(scratch);
  }
  Steps(const Steps &) = delete;
  int all();
};

/// The exit code. What has gone wrong was said by the program itself.
int Steps::run(const Line &words) const {
  if (line.isShown) {
    std::string text;
    raw_string_ostream stream(text);
    for (const std::string &word : words)
      sys::printArg(stream << ' ', word, /*Quote=*/true);
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  if (line.isOnlyShown)
    return 0;
  std::string error;
  int status = sys::ExecuteAndWait(words[0], SmallVector<StringRef>(words.begin(), words.end()),
                                   std::nullopt, {}, 0, 0, &error);
  return status < 0 ? fail(Twine(words[0]) + ": " + error) : status;
}

bool Steps::write(const std::string &path, StringRef text) const {
  std::error_code failed;
  raw_fd_ostream stream(path, failed);
  stream << text;
  stream.close();
  if (!failed && !stream.has_error())
    return true;
  fail("cannot write " + Twine(path));
  return false;
}

/// How we are called again: with the settings of this line.
Line Steps::again() const {
  bool isCxx = invocation.language == Language::Cxx;
  Line words{toolchain.prefix + "/bin/enzyme-clang" + (isCxx ? "++" : "")};
  for (const Setting &setting : invocation.settings)
    words.push_back("--enzyme-" + setting.name + (setting.hasValue ? "=" + setting.value : ""));
  if (!invocation.configFile.empty())
    words.push_back("--enzyme-config=" + invocation.configFile);
  return words;
}

/// One processor of each kind, whatever those of the line are, and headers of our own.
Line Steps::language(const GpuSource &source) const {
  std::string headers = ours("gpu-on-cpu");
  Line words{"-I" + headers, "-DGPU_EMULATED", "-include", headers + "/cuda_runtime.h"};
  if (source.isHip) {
    words.back() = headers + "/hip/hip_runtime.h";
    append(words, {"--offload-arch=gfx90a", "-nogpuinc", "-nogpulib"});
  } else {
    append(words,
           {"--cuda-gpu-arch=sm_90", "--cuda-feature=+ptx86", "-Xclang", "-target-sdk-version=12.9",
            "-Wno-unknown-cuda-version", "-nocudainc", "-nogpulib"});
  }
  return words;
}

int Steps::compileDevice(const GpuSource &source, const std::string &code) const {
  Line words = again();
  if (line.isLinked)
    words.push_back("--enzyme-carry");
  words.push_back("--start-no-unused-arguments");
  append(words, language(source));
  append(words, line.compile);
  append(words, {"-fno-lto", "--cuda-device-only", "-S", "-emit-llvm", "-x",
                 source.isHip ? "hip" : "cuda", source.path, "-o", code});
  return run(words);
}

/// `retarget`: the tool and what it reads. There is no object if that is nothing.
int Steps::makeForCpu(Line retarget, const std::string &unit, const std::string &object) const {
  std::string cpu = temporary("cpu.bc"), like = temporary("like.ll");
  const std::string &clang = toolchain.clang.path;
  if (int status = run({clang, "-x", "c", "-S", "-emit-llvm", "/dev/null", "-o", like}))
    return status;
  append(retarget, {"--like=" + like, "--unit=" + unit, "-o", cpu});
  sys::fs::remove(cpu);
  if (int status = run(retarget))
    return status;
  if (!line.isOnlyShown && !sys::fs::exists(cpu))
    return 0;
  Line words{clang, "--start-no-unused-arguments"};
  append(words, line.compile);
  append(words, {"-fno-lto", "-Wno-override-module", "-ffp-contract=off", "-c", cpu, "-o", object});
  return run(words);
}

int Steps::makeDevice(const GpuSource &source, const std::string &unit,
                      const std::string &object) const {
  std::string code = temporary("device.ll");
  if (int status = compileDevice(source, code))
    return status;
  return line.isLinked ? keepDevice(code, object)
                       : makeForCpu({ours("gpu2cpu"), code}, unit, object);
}

/// The object holds the code itself (rt-gpu/emulator/retarget/Together.cpp).
int Steps::keepDevice(const std::string &code, const std::string &object) const {
  std::string assembly = temporary("keep.s");
  if (!write(assembly,
             (".section .enzyme.gpu,\"\",@progbits\n.balign 8\n.quad 2f-1f\n1: .incbin \"" +
              Twine(code) + "\"\n2: .balign 8\n")
                 .str()))
    return 1;
  return run({toolchain.clang.path, "-c", assembly, "-o", object});
}

/// The device code of all objects of a program, as one object; no name if there is none.
int Steps::linkDevices(const Line &objects, std::string &object) const {
  Line words{ours("gpu2cpu"), "--link=" + toolchain.plugin};
  append(words, objects);
  object = temporary("devices.o");
  int status = makeForCpu(words, LinkedUnit.str(), object);
  if (!sys::fs::exists(object))
    object.clear();
  return status;
}

int Steps::makeHost(const GpuSource &source, const std::string &object,
                    const Line &dependencies) const {
  Line words = again();
  if (line.isLinked) // -fno-gpu-rdc below is about what registers it
    words.push_back("--enzyme-device-linked");
  words.push_back("--start-no-unused-arguments");
  append(words, language(source));
  append(words, line.compile);
  append(words, dependencies);
  append(words, {"-fno-lto", "-fno-gpu-rdc", "--cuda-host-only", "-Xclang",
                 "-fcuda-include-gpubinary", "-Xclang", temporary("unit"), "-c", "-x",
                 source.isHip ? "hip" : "cuda", source.path, "-o", object});
  return run(words);
}

/// `named`: the object as it is called for others.
Line Steps::dependencies(const std::string &named) const {
  Line words = line.dependencies;
  if (words.empty())
    return words;
  SmallString<128> file(named);
  sys::path::replace_extension(file, "d");
  if (!line.namesDepfile)
    append(words, {"-MF", file.str().str()});
  if (!line.namesTarget)
    append(words, {"-MT", named});
  return words;
}

int Steps::makeObject(const GpuSource &source, const std::string &object,
                      const std::string &named) const {
  SmallString<128> place(source.path), result(named);
  sys::fs::make_absolute(place);
  sys::fs::make_absolute(result);
  std::string unit =
      line.isLinked
          ? LinkedUnit.str()
          : utohexstr(xxh3_64bits((place + "\n" + result + "\n" + join(line.compile, "\n")).str()));
  std::string device = temporary("device.o"), host = temporary("host.o");
  if (!write(temporary("unit"), "gpu-on-cpu:" + unit + StringRef("\0", 1).str()))
    return 1;
  if (int status = makeDevice(source, unit, device))
    return status;
  if (int status = makeHost(source, host, dependencies(named)))
    return status;
  return run({toolchain.prefix + "/bin/ld.lld", "-r", host, device, "-o", object});
}

int Steps::makeObjects() const {
  if (!line.output.empty() && (line.sources.size() > 1 || !line.others.empty()))
    return fail("cannot specify -o when generating multiple output files");
  for (const GpuSource &source : line.sources) {
    SmallString<128> object(sys::path::filename(source.path));
    sys::path::replace_extension(object, "o");
    if (!line.output.empty())
      object = line.output;
    if (int status = makeObject(source, object.str().str(), object.str().str()))
      return status;
  }
  if (line.others.empty())
    return 0;
  Line words = again(), rest = line.words;
  for (const GpuSource &source : reverse(line.sources))
    rest.erase(rest.begin() + long(source.place));
  append(words, rest);
  return run(words);
}

int Steps::makeProgram() const {
  Line words = again(), rest = line.words, objects = line.others;
  for (auto [number, source] : enumerate(line.sources)) {
    std::string object = temporary(Twine(number) + ".o");
    SmallString<128> named(sys::path::filename(source.path));
    sys::path::replace_extension(named, "o");
    if (int status = makeObject(source, object, named.str().str()))
      return status;
    rest[source.place] = object;
    objects.push_back(object);
  }
  std::string devices;
  if (line.isLinked || !line.others.empty())
    if (int status = linkDevices(objects, devices))
      return status;
  for (const GpuSource &source : reverse(line.sources))
    if (source.isNamedLanguage) {
      auto at = rest.begin() + long(source.place);
      at = rest.insert(at + 1, {"-x", source.isHip ? "hip" : "cuda"});
      rest.insert(at - 1, {"-x", "none"});
    }
  append(words, rest);
  append(words, {"-x", "none"});
  if (!devices.empty())
    words.push_back(devices);
  append(words, {ours("libenzyme_gpuemu.a"), "-lstdc++", "-lm", "-lpthread"});
  return run(words);
}

/// -E, -M, -fsyntax-only: the host's half.
int Steps::look() const {
  Line words = again();
  if (!line.sources.empty()) {
    words.push_back("--start-no-unused-arguments");
    append(words, language(line.sources.front()));
    append(words, {"--cuda-host-only", "--end-no-unused-arguments"});
  }
  append(words, line.words);
  return run(words);
}

int Steps::all() {
  if (line.end == End::Look)
    return look();
  for (const char *file : {"gpu2cpu", "libenzyme_gpuemu.a"})
    if (!sys::fs::exists(ours(file)))
      return fail(ours(file) + " is missing; this installation is not whole (see --doctor)");
  if (sys::fs::createUniqueDirectory("enzyme-gpu-on-cpu", scratch))
    return fail("no temporary folder can be made (TMPDIR says where)");
  return line.end == End::Object ? makeObjects() : makeProgram();
}

} // namespace

int compileForCpu(const Invocation &invocation, const Toolchain &toolchain, const char *ourName) {
  GpuLine line = readGpuLine(invocation.arguments);
  if (!line.refusal.empty()) {
    std::fprintf(stderr, "%s: error: %s\n", ourName, line.refusal.c_str());
    return 1;
  }
  return Steps(invocation, toolchain, line, ourName).all();
}

} // namespace enzyme::driver
