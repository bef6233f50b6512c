//===- DropProperties.h - what functions that return early do not keep -----------===//
//
// A function that returns where it used to be left (by an exception, by a jump) gives a result that
// is not one, and does other things than were concluded from how it ended.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_DROPPROPERTIES_H
#define ENZYME_PREPARE_DROPPROPERTIES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

void dropProperties(llvm::Function &function);
void dropProperties(llvm::CallBase &call);

} // namespace enzyme
#endif
