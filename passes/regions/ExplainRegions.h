//===- ExplainRegions.h - the region plan in the words of its user -------------===//
#ifndef ENZYME_REGIONS_EXPLAINREGIONS_H
#define ENZYME_REGIONS_EXPLAINREGIONS_H

#include "regions/RegionPlan.h"

namespace enzyme {

class Remarks;

/// Remarks on loops and calls of `primal`: which run again or together with their reverse, and why
/// others do not.
void explainRegions(const llvm::Function &primal, const RegionPlan &plan, Remarks &remarks);

} // namespace enzyme
#endif
