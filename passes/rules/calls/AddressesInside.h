//===- AddressesInside.h - addresses that functions find in memory -*- C++ -*-===//
#ifndef ENZYME_RULES_CALLS_ADDRESSESINSIDE_H
#define ENZYME_RULES_CALLS_ADDRESSESINSIDE_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Makes the address that `call` finds inside memory which it is handed one that is computed from
/// that memory's own. False if it is no such call.
bool followAddressInside(llvm::CallInst &call);

} // namespace enzyme
#endif
