//===- UnusedLanes.h - lanes of vectors that no one reads -----------------===//
//
// Problem: `vec3` in four lanes. LLVM sees that the fourth lane of a product is not used, and makes
// the other factor's poison there. In the primal it goes nowhere. In the reverse sweep that lane
// has the adjoint zero, which is multiplied by the poison and added to the adjoint of a lane that
// is used elsewhere: garbage, or anything that LLVM finds convenient.
//
// So such lanes hold a number, one that arithmetic leaves finite. It costs nothing: the lane is
// computed anyhow.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_UNUSEDLANES_H
#define ENZYME_PREPARE_UNUSEDLANES_H

#include "llvm/IR/Function.h"

namespace enzyme {

void fillUnusedLanes(llvm::Function &function);

} // namespace enzyme
#endif
