//===- DeviceCode.h - device code carries itself for a later link ---------===//
//
// Problem: with -fgpu-rdc, device functions lie in several files, whose derivatives can only be
// made where the code of all of them is together: when a program is linked, by the optimiser that
// the device's linker runs over one module.
//
// Here: device code that is linked as bitcode carries its pristine module, and the requests it
// leaves open, as named metadata of the module itself: linkers put metadata together as they put
// code together, so that exactly the files that are linked are there, and generate nothing of it.
//
// Optimisers change static functions as their callers in the file allow, so none may be taken for
// the pristine function of its name. Static things with an identity become external ones, under a
// name with the file's suffix; all others get a name that no pristine function has.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CARRY_DEVICECODE_H
#define ENZYME_CARRY_DEVICECODE_H

#include "carry/Carry.h"

namespace enzyme {

/// What the link of a device is to make for a file.
struct OpenOnDevice {
  std::vector<OpenRecord> requests;
  /// Kernels that host code of the file launches, by name, forward or reverse.
  std::vector<OpenRecord> kernels;
};

/// What the modules of a device's link carry.
struct DeviceCode {
  std::vector<CarriedCode> code;
  OpenOnDevice open;
  std::vector<std::string> libraries; ///< files of bitcode, whose functions derivatives call
  std::string whyBad;                 ///< not empty: it cannot be read
};

/// Puts code and what is open into `module` itself.
void carryOnDevice(const CarriedCode &code, const OpenOnDevice &open,
                   llvm::ArrayRef<std::string> libraries, llvm::Module &module);

/// Does any module that was put into `linked` carry code?
bool carriesDeviceCode(const llvm::Module &linked);

/// Takes out what they carry.
DeviceCode takeDeviceCode(llvm::Module &linked);

/// The files' static things are static again: nothing needs their names any more.
void hideStatics(const DeviceCode &carried, llvm::Module &linked);

} // namespace enzyme
#endif
