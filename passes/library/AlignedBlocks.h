//===- AlignedBlocks.h - allocators that programs build on malloc -----------===//
//
// Problem: a library that wants memory aligned for vectors asks malloc for some bytes more, hands
// out an address further on, and notes in front of it where the block begins:
//
//     block = malloc(size + a);                           free(((void **)p)[-1]);
//     p = (block & ~(a - 1)) + a; ((void **)p)[-1] = block;
//
// Inlined, that is an object in which an address lies beside numbers, so that each move of a number
// may be the move of an address; that the object is new, nothing shows any more.
//
// Here: functions of this form, whatever their names, and those that take such memory back. They
// are allocators and deallocators as if the program had registered them
// (__enzyme_allocation_like), and stay calls while derivatives are made. Shadows are made and
// released by the same functions, so whatever else reads the note finds the shadow's.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LIBRARY_ALIGNEDBLOCKS_H
#define ENZYME_LIBRARY_ALIGNEDBLOCKS_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Gives such functions of the workshop the attributes of rules/Facts.h. To be called before
/// anything is inlined.
void declareAlignedBlocks(llvm::Module &workshop);

} // namespace enzyme
#endif
