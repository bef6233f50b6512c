//===- SplitStructures.h - structures that the ABI passes in pieces ----------------===//
#ifndef ENZYME_REQUEST_SPLITSTRUCTURES_H
#define ENZYME_REQUEST_SPLITSTRUCTURES_H

#include "request/Request.h"

namespace enzyme {

/// If argument `index` is the first piece of a structure that was passed by value
/// and split by the ABI: the number of pieces; else 1. The front end shows it:
/// the pieces are loads from the consecutive members of an unnamed structure
/// type laid over one object.
unsigned piecesOfStructure(const llvm::CallBase &call, unsigned index);

/// A structure by value as a call passes it.
struct PassedStructure {
  llvm::SmallVector<Passed, 2> pieces; ///< one per parameter of the function; empty: there is none
  unsigned arguments = 0;              ///< that hold it: one where it is in memory
};

/// The structure that begins at argument `index` and stands for the parameters of
/// `function` from `first` on, which takes it in registers. The call may pass it in
/// memory all the same: a request has more arguments, and registers run out.
PassedStructure structureAt(const llvm::CallBase &call, unsigned index,
                            const llvm::Function &function, unsigned first);

} // namespace enzyme
#endif
