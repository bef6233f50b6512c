//===- Show.cpp - what we would do, for people and for other wrappers -----===//
//
//   --enzyme-show-config       every setting, its value, and where that came from
//   --enzyme-showme            the whole line that clang would get
//   --enzyme-showme:compile    what we add where a file is compiled
//   --enzyme-showme:link       what we add where a program is linked
//   --enzyme-showme:command    the compiler that does the work
//   --enzyme-dump-mode         what the line was taken for; tests of wrappers want it
//
// Who wraps us (a build system, another compiler driver) asks by the middle three.
//===----------------------------------------------------------------------===//
#include "Jobs.h"
#include "Settings.h"
#include <algorithm>
#include <cstdio>

namespace enzyme::driver {
namespace {

// As a shell reads it back.
std::string quoted(const std::string &word) {
  constexpr const char *Plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,%@";
  if (!word.empty() && word.find_first_not_of(Plain) == std::string::npos)
    return word;
  std::string text = "'";
  for (char c : word)
    text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

int print(const Line &line) {
  std::string text;
  for (const std::string &word : line)
    // Only clang knows these brackets; others take the words between them, too.
    if (word != "--start-no-unused-arguments" && word != "--end-no-unused-arguments")
      text += (text.empty() ? "" : " ") + quoted(word);
  std::printf("%s\n", text.c_str());
  return 0;
}

int showSettings(const Invocation &invocation) {
  for (const auto &[name, value] : defaultsOfSettings()) {
    auto found = std::find_if(invocation.settings.begin(), invocation.settings.end(),
                              [&, &name = name](const Setting &one) { return one.name == name; });
    bool isSet = found != invocation.settings.end();
    std::string shown = !isSet ? value : found->hasValue ? found->value : "true";
    std::printf("%-26s %-12s %s\n", name.c_str(), shown.empty() ? "\"\"" : shown.c_str(),
                isSet ? found->origin.c_str() : "default");
  }
  return 0;
}

int showMode(const Invocation &invocation) {
  auto line = [](const char *what, bool is) { std::printf("%-20s %s\n", what, is ? "yes" : "no"); };
  line("off", invocation.off);
  line("reads headers", invocation.includes);
  line("generates code", invocation.generates);
  line("carries code", invocation.carries);
  line("links the runtime", invocation.links);
  line("finishes requests", invocation.mayFinish);
  return 0;
}

} // namespace

int show(const Invocation &invocation, const Toolchain &toolchain, const Line &wholeLine) {
  const std::string &question = invocation.question;
  Line line;
  if (question == "show-config")
    return showSettings(invocation);
  if (question == "dump-mode")
    return showMode(invocation);
  if (question == "showme:command")
    return print({wholeLine.front()});
  if (question == "showme:compile") {
    Invocation compilation = invocation;
    compilation.includes = compilation.generates = compilation.carries = true;
    addCompileArguments(compilation, toolchain, line);
    return print(line);
  }
  if (question == "showme:link") {
    Invocation link = invocation;
    link.links = true;
    addLinkArguments(link, toolchain, line);
    return print(line);
  }
  return print(wholeLine);
}

} // namespace enzyme::driver
