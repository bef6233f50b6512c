//===- Devices.h - mathematical functions on graphics processors --------===//
//
// Graphics processors have no C library. Their back ends select the intrinsics of a few
// operations (square roots, rounding, signs); everything else is a function of a library of
// bitcode: libdevice (__nv_cos, __nv_cosf) on NVPTX, OCML (__ocml_cos_f64) on AMDGCN.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_DEVICES_H
#define ENZYME_RULES_GPU_DEVICES_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <string>

namespace enzyme {

/// Is `module` compiled for a graphics processor?
bool isForDevice(const llvm::Module &module);

/// Is `function` one of a device's libraries: of mathematics, or of AMD's memory and output?
bool isOfDeviceLibrary(const llvm::Function &function);

/// The device's name of C's function `name` (as for double) at the type `scalar`: float, or double.
std::string deviceMathName(llvm::StringRef name, const llvm::Type &scalar,
                           const llvm::Module &module);

/// Is `function` malloc or free, which some headers define?
bool isDeviceAllocator(const llvm::Function &function);

/// Gives `function` back what the device's malloc gave? Operators of the front end's headers call
/// it.
bool isDeviceFree(const llvm::Function &function);

/// The address, in the generic space, of a constant text in the builder's module.
llvm::Value *textFor(llvm::IRBuilderBase &builder, llvm::StringRef text,
                     const llvm::Twine &name = "");

/// Does each block of threads have one of its own, which lives as long as the block runs?
bool isOfBlock(const llvm::GlobalVariable &variable);

/// Is it memory of a block whose size the launch says, or a shadow of such
/// (parallel/LaunchMemory.h)? The array's name follows.
inline constexpr llvm::StringLiteral launchMemory = "enzyme.launch.memory.";
bool isOfLaunch(const llvm::GlobalVariable &variable);

/// Functions with that attribute take memory for such shadows from the device's heap.
inline constexpr llvm::StringLiteral takesLaunchMemoryAttribute = "enzyme-takes-launch-memory";

/// The variable of the block that holds the address of such a shadow, of one direction and order,
/// for all arrays: they begin at one place. Null if none does.
llvm::GlobalVariable *pointerToShadow(llvm::GlobalVariable &shadow);
llvm::GlobalVariable *makePointerToShadow(llvm::GlobalVariable &shadow);
bool isPointerToShadow(const llvm::GlobalVariable &variable);

/// LLVM's names of the scopes in which all threads of one block, or device, synchronise.
const char *blockScope(const llvm::Module &module);
const char *deviceScope(const llvm::Module &module);

} // namespace enzyme
#endif
