//===- KernelStructures.h - structures that kernels are passed by value, on AMD's processors --===//
//
// Problem: AMD's kernels take large structures where the launch put them, in memory of constants.
// There an adjoint of a number cannot be, nor its shadow.
//
// Here: a twin of the kernel that is differentiated in its place, to which the derivative's kernel
// passes copies in the thread's own memory.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_KERNELSTRUCTURES_H
#define ENZYME_PIPELINE_KERNELSTRUCTURES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Is the parameter such a structure, with numbers?
bool hidesNumbers(const llvm::Argument &parameter);

/// The twin of `kernel` in `module`, of which `pristine` has another one with a body, if it is
/// there. Null where the structures are used otherwise than front ends do.
llvm::Function *makeTwin(llvm::Function &kernel, llvm::Module *pristine);

bool isTwin(const llvm::Function &function);

} // namespace enzyme
#endif
