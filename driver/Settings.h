//===- Settings.h - the names of our options ------------------------------===//
#ifndef ENZYME_DRIVER_SETTINGS_H
#define ENZYME_DRIVER_SETTINGS_H

#include "Invocation.h"

namespace enzyme::driver {

// Empty, or the sentence about the first setting that does not exist.
std::string refuseSettings(const Invocation &);

} // namespace enzyme::driver

#endif
