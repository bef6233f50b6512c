//===- Options.h - every knob of the passes ------------------------------===//
//
// Options.def is the list. Stages receive the values through Context; only
// Options.cpp knows that they come from the command line.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_OPTIONS_H
#define ENZYME_OPTIONS_H

#include <string>

namespace enzyme {

struct Options {
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE) TYPE NAME = DEFAULT;
#include "Options.def"
#undef OPTION

  /// The values given on this compiler's command line.
  static Options fromCommandLine();
};

} // namespace enzyme
#endif
