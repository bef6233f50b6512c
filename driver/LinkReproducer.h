//===- LinkReproducer.h - what repeats the derivatives of a link -----------===//
#ifndef ENZYME_DRIVER_LINK_REPRODUCER_H
#define ENZYME_DRIVER_LINK_REPRODUCER_H

#include "Jobs.h"
#include <string>

namespace enzyme::driver {

// What --enzyme-reproducer on the line of a link asks for, in the folder that `compiler` is told:
// the files of `list`, and a line that makes their derivatives again. `output` is what is linked.
void writeLinkReproducer(const Line &compiler, const std::string &list, const std::string &output);

} // namespace enzyme::driver

#endif
