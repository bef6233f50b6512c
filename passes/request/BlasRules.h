//===- BlasRules.h - the rules of matrices' products and solutions, and of transforms ---===//
#ifndef ENZYME_REQUEST_BLASRULES_H
#define ENZYME_REQUEST_BLASRULES_H

#include "request/ParseGlobals.h"

namespace enzyme {

/// Of the functions that stand for BLAS in the workshop (library/blas/Blas.h): this, then
/// the family and the routine.
inline constexpr llvm::StringLiteral blasPrefix = "enzyme.blas.";
/// Of those that stand for FFTW (library/fftw/Fftw.h).
inline constexpr llvm::StringLiteral fftwPrefix = "enzyme.fftw.";

/// Of those that stand for the runtimes of graphics processors (library/gpu/Gpu.h).
inline constexpr llvm::StringLiteral gpuPrefix = "enzyme.gpu.";
/// Of those of them that launch a kernel.
inline constexpr llvm::StringLiteral launchPrefix = "enzyme.gpu.launch.";

/// On one that moves numbers to where derivatives do not look for them: its rule stops the program
/// if they vary.
inline constexpr llvm::StringLiteral refusesVariedAttribute = "enzyme-refuses-varied";

/// What follows the name of a function in the names of its rule's functions.
llvm::ArrayRef<llvm::StringLiteral> partsOfBlasRules();

/// Does it find out, where the program runs, whether a plan without a shadow transforms constants?
/// It must be asked in a derivative, whatever else the function around it does.
bool checksPlan(const llvm::CallBase &call);

/// The functions that have the parts of a rule get it.
void addBlasRules(llvm::Module &workshop, UserRules &rules);

} // namespace enzyme
#endif
