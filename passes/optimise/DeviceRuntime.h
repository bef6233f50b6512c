//===- DeviceRuntime.h - the runtime's functions on graphics processors ----===//
//
// Problem: derivative code calls the runtime library for its tape. Device code is linked with no
// library, and has no variable of a thread's own in which a tape could be found.
//
// Here: rt-gpu/device has bodies of those functions that make sense there, carried as text for
// each kind of processor. They come into the workshop as internal functions. The tape is a stack
// variable of each function that the program calls, handed on to the functions it calls.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_OPTIMISE_DEVICERUNTIME_H
#define ENZYME_OPTIMISE_DEVICERUNTIME_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <string>
#include <utility>
#include <vector>

namespace enzyme {

/// Has the runtime's function `name` a body for the device of `module`?
bool isInDeviceRuntime(llvm::StringRef name, const llvm::Module &module);

/// Does `call` move so many bytes of unknown contents that devices have no function for it?
bool movesTooMuchOnDevice(const llvm::CallBase &call);

/// Is `call` one of memory that is given back later, by the device's own function?
bool isDeferredOnDevice(const llvm::CallBase &call);

/// A derivative that the program calls, and what it is the derivative of.
using DeviceEntries = std::vector<std::pair<llvm::Function *, std::string>>;

/// Last step before derivatives leave the workshop, in place of inlineRuntime.
void useDeviceRuntime(llvm::Module &workshop, const DeviceEntries &entries);

} // namespace enzyme
#endif
