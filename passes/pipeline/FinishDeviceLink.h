//===- FinishDeviceLink.h - derivatives that need device code of several files ===//
#ifndef ENZYME_PIPELINE_FINISHDEVICELINK_H
#define ENZYME_PIPELINE_FINISHDEVICELINK_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// `linked` holds the device code of all files of a program, as the device's linker has put it
/// together. Makes the derivatives that they leave open (carry/DeviceCode.h), and defines in
/// `linked` what the program calls. What cannot be made is reported as an error of the link. False
/// if the files carry nothing.
bool finishDeviceLink(llvm::Module &linked);

} // namespace enzyme
#endif
