//===- Devices.h - mathematical functions on graphics processors --------===//
//
// Graphics processors have no C library. Their back ends select the intrinsics of a few
// operations (square roots, rounding, signs); everything else is a function of a library of
// bitcode: libdevice (__nv_cos, __nv_cosf) on NVPTX, OCML (__ocml_cos_f64) on AMDGCN.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_DEVICES_H
#define ENZYME_RULES_GPU_DEVICES_H

#include "llvm/IR/Module.h"
#include <string>

namespace enzyme {

/// Is `module` compiled for a graphics processor?
bool isForDevice(const llvm::Module &module);

/// Is `function` a mathematical function of a device's library?
bool isDeviceMath(const llvm::Function &function);

/// The device's name of C's function `name` (as for double) at the type `scalar`: float, or double.
std::string deviceMathName(llvm::StringRef name, const llvm::Type &scalar,
                           const llvm::Module &module);

/// Does each block of threads have one of its own, which lives as long as the block runs?
bool isOfBlock(const llvm::GlobalVariable &variable);

/// LLVM's names of the scopes in which all threads of one block, or device, synchronise.
const char *blockScope(const llvm::Module &module);
const char *deviceScope(const llvm::Module &module);

} // namespace enzyme
#endif
