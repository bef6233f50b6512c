//===- Invocation.h - what one command line asks for ---------------------===//
//
// The value between reading and acting: CommandLine.cpp fills it, the jobs and
// the doctor read it, nothing changes it later. It holds only what the driver
// has to know; everything else on the line is clang's business and stays in
// `arguments`, untouched and in order.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_DRIVER_INVOCATION_H
#define ENZYME_DRIVER_INVOCATION_H

#include <optional>
#include <string>
#include <vector>

namespace enzyme::driver {

// Which compiler we were called as: it decides what a link brings along, and who compiles.
enum class Language { C, Cxx, Fortran };

// One of our options, e.g. --enzyme-print-types: name "print-types", value "".
struct Setting {
  std::string name;
  std::string value;
  bool hasValue = false;
  std::string origin = "command line"; // or the variable, or file:line
};

struct Invocation {
  Language language = Language::C;         // enzyme-clang, …++, enzyme-flang
  bool off = false;                        // ENZYME_CLANG=off: be plain clang
  bool doctor = false;                     // --doctor
  bool gpuOnCpu = false;                   // --enzyme-gpu-on-cpu
  bool selftest = false;                   // --enzyme-selftest
  std::optional<std::string> explained;    // --explain=ENZ0060
  std::optional<std::string> rules;        // --rules[=function]; empty: all
  std::string question;                    // --enzyme-show-config, -showme…, -dump-mode
  std::string configFile;                  // --enzyme-config=
  std::vector<std::string> configFiles;    // those that were read
  bool includes = false;                   // some input is read by the preprocessor
  bool generates = false;                  // some input becomes code: the plugin has work
  bool writesDepfile = false;              // -MD or -MMD beside the compilation
  bool links = false;                      // ends in a link that takes libraries for this machine
  bool carries = false;                    // objects keep their code, requests may stay open
  bool hasLinkedCuda = false;              // code for NVIDIA's processors that a link joins
  bool linksDevices = false;               // ends in a link of device code, too
  bool mayFinish = false;                  // ends in a link in which open requests are finished
  bool isVerbose = false;                  // -v
  std::string linker;                      // of -fuse-ld= or --ld-path=
  bool isLinkerPath = false;               // it was the second
  std::vector<std::string> searchOptions;  // that say where clang looks for programs
  std::vector<std::string> messageOptions; // -Rpass=, -Werror, -ftime-trace and relatives
  std::vector<Setting> settings;           // ours; the last of each name counts
  std::vector<std::string> arguments;      // clang's, without the driver's name
  std::vector<std::string> inputs;         // what a link is made of: files,
  std::vector<std::string> libraries;      // -l
  std::vector<std::string> libraryFolders; // -L

  bool needsUs() const { return !off && (generates || links); }
};

} // namespace enzyme::driver

#endif
