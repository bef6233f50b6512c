//===- AddressTaken.h - functions that pointers may lead to ---------------===//
//
// A call through a pointer becomes a choice among functions whose address is taken
// somewhere (prepare/IndirectCalls.h). Which of them count is known here, for one module
// and for the code of all files of a link.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_ADDRESSTAKEN_H
#define ENZYME_REQUEST_ADDRESSTAKEN_H

#include "llvm/IR/Constant.h"

namespace enzyme {

/// Is the address used for more than direct calls, requests and lists of the linker's? With
/// `Tables::AreNoUse`, for more than entries of virtual tables, too, which only virtual calls read.
enum class Tables { AreUses, AreNoUse };
bool mayBeCalledByAddress(const llvm::Constant &constant, Tables tables = Tables::AreUses);

} // namespace enzyme
#endif
