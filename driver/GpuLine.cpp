//===- GpuLine.cpp ----------------------------------------------------------===//
//
// Which words of a line are sources for a GPU, which say how they are compiled, and which have no
// meaning where there is none: processors, the place of an SDK, the libraries of its runtime.
//===----------------------------------------------------------------------===//
#include "GpuLine.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::opt;
using namespace clang::options;

namespace enzyme::driver {
namespace {

using End = GpuLine::End;

enum class Meaning { Compile, Dependency, Input, Link, Dropped };

bool isOneOf(const Arg &arg, std::initializer_list<unsigned> options) {
  return any_of(options, [&](unsigned option) { return arg.getOption().matches(option); });
}

/// The emulator has these interfaces.
bool isOfGpuRuntime(StringRef library) {
  return StringSwitch<bool>(library)
      .Cases({"cudart", "cudart_static", "cudadevrt", "cuda", "cublas", "amdhip64", "hipblas"},
             true)
      .Default(false);
}

Meaning meaningOf(const Arg &arg) {
  if (isOneOf(arg, {OPT_offload_arch_EQ, OPT_no_offload_arch_EQ, OPT_cuda_path_EQ, OPT_rocm_path_EQ,
                    OPT_hip_path_EQ, OPT_rocm_device_lib_path_EQ, OPT_hip_link, OPT_no_offloadlib,
                    OPT_no_offload_inc}))
    return Meaning::Dropped;
  if (isOneOf(arg, {OPT_l}))
    return isOfGpuRuntime(arg.getValue()) ? Meaning::Dropped : Meaning::Link;
  if (arg.getOption().getKind() == Option::InputClass)
    return Meaning::Input;
  if (isOneOf(arg, {OPT_M_Group}))
    return Meaning::Dependency;
  if (isOneOf(arg, {OPT_o, OPT_c, OPT_x, OPT_L, OPT_Wl_COMMA, OPT_Xlinker, OPT_fuse_ld_EQ,
                    OPT_ld_path_EQ, OPT_shared, OPT_static, OPT_r, OPT_flto, OPT_flto_EQ, OPT_v,
                    OPT__HASH_HASH_HASH}))
    return Meaning::Link;
  return Meaning::Compile;
}

StringRef languageOf(const Arg *named, StringRef path) {
  if (named)
    return named->getValue();
  return StringSwitch<StringRef>(sys::path::extension(path))
      .Case(".cu", "cuda")
      .Case(".hip", "hip")
      .Default("");
}

std::string refuse(const InputArgList &line) {
  std::string ours = "--enzyme-gpu-on-cpu makes objects and programs; ";
  if (const Arg *half = line.getLastArg(OPT_offload_host_only, OPT_offload_device_only))
    return ours + "one half of a file ('" + half->getAsString(line) + "') is neither";
  if (const Arg *text = line.getLastArg(OPT_S, OPT_emit_llvm))
    return ours + "'" + text->getAsString(line) + "' asks for something else";
  return {};
}

void readSources(const InputArgList &line, const std::vector<size_t> &places, GpuLine &result) {
  const Arg *named = nullptr;
  for (const Arg *arg : line) {
    if (isOneOf(*arg, {OPT_x}))
      named = StringRef(arg->getValue()) == "none" ? nullptr : arg;
    if (arg->getOption().getKind() != Option::InputClass)
      continue;
    StringRef language = languageOf(named, arg->getValue());
    if (language == "cuda" || language == "hip")
      result.sources.push_back(
          {arg->getValue(), language == "hip", places[arg->getIndex()], named != nullptr});
    else
      result.others.push_back(arg->getValue());
  }
}

} // namespace

GpuLine readGpuLine(const Line &arguments) {
  GpuLine result;
  SmallVector<const char *, 64> words;
  for (const std::string &word : arguments)
    words.push_back(word.c_str());
  unsigned index = 0, missing = 0;
  InputArgList line =
      clang::getDriverOptTable().ParseArgs(words, index, missing, Visibility(ClangOption));
  if (missing) { // clang says which value
    result.end = End::Look, result.words = arguments;
    return result;
  }
  std::vector<const Arg *> begins(words.size(), nullptr);
  for (const Arg *arg : line)
    if (arg->getIndex() < words.size())
      begins[arg->getIndex()] = arg;
  std::vector<size_t> places(words.size());
  Meaning meaning = Meaning::Link;
  for (size_t i = 0; i < words.size(); ++i) {
    if (begins[i])
      meaning = meaningOf(*begins[i]);
    places[i] = result.words.size();
    if (meaning == Meaning::Dropped)
      continue;
    result.words.push_back(arguments[i]);
    if (meaning == Meaning::Compile)
      result.compile.push_back(arguments[i]);
    if (meaning == Meaning::Dependency)
      result.dependencies.push_back(arguments[i]);
  }
  readSources(line, places, result);
  bool looks = line.hasArg(OPT_E, OPT_M, OPT_MM, OPT_fsyntax_only, OPT__analyze);
  result.end = looks ? End::Look : line.hasArg(OPT_c) ? End::Object : End::Program;
  if (!result.sources.empty() && !looks)
    result.refusal = refuse(line);
  result.isOnlyShown = line.hasArg(OPT__HASH_HASH_HASH);
  result.isShown = result.isOnlyShown || line.hasArg(OPT_v);
  result.namesDepfile = line.hasArg(OPT_MF);
  result.namesTarget = line.hasArg(OPT_MT, OPT_MQ);
  result.isLinked = line.hasFlag(OPT_fgpu_rdc, OPT_fno_gpu_rdc, false);
  result.output = line.getLastArgValue(OPT_o).str();
  return result;
}

} // namespace enzyme::driver
