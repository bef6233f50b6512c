//===- NeededLibraries.h - what the libraries of a link need themselves ---===//
#ifndef ENZYME_DRIVER_NEEDED_LIBRARIES_H
#define ENZYME_DRIVER_NEEDED_LIBRARIES_H

#include "LinkLine.h"

namespace enzyme::driver {

struct NeededLibrary {
  std::string path;
  std::string runFolder; // where programs find it, if only the library that needs it says so
};

// Libraries that are not on the line, but needed by those there that carry code.
std::vector<NeededLibrary> librariesBehind(const LinkLine &line);

} // namespace enzyme::driver

#endif
