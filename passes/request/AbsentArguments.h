//===- AbsentArguments.h - words with optional arguments ----------*- C++ -*-===//
//
// Problem: Fortran has no functions of any number of arguments. The words of its module 'enzyme'
// (runtime/fortran/enzyme.f90) have many optional ones, and those that a call leaves out arrive as
// null pointers.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_ABSENTARGUMENTS_H
#define ENZYME_REQUEST_ABSENTARGUMENTS_H

#include "report/Diagnostics.h"
#include "request/Request.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Calls of such words are calls with the arguments that are there.
void dropAbsentArguments(llvm::Module &module);

/// Is it the call of such a word?
bool hasOptionalArguments(const llvm::CallBase &call);

/// Such words pass addresses of numbers: a procedure that wants descriptors of arrays would read
/// numbers as one. True after a refusal. `procedure`, as the front end made it, has the body.
bool refuseDescriptors(const Request &request, const llvm::Function &procedure,
                       Diagnostics &diagnostics);

} // namespace enzyme
#endif
