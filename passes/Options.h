//===- Options.h - every knob of the passes ------------------------------===//
//
// Options.def is the list; PortedOptions.def holds other names. Stages receive the values through
// Context; only Options.cpp knows that they come from the command line.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_OPTIONS_H
#define ENZYME_OPTIONS_H

#include <string>
#include <vector>

namespace enzyme {

struct Options {
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE) TYPE NAME = DEFAULT;
#include "Options.def"
#undef OPTION

  /// Options that were given and have no effect.
  struct Ignored {
    std::string name;
    std::string why;
  };
  std::vector<Ignored> ignored;

  /// The values given on this compiler's command line.
  static Options fromCommandLine();
};

} // namespace enzyme
#endif
