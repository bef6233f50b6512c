//===- Fftw.h - calls of FFTW 3, whose code is not at hand ------------------===//
//
// Problem: what fftw_execute transforms, and how, only the planner was told. And its derivative is
// a transform again, which must be FFTW's.
//
// Here: before anything is optimised, calls of FFTW become C code of ours in which a plan leads
// to its arrays (Bodies.c), made of functions that have rules. Those functions call the runtime
// when all derivatives exist.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LIBRARY_FFTW_FFTW_H
#define ENZYME_LIBRARY_FFTW_FFTW_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// As useBlasBodies does (library/blas/Blas.h).
bool useFftwBodies(llvm::Module &workshop, const llvm::SetVector<llvm::Function *> &functions,
                   llvm::ArrayRef<llvm::Function *> keep,
                   llvm::SmallVectorImpl<llvm::Function *> &roots);

/// Is it a body, or of a rule?
bool isOfFftw(const llvm::Function &function);

/// The functions with rules call the runtime from now on: nothing is differentiated any more.
void callFftwAgain(llvm::Module &workshop);

} // namespace enzyme
#endif
