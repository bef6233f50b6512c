//===- AddressesInside.h - addresses that functions find in memory -*- C++ -*-===//
#ifndef ENZYME_RULES_CALLS_ADDRESSESINSIDE_H
#define ENZYME_RULES_CALLS_ADDRESSESINSIDE_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Computes the address that `call` finds inside memory it is passed from that memory's own
/// address. False if it is not such a call.
bool followAddressInside(llvm::CallInst &call);

} // namespace enzyme
#endif
