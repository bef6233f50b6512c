//===- Keepers.h - functions of the library that keep addresses -------------===//
//
// Most functions without derivative use what they are handed and are done. Some keep its address,
// and others of the library read there, write there or hand the address out later on.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_KEEPERS_H
#define ENZYME_RULES_CALLS_KEEPERS_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Does the library keep the address that it is handed as this argument?
bool keepsAddress(const llvm::CallBase &call, unsigned argument);

/// A call that returns the address, or as an integer what may be one, of memory that the library
/// keeps: a slot of a stream, a buffer that it was handed before. Not of functions that find a
/// place within their arguments.
bool returnsKeptMemory(const llvm::CallBase &call);

/// One character to a stream or from there, a byte of a number perhaps.
bool putsCharacter(const llvm::CallBase &call);
bool getsCharacter(const llvm::CallBase &call);

} // namespace enzyme
#endif
