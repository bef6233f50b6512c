//===- Unseen.h - memory of devices that the IR does not show -----------------===//
//
// Textures and surfaces are read and written by their handles, and by assembly or functions that
// say nothing of memory; so does assembly of programs that read by `ld.global` what they promise
// not to change. To LLVM none of it uses memory, and what is read would be a constant.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_UNSEEN_H
#define ENZYME_RULES_GPU_UNSEEN_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Does `call`, in a device's code, read or write a texture or surface?
bool usesImage(const llvm::CallBase &call);

/// Is `call` assembly of a device, with an instruction that uses memory?
bool usesMemoryOnDevice(const llvm::CallBase &call);

} // namespace enzyme
#endif
