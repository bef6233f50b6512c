//===- CommandLine.cpp - from argv to an Invocation -----------------------===//
//
// A driver that guesses options by their spelling gets `-o -c` wrong, and
// `-Xlinker -r`, and whatever clang adds next. So the line is read with clang's
// own table. Only reading happens here: clang receives its options as they
// were written, in the order they were written, less those that are ours.
//
// Three spellings name the same setting, and all leave the line here, as do
// -W options that name one of our groups:
//   -fplugin-arg-enzyme-<name>[=v]   accepted (and ignored) by every clang tool
//   --enzyme-<name>[=v]              the short form
//   -mllvm -enzyme-<name>[=v]        what people know from LLVM; by itself it
//                                    would break the assembling of .s files
//===----------------------------------------------------------------------===//
#include "CommandLine.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <cstdlib>

using namespace llvm;
using namespace llvm::opt;
using namespace clang::options;

namespace enzyme::driver {
namespace {

using Words = SmallVector<const char *, 64>;

//===--- what kind of file an input is ------------------------------------===//

// What happens to an input, as far as differentiation cares. `Other` holds
// objects, archives and languages that clang hands to other tools.
enum class InputKind { Source, Preprocessed, Header, IR, Assembly, Other };

InputKind kindOfFortran(StringRef name) {
  return StringSwitch<InputKind>(name)
      .Cases({"f", "for", "ftn", "f77", "f90", "f95", "f03", "f08", "fpp"}, InputKind::Source)
      .Cases({"F", "FOR", "FTN", "F77", "F90", "F95", "F03", "F08", "FPP", "cuf", "CUF"},
             InputKind::Source)
      .Cases({"f95-cpp-input", "f77-cpp-input"}, InputKind::Source)
      .Cases({"ll", "bc", "ir"}, InputKind::IR)
      .Default(InputKind::Other);
}

InputKind kindOfLanguage(StringRef name) {
  if (name.contains("header"))
    return InputKind::Header;
  return StringSwitch<InputKind>(name)
      .Cases({"c", "c++", "objective-c", "objective-c++", "c++-module"}, InputKind::Source)
      .Cases({"cuda", "hip", "cl", "clcpp"}, InputKind::Source)
      .Cases({"cpp-output", "c++-cpp-output", "c++-module-cpp-output"}, InputKind::Preprocessed)
      .Cases({"objective-c-cpp-output", "objective-c++-cpp-output"}, InputKind::Preprocessed)
      .Cases({"objc-cpp-output", "objc++-cpp-output"}, InputKind::Preprocessed)
      .Cases({"cuda-cpp-output", "hip-cpp-output", "pcm", "ast"}, InputKind::Preprocessed)
      .Case("ir", InputKind::IR)
      .Cases({"assembler", "assembler-with-cpp"}, InputKind::Assembly)
      .Default(InputKind::Other);
}

StringRef extensionOf(StringRef name) {
  StringRef extension = sys::path::extension(name);
  extension.consume_front(".");
  return extension;
}

InputKind kindOfFile(StringRef name) {
  if (name == "-")
    return InputKind::Source;
  StringRef extension = extensionOf(name);
  return StringSwitch<InputKind>(extension)
      .Cases({"c", "cc", "cp", "cpp", "cxx", "c++"}, InputKind::Source)
      .Cases({"C", "CC", "CPP", "CXX", "C++"}, InputKind::Source)
      .Cases({"m", "mm", "M", "cu", "hip", "cl", "clcpp"}, InputKind::Source)
      .Cases({"cppm", "ccm", "cxxm", "c++m", "ixx"}, InputKind::Source)
      .Cases({"i", "ii", "mi", "mii", "cui", "hipi", "iim"}, InputKind::Preprocessed)
      .Cases({"pcm", "ast"}, InputKind::Preprocessed)
      .Cases({"h", "H", "hh", "hp", "hpp", "hxx", "h++", "tcc"}, InputKind::Header)
      .Cases({"ll", "bc"}, InputKind::IR)
      .Cases({"s", "S", "asm"}, InputKind::Assembly)
      .Default(InputKind::Other);
}

//===--- how far the line goes --------------------------------------------===//

enum class LastPhase { Preprocess, Check, Generate, Link };

// The same questions in the same order as clang's driver asks them.
LastPhase lastPhase(const InputArgList &line) {
  if (line.hasArg(OPT_E, OPT_M, OPT_MM))
    return LastPhase::Preprocess;
  if (line.hasArg(OPT__precompile, OPT_extract_api, OPT_fmodule_header, OPT_fmodule_header_EQ,
                  OPT_fsyntax_only, OPT__analyze))
    return LastPhase::Check;
  if (line.hasArg(OPT_print_supported_cpus, OPT_module_file_info, OPT_verify_pch, OPT_rewrite_objc,
                  OPT_rewrite_legacy_objc, OPT_emit_ast, OPT_emit_cir, OPT_emit_interface_stubs))
    return LastPhase::Check;
  if (line.hasArg(OPT_S, OPT_c))
    return LastPhase::Generate;
  return LastPhase::Link;
}

// Our runtime is an archive for the machine it was built on.
bool isForeign(const InputArgList &line) {
  const Triple own(LLVM_DEFAULT_TARGET_TRIPLE);
  // x86_64-linux-gnu leaves the vendor out.
  Triple wanted(Triple::normalize(line.getLastArgValue(OPT_target, LLVM_DEFAULT_TARGET_TRIPLE)));
  if (const Arg *bits = line.getLastArg(OPT_m32, OPT_m64, OPT_mx32))
    if (!bits->getOption().matches(OPT_m64))
      return true;
  return wanted.getArch() != own.getArch() || wanted.getOS() != own.getOS();
}

bool takesLibraries(const InputArgList &line) {
  return !line.hasArg(OPT_r, OPT_nostdlib, OPT_nodefaultlibs, OPT_nolibc) && !isForeign(line);
}

// Files and libraries that the line hands to the linker behind clang's back.
void readWordsForLinker(const InputArgList &line, Invocation &result) {
  for (const Arg *arg : line.filtered(OPT_Wl_COMMA, OPT_Xlinker))
    for (StringRef word : arg->getValues()) {
      if (word.consume_front("-l"))
        result.libraries.push_back(word.str());
      else if (word.consume_front("-L"))
        result.libraryFolders.push_back(word.str());
      else if (!word.starts_with("-"))
        result.inputs.push_back(word.str());
    }
}

// -MD, -MMD; kernels say -Wp,-MMD,FILE.
bool writesDepfile(const InputArgList &line) {
  return line.hasArg(OPT_MD, OPT_MMD) || any_of(line.filtered(OPT_Wp_COMMA), [](const Arg *arg) {
           StringRef first = arg->getValue();
           return first == "-MD" || first == "-MMD";
         });
}

// Code is carried for a later link, and for the other files of this one.
bool carriesCode(const InputArgList &line, LastPhase last, const Invocation &result) {
  if (!result.generates || isForeign(line) || line.hasArg(OPT_S, OPT_emit_llvm))
    return false;
  bool isAlone = result.inputs.size() + result.libraries.size() < 2 && !line.hasArg(OPT_shared);
  return last == LastPhase::Generate || (last == LastPhase::Link && !isAlone);
}

// Device code of several files (-fgpu-rdc). NVIDIA's is assembled unless the line says otherwise.
void readDevices(const InputArgList &line, LastPhase last, Invocation &result) {
  bool isLinked = line.hasFlag(OPT_fgpu_rdc, OPT_fno_gpu_rdc, false);
  // Else what is made is for tools that join assembled code.
  bool isForLinker = line.hasFlag(OPT_offload_new_driver, OPT_no_offload_new_driver, true) &&
                     !line.hasArg(OPT_offload_device_only);
  result.hasLinkedCuda &= isLinked && result.carries && isForLinker;
  result.linksDevices =
      last == LastPhase::Link && (isLinked || line.hasArg(OPT_hip_link, OPT_offload_link));
}

// How clang would find the linker.
void readLinker(const InputArgList &line, Invocation &result) {
  if (const Arg *linker = line.getLastArg(OPT_fuse_ld_EQ))
    result.linker = linker->getValue();
  if (const Arg *path = line.getLastArg(OPT_ld_path_EQ)) {
    result.linker = path->getValue();
    result.isLinkerPath = true;
  }
  for (const Arg *arg :
       line.filtered(OPT_B, OPT__sysroot_EQ, OPT_gcc_toolchain, OPT_gcc_install_dir_EQ, OPT_target))
    result.searchOptions.push_back(arg->getAsString(line));
  result.isVerbose = line.hasArg(OPT_v);
}

// What to report about code, and how, also about code that is made when linking.
void readMessages(const InputArgList &line, Invocation &result) {
  for (const Arg *arg : line.filtered(
           OPT_Rpass_EQ, OPT_Rpass_missed_EQ, OPT_Rpass_analysis_EQ, OPT_fsave_optimization_record,
           OPT_fsave_optimization_record_EQ, OPT_foptimization_record_passes_EQ, OPT_ftime_trace,
           OPT_ftime_trace_granularity_EQ))
    result.messageOptions.push_back(arg->getAsString(line));
  for (const Arg *arg : line.filtered(OPT_w, OPT_fcolor_diagnostics, OPT_fno_color_diagnostics,
                                      OPT_fdiagnostics_color_EQ, OPT_fdiagnostics_format_EQ,
                                      OPT_fno_caret_diagnostics, OPT_fno_diagnostics_show_option))
    result.messageOptions.push_back(arg->getAsString(line));
  for (const Arg *arg : line.filtered(OPT_W_Joined)) // the last one counts, there too
    if (StringRef word = arg->getValue(); word == "error" || word == "no-error")
      result.messageOptions.push_back(arg->getAsString(line));
  // Where a file is compiled, too, the name is taken.
  if (!result.generates)
    for (const Arg *file : line.filtered(OPT_foptimization_record_file_EQ, OPT_ftime_trace_EQ))
      result.messageOptions.push_back(file->getAsString(line));
}

void readInputs(const InputArgList &line, Invocation &result) {
  LastPhase last = lastPhase(line);
  const Arg *language = nullptr;
  bool reachesLinker = false;
  for (const Arg *arg : line) {
    if (arg->getOption().matches(OPT_x)) {
      language = StringRef(arg->getValue()) == "none" ? nullptr : arg;
      continue;
    }
    if (arg->getOption().getKind() != Option::InputClass)
      continue;
    StringRef name = arg->getValue();
    bool isFortran = result.language == Language::Fortran;
    InputKind kind = isFortran  ? kindOfFortran(language ? language->getValue() : extensionOf(name))
                     : language ? kindOfLanguage(language->getValue())
                                : kindOfFile(name);
    // A header ends as a .pch; a file that is not there ends in clang's words.
    reachesLinker |= kind != InputKind::Header && (name == "-" || sys::fs::exists(name));
    bool read = !isFortran && (kind == InputKind::Source || kind == InputKind::Header);
    bool compiled =
        kind == InputKind::Source || kind == InputKind::Preprocessed || kind == InputKind::IR;
    result.inputs.push_back(name.str());
    result.hasLinkedCuda |=
        compiled && (language ? StringRef(language->getValue()).starts_with("cuda")
                              : extensionOf(name) == "cu" || extensionOf(name) == "cui");
    result.includes |= read;
    result.generates |= compiled && last >= LastPhase::Generate;
  }
  result.libraries = line.getAllArgValues(OPT_l);
  result.libraryFolders = line.getAllArgValues(OPT_L);
  result.links = reachesLinker && last == LastPhase::Link && takesLibraries(line);
  readWordsForLinker(line, result);
  result.carries = carriesCode(line, last, result);
  readDevices(line, last, result);
  result.mayFinish =
      reachesLinker && last == LastPhase::Link && !line.hasArg(OPT_r) && !isForeign(line);
  readLinker(line, result);
  readMessages(line, result);
}

//===--- our own options --------------------------------------------------===//

void addSetting(StringRef text, Invocation &result) {
  auto [name, value] = text.split('=');
  Setting setting;
  setting.name = name.str(), setting.value = value.str(), setting.hasValue = text.contains('=');
  std::replace(setting.name.begin(), setting.name.end(), '_', '-');
  auto same = [&](const Setting &other) { return other.name == setting.name; };
  // A repeated option is LLVM's error; as with clang's own, the last one counts.
  llvm::erase_if(result.settings, same);
  result.settings.push_back(std::move(setting));
}

// -Wno-enzyme-…, -Werror=enzyme-…: clang does not know our groups.
bool takeWarning(StringRef text, Invocation &result) {
  StringRef group = text;
  group.consume_front("no-");
  group.consume_front("error=");
  if (group != "enzyme" && !group.starts_with("enzyme-"))
    return false;
  auto isWarnings = [](const Setting &setting) { return setting.name == "warnings"; };
  auto known = std::find_if(result.settings.begin(), result.settings.end(), isWarnings);
  std::string list = known == result.settings.end() ? "" : known->value + ":";
  addSetting("warnings=" + list + text.str(), result);
  return true;
}

// -f[no-]enzyme-NAME[=VALUE]: a setting, as --enzyme-NAME.
bool takeFlag(StringRef text, Invocation &result) {
  bool isOn = !text.consume_front("-fno-");
  if (isOn && !text.consume_front("-f"))
    return false;
  if (!text.consume_front("enzyme-"))
    return false;
  addSetting(!isOn                ? text.str() + "=0"
             : text.contains('=') ? text.str()
                                  : text.str() + "=1",
             result);
  return true;
}

// True when `arg` is ours; its meaning is then in `result`.
bool takeOwn(const Arg &arg, Invocation &result) {
  const Option &option = arg.getOption();
  if (option.matches(OPT_fplugin_arg)) {
    StringRef text = arg.getValue();
    return text.consume_front("enzyme-") && (addSetting(text, result), true);
  }
  if (option.matches(OPT_mllvm)) {
    StringRef text = arg.getValue();
    text.consume_front("-");
    return text.consume_front("enzyme-") && (addSetting(text, result), true);
  }
  if (option.matches(OPT_W_Joined))
    return takeWarning(arg.getValue(), result);
  if (!option.matches(OPT_UNKNOWN))
    return false;
  StringRef text = arg.getSpelling();
  if (text.consume_front("-fplugin-arg-enzyme-")) // flang does not know the option
    return addSetting(text, result), true;
  if (text == "--doctor")
    return result.doctor = true;
  if (text == "--explain" || text.starts_with("--explain="))
    return result.explained = text.split('=').second.str(), true;
  if (text == "--rules" || text.starts_with("--rules="))
    return result.rules = text.split('=').second.str(), true;
  if (takeFlag(text, result))
    return true;
  if (!text.consume_front("--enzyme-"))
    return false;
  if (text == "selftest")
    return result.selftest = true;
  if (text == "gpu-on-cpu")
    return result.gpuOnCpu = true;
  if (text == "reproducer") // where it is looked for
    text = "reproducer=enzyme-reproducer";
  if (text == "show-config" || text == "dump-mode" || text == "showme" ||
      text.starts_with("showme:"))
    result.question = text.str();
  else if (text.consume_front("config="))
    result.configFile = text.str();
  else
    addSetting(text, result);
  return true;
}

// Splits the expanded line into ours and clang's. An argument reaches from its
// own index to the next one's, whatever its spelling.
std::vector<std::string> takeOwnOptions(const InputArgList &line, ArrayRef<const char *> words,
                                        Invocation &result) {
  bool taking = false;
  std::vector<int> owner(words.size(), -1);
  for (const Arg *arg : line)
    if (arg->getIndex() < words.size())
      owner[arg->getIndex()] = takeOwn(*arg, result);
  std::vector<std::string> rest;
  for (size_t i = 0; i < words.size(); ++i) {
    if (owner[i] != -1)
      taking = owner[i] == 1;
    if (!taking)
      rest.push_back(words[i]);
  }
  return rest;
}

//===--- the driver's name and environment --------------------------------===//

// enzyme-clang++, clang++ (a link to us), enzyme-clang++-22, enzyme-flang, flang-new.
Language languageOf(StringRef program) {
  StringRef name = sys::path::filename(program).rtrim("0123456789-.");
  if (name.ends_with("flang") || name.ends_with("flang-new"))
    return Language::Fortran;
  return name.ends_with("++") ? Language::Cxx : Language::C;
}

bool switchedOff() {
  const char *value = std::getenv("ENZYME_CLANG");
  return value && StringRef(value).lower() == "off";
}

// -cc1 and -fc1 lines and the dialects of other compilers are none of our business.
bool isForeignDialect(ArrayRef<const char *> words) {
  StringRef first = words.empty() ? "" : words.front();
  if (first.starts_with("-cc1") || first.starts_with("-fc1"))
    return true;
  return llvm::any_of(words, [](StringRef word) {
    return word.consume_front("--driver-mode=") && word != "gcc" && word != "g++";
  });
}

InputArgList parse(const Words &words, Language language, unsigned &missingCount) {
  unsigned missingIndex = 0;
  Visibility known(language == Language::Fortran ? FlangOption : ClangOption);
  return clang::getDriverOptTable().ParseArgs(words, missingIndex, missingCount, known);
}

// After `--` everything is a file, but our libraries must come after the files:
// the `--` goes, and a name like -x.c becomes ./-x.c. True when there was one.
bool openDashDash(const InputArgList &line, Words &words, BumpPtrAllocator &memory) {
  const Arg *rest = line.getLastArg(OPT__DASH_DASH);
  if (!rest)
    return false;
  StringSaver saver(memory);
  for (const char *&name : llvm::drop_begin(words, rest->getIndex() + 1))
    if (name[0] == '-' && name[1])
      name = saver.save("./" + Twine(name)).data();
  words.erase(words.begin() + rest->getIndex());
  return true;
}

} // namespace

Invocation readCommandLine(int argc, const char *const *argv) {
  Invocation result;
  result.off = switchedOff();
  result.arguments.assign(argv + 1, argv + argc);

  BumpPtrAllocator memory;
  Words words(argv + 1, argv + argc);
  cl::ExpansionContext context(memory, cl::TokenizeGNUCommandLine);
  // A response file that cannot be read stays on the line for clang to report.
  consumeError(context.expandResponseFiles(words));
  result.language = languageOf(argv[0]);
  if (isForeignDialect(words)) {
    if (result.language == Language::Cxx)
      result.language = Language::C; // -cc1 must stay the first word
    return result;
  }
  unsigned missing = 0;
  InputArgList line = parse(words, result.language, missing);
  if (missing) { // clang will say which value; our flags it does not know
    llvm::erase_if(result.arguments, [](const std::string &word) {
      Invocation unused;
      return takeFlag(word, unused);
    });
    return result;
  }
  bool changed = openDashDash(line, words, memory);
  if (changed)
    line = parse(words, result.language, missing);

  std::vector<std::string> rest = takeOwnOptions(line, words, result);
  if (changed || rest.size() != words.size())
    result.arguments = std::move(rest);
  readInputs(line, result);
  result.writesDepfile = writesDepfile(line);
  return result;
}

} // namespace enzyme::driver
