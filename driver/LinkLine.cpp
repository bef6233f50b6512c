//===- LinkLine.cpp - the line that a linker is called with ---------------===//
//
// The options that GNU ld, gold, lld and mold share, as far as they say which files are
// linked: everything else is skipped. Options whose value is a word of its own must be
// known, lest the value be taken for a file.
//===----------------------------------------------------------------------===//
#include "LinkLine.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr StringLiteral WithValue[] = {"m",
                                       "z",
                                       "e",
                                       "entry",
                                       "h",
                                       "soname",
                                       "T",
                                       "script",
                                       "dT",
                                       "default-script",
                                       "rpath",
                                       "rpath-link",
                                       "R",
                                       "dynamic-linker",
                                       "I",
                                       "plugin",
                                       "plugin-opt",
                                       "Map",
                                       "version-script",
                                       "dynamic-list",
                                       "u",
                                       "undefined",
                                       "y",
                                       "trace-symbol",
                                       "F",
                                       "filter",
                                       "f",
                                       "auxiliary",
                                       "b",
                                       "format",
                                       "A",
                                       "c",
                                       "G",
                                       "init",
                                       "fini",
                                       "mllvm",
                                       "defsym",
                                       "wrap",
                                       "retain-symbols-file",
                                       "Ttext",
                                       "Tdata",
                                       "Tbss",
                                       "section-start",
                                       "sort-section",
                                       "hash-style",
                                       "assert",
                                       "just-symbols",
                                       "symbol-ordering-file",
                                       "image-base",
                                       "exclude-libs",
                                       "export-dynamic-symbol"};

class Reading {
public:
  Reading(LinkLine &line) : line(line) {}

  void read() {
    for (at = 0; at < line.arguments.size(); ++at) {
      StringRef word = line.arguments[at];
      if (word.starts_with("-") && word.size() > 1)
        option(word);
      else
        file(word.str());
    }
  }

private:
  // "-name value" or "-name=value", with one dash or two.
  bool hasValue(StringRef word, StringRef name, std::string &value) {
    word.consume_front("-");
    word.consume_front("-");
    if (!word.consume_front(name))
      return false;
    if (word.empty() && at + 1 < line.arguments.size()) {
      value = line.arguments[++at];
      return true;
    }
    if (!word.consume_front("="))
      return false;
    value = word.str();
    return true;
  }

  void option(StringRef word) {
    StringRef name = word.ltrim('-');
    std::string value;
    if (hasValue(word, "library-path", value))
      return line.folders.push_back(value);
    if (hasValue(word, "library", value))
      return library(value);
    if (word == "-L" || word == "-l") {
      if (at + 1 < line.arguments.size())
        takeShort(word[1], line.arguments[++at]);
      return;
    }
    if (word[1] == 'L' || word[1] == 'l')
      return takeShort(word[1], word.drop_front(2).str());
    if (hasValue(word, "output", line.output) || hasValue(word, "o", line.output))
      return;
    if (hasValue(word, "sysroot", value)) {
      sysroot = value;
      return;
    }
    if (isState(name))
      return;
    if (std::find(std::begin(WithValue), std::end(WithValue), name) != std::end(WithValue))
      ++at;
  }

  void takeShort(char kind, std::string value) {
    if (kind == 'l')
      return library(value);
    if (value[0] == '=')
      value = sysroot + value.substr(1);
    line.folders.push_back(value);
  }

  // What holds for the files behind it. True if `name` was such an option.
  bool isState(StringRef name) {
    auto isOneOf = [&](auto... names) { return ((name == names) || ...); };
    if (isOneOf("r", "relocatable", "i"))
      return line.isRelocatable = true;
    if (isOneOf("Bstatic", "dn", "non_shared", "static"))
      return state.isStatic = true;
    if (isOneOf("Bdynamic", "dy", "call_shared"))
      return !(state.isStatic = false);
    if (name == "whole-archive")
      return state.isWhole = true;
    if (name == "no-whole-archive")
      return !(state.isWhole = false);
    if (name == "push-state")
      return stack.push_back(state), true;
    if (name == "pop-state") {
      if (!stack.empty())
        state = stack.back();
      return stack.empty() || (stack.pop_back(), true);
    }
    if (isOneOf("start-group", "("))
      return line.files.push_back({"group", ""}), true;
    if (isOneOf("end-group", ")"))
      return line.files.push_back({"end", ""}), true;
    return false;
  }

  void file(const std::string &path) {
    StringRef name = sys::path::filename(path);
    bool startsPrograms =
        name.ends_with("crt1.o") || name == "crti.o" || name.starts_with("crtbegin");
    if (!startsPrograms)
      noteInput();
    add(path);
  }

  void library(const std::string &name) {
    noteInput();
    for (const std::string &folder : line.folders) {
      std::vector<std::string> names;
      if (name[0] == ':')
        names = {name.substr(1)};
      else if (state.isStatic)
        names = {"lib" + name + ".a"};
      else
        names = {"lib" + name + ".so", "lib" + name + ".a"};
      for (const std::string &candidate : names)
        if (std::string path = folder + "/" + candidate; sys::fs::exists(path))
          return add(path);
    }
  }

  void add(const std::string &path) {
    line.files.push_back({state.isWhole ? "whole" : "file", path});
  }

  void noteInput() {
    if (line.firstInput == 0)
      line.firstInput = at;
  }

  struct State {
    bool isStatic = false, isWhole = false;
  };

  LinkLine &line;
  size_t at = 0;
  State state;
  std::vector<State> stack;
  std::string sysroot;
};

} // namespace

LinkLine readLinkLine(std::vector<std::string> arguments, bool isAnyOrder) {
  LinkLine line;
  BumpPtrAllocator memory;
  SmallVector<const char *, 128> words;
  for (const std::string &word : arguments) {
    words.push_back(word.c_str());
    line.usedResponseFile |= word[0] == '@';
  }
  cl::ExpansionContext context(memory, cl::TokenizeGNUCommandLine);
  consumeError(context.expandResponseFiles(words)); // the linker says what is wrong
  line.arguments.assign(words.begin(), words.end());
  Reading(line).read();
  if (isAnyOrder) {
    auto isMark = [](const LinkedFile &file) { return file.path.empty(); };
    line.files.erase(std::remove_if(line.files.begin(), line.files.end(), isMark),
                     line.files.end());
    line.files.insert(line.files.begin(), {"group", ""});
    line.files.push_back({"end", ""});
  }
  return line;
}

} // namespace enzyme::driver
