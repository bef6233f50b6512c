//===- FixedOrder.h - the same bits in every run ---------------------------===//
#ifndef ENZYME_PARALLEL_FIXEDORDER_H
#define ENZYME_PARALLEL_FIXEDORDER_H

#include "llvm/IR/Module.h"
#include <string>

namespace enzyme {

/// Which thread does what no longer depends on which of them comes first: loops that are shared out
/// as threads ask have a fixed schedule, and the first thread does what one of them does.
void fixShares(llvm::Module &module);

/// What in `region`, its derivatives or in what they call has results that depend on the order in
/// which threads come; "" if there is nothing.
std::string dependenceOnOrder(llvm::Function &region, llvm::ArrayRef<llvm::Function *> derivatives);

} // namespace enzyme
#endif
