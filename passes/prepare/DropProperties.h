//===- DropProperties.h - attributes that do not hold in derivatives -------------===//
//
// A function that returns where it used to be left (by an exception, by a jump) gives a result that
// is not one, and does other things than were concluded from how it ended.
//
// An allocator of the program's own may say that its memory is new (attribute malloc) and give it
// again once the program needs the first use no more, without being told: an arena that is emptied.
// The reverse sweep needs the first use's memory after that, so that the two are not distinct any
// more. What the library frees is only given again when derivatives are done with it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_DROPPROPERTIES_H
#define ENZYME_PREPARE_DROPPROPERTIES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace enzyme {

void dropProperties(llvm::Function &function);
void dropProperties(llvm::CallBase &call);

/// Of results of all allocators but the library's: that no other pointer leads there.
void dropDistinctness(llvm::Module &workshop);

} // namespace enzyme
#endif
