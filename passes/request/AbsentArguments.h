//===- AbsentArguments.h - words with optional arguments ----------*- C++ -*-===//
//
// Problem: Fortran has no functions of any number of arguments. The words of its module 'enzyme'
// (runtime/fortran/enzyme.f90) have many optional ones, and those that a call leaves out arrive as
// null pointers.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_ABSENTARGUMENTS_H
#define ENZYME_REQUEST_ABSENTARGUMENTS_H

#include "report/Diagnostics.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Calls of such words are calls with the arguments that are there. Refuses procedures that want
/// descriptors of arrays, which these words do not pass.
void dropAbsentArguments(llvm::Module &module, Diagnostics &diagnostics);

} // namespace enzyme
#endif
