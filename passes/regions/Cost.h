//===- Cost.h - what computing a value once more costs -----------------------===//
//
// The one cost model of regions and of values: a loop's estimate (ReplayCost.h) and the minimum
// cut (plan/KeepOrRecompute.h) call the same instructions cheap.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_COST_H
#define ENZYME_REGIONS_COST_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// From its operands, without reading memory: does computing it once more cost no more than reading
/// it from the tape? Phis, loads and functions of the program do not qualify; quotients do, but
/// cost more than the others.
bool isCheapToRepeat(const llvm::Instruction &instruction);

} // namespace enzyme
#endif
