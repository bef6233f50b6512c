//===- Config.cpp - settings that are not on the line ---------------------===//
//
// Every setting has one name and four places, the nearest first:
//
//   the line         --enzyme-strong-zero=false (and its other spellings)
//   the environment  ENZYME_CLANG_STRONG_ZERO=false
//   a file           named by --enzyme-config= or ENZYME_CLANG_CONFIG
//   the site's file  <prefix>/etc/enzyme-clang.conf, if there is one
//
// In a file a line is `name = value`, or `name` alone; # starts a comment. Each setting
// remembers where it came from (--enzyme-show-config). Warnings add up: what is nearer
// comes later.
//===----------------------------------------------------------------------===//
#include "Config.h"
#include "Settings.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace enzyme::driver {
namespace {

// A setting from further away: it counts where nothing nearer has the name.
void addBelow(Setting setting, Invocation &invocation) {
  std::replace(setting.name.begin(), setting.name.end(), '_', '-');
  for (Setting &nearer : invocation.settings)
    if (nearer.name == setting.name) {
      if (setting.name == "warnings")
        nearer.value = setting.value + ":" + nearer.value;
      return;
    }
  invocation.settings.push_back(std::move(setting));
}

void readEnvironment(Invocation &invocation) {
  for (const std::string &name : namesOfSettings()) {
    std::string variable = "ENZYME_CLANG_" + StringRef(name).upper();
    std::replace(variable.begin(), variable.end(), '-', '_');
    const char *value = std::getenv(variable.c_str());
    if (value && *value)
      addBelow({name, value, true, "environment " + variable}, invocation);
  }
}

std::string readFile(const std::string &path, Invocation &invocation) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return "cannot read the configuration " + path + ": " + file.getError().message();
  invocation.configFiles.push_back(path);
  std::vector<Setting> lines; // the last of a name counts, as on the line
  for (line_iterator line(**file, /*SkipBlanks=*/true, '#'); !line.is_at_eof(); ++line) {
    StringRef text = line->split('#').first.trim();
    auto [name, value] = text.split('=');
    if (name.trim().empty())
      continue;
    lines.insert(lines.begin(), {name.trim().str(), value.trim().str(), text.contains('='),
                                 path + ":" + std::to_string(line.line_number())});
  }
  for (Setting &setting : lines)
    addBelow(std::move(setting), invocation);
  return {};
}

} // namespace

std::string addConfiguration(const Toolchain &toolchain, Invocation &invocation) {
  readEnvironment(invocation);
  std::string named = invocation.configFile;
  const char *variable = std::getenv("ENZYME_CLANG_CONFIG");
  if (named.empty() && variable)
    named = variable;
  if (!named.empty())
    if (std::string refusal = readFile(named, invocation); !refusal.empty())
      return refusal;
  std::string site = toolchain.prefix + "/etc/enzyme-clang.conf";
  return sys::fs::exists(site) ? readFile(site, invocation) : "";
}

} // namespace enzyme::driver
