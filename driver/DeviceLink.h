//===- DeviceLink.h - derivatives made where device code is linked ---------===//
#ifndef ENZYME_DRIVER_DEVICELINK_H
#define ENZYME_DRIVER_DEVICELINK_H

#include "Jobs.h"

namespace enzyme::driver {

// Where the line also links device code: has its linkers run our passes.
void addDeviceLink(const Invocation &, const Toolchain &, Line &);

// Are we called in the place of the linker for NVIDIA's processors?
bool isNvidiaLinker(const char *ourName);
// Makes the derivatives, then becomes that linker.
int linkForNvidia(int argc, char **argv);

} // namespace enzyme::driver

#endif
