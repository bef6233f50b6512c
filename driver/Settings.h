//===- Settings.h - the names of our options ------------------------------===//
#ifndef ENZYME_DRIVER_SETTINGS_H
#define ENZYME_DRIVER_SETTINGS_H

#include "Invocation.h"
#include <utility>

namespace enzyme::driver {

// The names of all settings, as users write them.
std::vector<std::string> namesOfSettings();

// The same with their default values.
std::vector<std::pair<std::string, std::string>> defaultsOfSettings();

// A setting as the passes read it.
std::string wordForPasses(const Setting &setting);

// -fenzyme-check=exact: the program gets the oracle's instrumentation and runtime, too.
bool checksExactly(const Invocation &invocation);

// Empty, or the sentence about the first setting that does not exist.
std::string refuseSettings(const Invocation &);

} // namespace enzyme::driver

#endif
