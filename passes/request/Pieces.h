//===- Pieces.h - structures that the ABI passes in pieces ----------------===//
#ifndef ENZYME_REQUEST_PIECES_H
#define ENZYME_REQUEST_PIECES_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// If argument `index` is the first piece of a structure that was passed by value
/// and split by the ABI: the number of pieces; else 1. The front end shows it:
/// the pieces are loads from the consecutive members of an unnamed structure
/// type laid over one object.
unsigned piecesOfStructure(const llvm::CallBase &call, unsigned index);

} // namespace enzyme
#endif
