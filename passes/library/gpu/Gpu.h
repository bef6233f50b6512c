//===- Gpu.h - calls of the runtimes of graphics processors, on the host ---===//
//
// Problem: a host function that launches kernels works on memory it cannot see into, through
// functions of CUDA's or HIP's runtime whose code is not at hand. A launch is a call of a stub that
// hands an array of addresses to the runtime.
//
// Here: before anything is optimised, calls of the runtime become C code of ours (Bodies.c), made
// of functions that have rules, and so do launches, whose rules launch the kernels' derivatives
// (rules/gpu/Kernels.h). Those functions are the runtime's again when all derivatives exist.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LIBRARY_GPU_GPU_H
#define ENZYME_LIBRARY_GPU_GPU_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// While it lives, a copy of the host's memory stands beside each call that copies to a device or
/// from it, for the declared types to be recorded on. In the end the calls know what they copy.
class CopiesInPlainSight {
public:
  explicit CopiesInPlainSight(llvm::Module &workshop);
  ~CopiesInPlainSight();

private:
  llvm::SmallVector<std::pair<llvm::CallBase *, llvm::Instruction *>, 8> copies;
};

/// As useBlasBodies does (library/blas/Blas.h).
bool useGpuBodies(llvm::Module &workshop, const llvm::SetVector<llvm::Function *> &functions,
                  llvm::ArrayRef<llvm::Function *> keep,
                  llvm::SmallVectorImpl<llvm::Function *> &roots);

/// Is it a body, or of a rule?
bool isOfGpu(const llvm::Function &function);

/// The functions with rules call the runtime from now on: nothing is differentiated any more.
void callGpuAgain(llvm::Module &workshop);

/// Kernels' derivatives take the device's variables for constants: no variable of the file stands
/// for one.
void takeVariablesForConstants(llvm::Module &program);

/// The kernels that derivatives in `program` launch become known to the runtime beside the
/// program's own, and the shadows of variables that they use.
void registerKernels(llvm::Module &program);

/// All derivatives of the file's kernels become known to it, by handles that the link knows. False
/// if there are none.
bool offerKernels(llvm::Module &program);

} // namespace enzyme
#endif
