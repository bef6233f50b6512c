//===- Refuse.h - what cannot be prepared ----------------------------------===//
#ifndef ENZYME_PREPARE_REFUSE_H
#define ENZYME_PREPARE_REFUSE_H

#include "llvm/IR/Function.h"
#include <string>

namespace enzyme {

/// A construct no derivative can be made through.
struct Obstacle {
  const llvm::Instruction *where; ///< null: the function as a whole
  std::string what;               ///< completes "'f' cannot be differentiated: it …"
};

/// All of them, in the order of the function.
llvm::SmallVector<Obstacle, 1> obstaclesIn(const llvm::Function &function);

} // namespace enzyme
#endif
