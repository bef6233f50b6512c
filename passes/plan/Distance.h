//===- Distance.h - how far an address lies from its array's ---------------===//
//
// Problem: what is kept of an array lies elsewhere in the reverse sweep. There the distance
// from where the array begins is wanted, not the address.
//
// Here: the distance as a sum, read off the address arithmetic of the primal:
//
//     constant + scale · index + … + step bytes · counter of a loop + …
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_DISTANCE_H
#define ENZYME_PLAN_DISTANCE_H

#include "plan/Plan.h"

namespace enzyme {

struct Distance {
  struct Term {
    llvm::Value *value; ///< an integer; of a `phi` what it advances by
    int64_t scale;      ///< bytes
    llvm::PHINode *phi; ///< a pointer: times the counter of its loop; or null
  };
  int64_t constant = 0;
  llvm::SmallVector<Term, 4> terms;

  /// From `base` to `pointer`; nothing if it is not such a sum.
  static std::optional<Distance> between(const llvm::Value &base, llvm::Value &pointer,
                                         const Plan &plan);
};

} // namespace enzyme
#endif
