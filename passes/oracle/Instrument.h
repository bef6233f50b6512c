//===- Instrument.h - a module whose floats carry tangents ------------------===//
#ifndef ENZYME_ORACLE_INSTRUMENT_H
#define ENZYME_ORACLE_INSTRUMENT_H

#include "llvm/IR/Module.h"

namespace enzyme::oracle {

/// All functions that the module defines.
void instrument(llvm::Module &module);

/// What comes before (Regions.cpp).
void passRegionsInMemory(llvm::Module &module);

} // namespace enzyme::oracle
#endif
