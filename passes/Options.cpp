//===- Options.cpp - command line options, registered lazily -------------===//
//
// The only cl::opt of the code. They are created on first use, not by static
// initialisers: a plugin with static options crashes a compiler of another
// LLVM major before that compiler can check the plugin's version.
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "support/Ablation.h"
#include "support/Mutation.h"
#include "llvm/Support/CommandLine.h"
#include <list>
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
      : name(spelling(n)),
        option(StringRef(name), cl::init(initial), cl::desc(sentence), cl::Hidden) {}
};

/// An option of PortedOptions.def that has no effect: any value, or none.
struct WithoutEffect {
  const char *name;
  const char *why; ///< null: nothing to say
  cl::opt<std::string> option;
  WithoutEffect(const char *name, const char *why)
      : name(name), why(why),
        option(StringRef(name), cl::ValueOptional, cl::desc("accepted"), cl::Hidden) {}
};

struct Alias {
  bool Options::*value;
  cl::opt<bool> option;
  Alias(const char *name, bool Options::*value)
      : value(value),
        option(StringRef(name), cl::init(false), cl::desc("another name"), cl::Hidden) {}
};

struct Registered {
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE) Knob<TYPE> NAME{#NAME, DEFAULT, SENTENCE};
#include "Options.def"
#undef OPTION
  /// For those who try our tests (support/Mutation.h), and no setting of a derivative's.
  Knob<std::string> mutate{"mutate", "",
                           "break a verdict on purpose: POINT:ROW, POINT:#N; ?FILE lists"};
  /// For those who ask what an optimisation brings (support/Ablation.h).
  Knob<std::string> without{"without", "", "leave optimisations out: NAME,…"};
  std::list<Alias> aliases; // lists: options may not move
  std::list<WithoutEffect> withoutEffect;

  Registered() {
#define ALIAS(NAME, OPTION) aliases.emplace_back(NAME, &Options::OPTION);
#define ALWAYS(NAME) withoutEffect.emplace_back(NAME, nullptr);
#define IGNORED(NAME, WHY) withoutEffect.emplace_back(NAME, WHY);
#include "PortedOptions.def"
#undef ALIAS
#undef ALWAYS
#undef IGNORED
  }
};

} // namespace

Options Options::fromCommandLine() {
  static Registered registered; // registered once, at the plugin's first load
  Options values;
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE) values.NAME = registered.NAME.option;
#include "Options.def"
#undef OPTION
  mutation::choose(registered.mutate.option);
  ablation::choose(registered.without.option.getValue());
  if (registered.strong_zero.option.getNumOccurrences() != 0)
    values.strong_zero_everywhere |= values.strong_zero;
  for (const Alias &alias : registered.aliases)
    values.*alias.value |= alias.option;
  for (const WithoutEffect &given : registered.withoutEffect)
    if (given.option.getNumOccurrences() != 0 && given.why)
      values.ignored.push_back({given.name, given.why});
  return values;
}

} // namespace enzyme
