//===- Settings.cpp - the names of our options ----------------------------===//
//
// The plugin would refuse an unknown option too, but in LLVM's words and only
// where a file is compiled. The names come from the passes' own list, so there
// is nothing to keep in step.
//===----------------------------------------------------------------------===//
#include "Settings.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr const char *Known[] = {
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE) #NAME,
#include "Options.def"
#undef OPTION
};

// Accepted too, but not proposed.
constexpr StringLiteral Ported[] = {
    "enzyme-mutate",  // no setting: tries the tests (passes/support/Mutation.h)
    "enzyme-without", // nor this: what optimisations bring (passes/support/Ablation.h)
#define ALIAS(NAME, OPTION) NAME,
#define ALWAYS(NAME) NAME,
#define IGNORED(NAME, WHY) NAME,
#include "PortedOptions.def"
#undef ALIAS
#undef ALWAYS
#undef IGNORED
};

// Names are written with '_' in the list and with '-' by users.
std::string spelling(const char *name) {
  std::string text = name;
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

std::string nearest(StringRef wanted) {
  std::string best;
  unsigned distance = wanted.size() / 3 + 1; // further away is another word
  for (const char *name : Known)
    if (unsigned d = wanted.edit_distance(spelling(name), true, distance); d <= distance) {
      distance = d ? d - 1 : 0;
      best = spelling(name);
    }
  return best;
}

} // namespace

std::vector<std::string> namesOfSettings() {
  std::vector<std::string> names;
  for (const char *name : Known)
    names.push_back(spelling(name));
  return names;
}

std::vector<std::pair<std::string, std::string>> defaultsOfSettings() {
  return {
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE)                                                      \
  {spelling(#NAME), StringRef(#DEFAULT).trim('"').str()},
#include "Options.def"
#undef OPTION
  };
}

static bool isExactCheck(const Setting &setting) {
  return setting.name == "check" && setting.value == "exact";
}

std::string wordForPasses(const Setting &setting) {
  std::string value = isExactCheck(setting) ? "1" : setting.value;
  return "-enzyme-" + setting.name + (setting.hasValue ? "=" + value : "");
}

bool checksExactly(const Invocation &invocation) {
  return std::any_of(invocation.settings.begin(), invocation.settings.end(), isExactCheck);
}

std::string refuseSettings(const Invocation &invocation) {
  for (const Setting &setting : invocation.settings) {
    auto same = [&](const char *name) { return spelling(name) == setting.name; };
    if (std::any_of(std::begin(Known), std::end(Known), same) ||
        std::find(std::begin(Ported), std::end(Ported), "enzyme-" + setting.name) !=
            std::end(Ported))
      continue;
    std::string near = nearest(setting.name);
    bool isOnLine = setting.origin == Setting().origin;
    return "unknown option '--enzyme-" + setting.name + "'" +
           (isOnLine ? "" : " (" + setting.origin + ")") +
           (near.empty() ? "" : "; did you mean '--enzyme-" + near + "'?");
  }
  return {};
}

} // namespace enzyme::driver
