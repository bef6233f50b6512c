//===- MatchTables.h - the program's vtables and ours name the same functions ---===//
#ifndef ENZYME_FRONTEND_MATCHTABLES_H
#define ENZYME_FRONTEND_MATCHTABLES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Where a constant table of the program names another function than the pristine
/// one, gives the pristine module that function too, with the body of its own.
void alignTables(llvm::Module &pristine, const llvm::Module &module);

} // namespace enzyme
#endif
