//===- DeviceLibraries.h - functions of devices that derivatives need ------===//
//
// Problem: devices have no library of mathematical functions to link with; clang takes what the
// program calls from files of bitcode (libdevice, OCML) before any pass runs. The derivative of
// a sine calls the cosine, which the program may not.
//
// Here: the same files are asked again when derivatives are there.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_DEVICELIBRARIES_H
#define ENZYME_FRONTEND_DEVICELIBRARIES_H

#include "llvm/IR/Module.h"
#include <string>

namespace enzyme {

/// Defines in `module`, as internal functions, what it declares and the files of bitcode
/// `libraries` define. A file that cannot be read defines nothing: clang has said so.
void linkDeviceLibraries(llvm::Module &module, llvm::ArrayRef<std::string> libraries);

} // namespace enzyme
#endif
