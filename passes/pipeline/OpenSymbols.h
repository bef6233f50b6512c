//===- OpenSymbols.h - functions that files with open requests call --------===//
#ifndef ENZYME_PIPELINE_OPENSYMBOLS_H
#define ENZYME_PIPELINE_OPENSYMBOLS_H

#include "carry/OpenRecord.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Compiles `function` for what the function that asks is compiled for.
void compileForCaller(llvm::Function &function, const OpenRecord &record);

/// Gives `entry`, which the program calls, a body that calls `derivative`.
void fillEntry(llvm::Function &entry, llvm::Function &derivative);

/// Options as text, less those that only say where files lie: requests with equal ones are made
/// together.
std::string textOf(const Options &options);

} // namespace enzyme
#endif
