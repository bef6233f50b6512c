//===- Unseen.h - memory and numbers of devices that the IR does not show -----------------===//
//
// Textures and surfaces are read and written by their handles, and by assembly or functions that
// say nothing of memory; so does assembly of programs that read by `ld.global` what they promise
// not to change. To LLVM none of it uses memory, and what is read would be a constant. Nor does it
// know of numbers that assembly has in integers.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_UNSEEN_H
#define ENZYME_RULES_GPU_UNSEEN_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Does `call`, in a device's code, read or write a texture or surface?
bool usesImage(const llvm::CallBase &call);

/// Is `call` assembly of a device, with an instruction that uses memory?
bool usesMemoryOnDevice(const llvm::CallBase &call);

/// Is `call` assembly of a device that computes with numbers of 16 or 8 bits? They lie in integers
/// there, as in NVIDIA's __half, and LLVM knows no numbers in them.
bool computesWithHalves(const llvm::CallBase &call);

} // namespace enzyme
#endif
