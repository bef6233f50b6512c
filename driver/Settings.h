//===- Settings.h - the names of our options ------------------------------===//
#ifndef ENZYME_DRIVER_SETTINGS_H
#define ENZYME_DRIVER_SETTINGS_H

#include "Invocation.h"
#include <utility>

namespace enzyme::driver {

// The names of all settings, as users write them.
std::vector<std::string> namesOfSettings();

// The same with their values where nobody says anything.
std::vector<std::pair<std::string, std::string>> defaultsOfSettings();

// Empty, or the sentence about the first setting that does not exist.
std::string refuseSettings(const Invocation &);

} // namespace enzyme::driver

#endif
