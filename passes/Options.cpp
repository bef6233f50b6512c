//===- Options.cpp - command line options, registered lazily -------------===//
//
// The only cl::opt of the code. They are created on first use, not by static
// initialisers: a plugin with static options crashes a compiler of another
// LLVM major before that compiler can check the plugin's version.
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "llvm/Support/CommandLine.h"
#include <memory>
#include <string>

using namespace llvm;

namespace enzyme {
namespace {

std::string spelling(const char *name) {
  std::string text = std::string("enzyme-") + name;
  for (char &c : text)
    if (c == '_')
      c = '-';
  return text;
}

template <class T> struct Knob {
  std::string name;
  cl::opt<T> option;
  Knob(const char *n, T initial, const char *sentence)
      : name(spelling(n)), option(StringRef(name), cl::init(initial),
                                  cl::desc(sentence), cl::Hidden) {}
};

struct Registered {
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE)                                  \
  Knob<TYPE> NAME{#NAME, DEFAULT, SENTENCE};
#include "Options.def"
#undef OPTION
};

} // namespace

Options Options::fromCommandLine() {
  static Registered registered; // registered once, at the plugin's first load
  Options values;
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE)                                  \
  values.NAME = registered.NAME.option;
#include "Options.def"
#undef OPTION
  return values;
}

} // namespace enzyme
