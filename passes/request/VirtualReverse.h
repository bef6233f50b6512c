//===- VirtualReverse.h - shadows of constants ----------------------------===//
#ifndef ENZYME_REQUEST_VIRTUALREVERSE_H
#define ENZYME_REQUEST_VIRTUALREVERSE_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// __enzyme_virtualreverse(c) becomes c: a function or virtual table that is its own
/// shadow means "the derivative that is known", whatever c turns out to be.
void replaceVirtualReverse(llvm::Module &module);

} // namespace enzyme
#endif
