//===- AutomaticCheckpoints.h - loops that keep snapshots on their own ----------===//
//
// Problem: with -fenzyme-tape-limit the program says how much memory a loop's reverse sweep
// may keep, not which loop it is.
//
// Here: marks on the outermost loops whose derivative keeps more than a handful of values an
// iteration, cannot run iterations again as they are (prepare/replay), and whose state can be
// determined; where it cannot, a remark says why. Whether one keeps everything after all is decided
// when it runs (emit/Checkpoint.cpp).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_CHECKPOINT_AUTOMATIC_H
#define ENZYME_PREPARE_CHECKPOINT_AUTOMATIC_H

#include "report/Remarks.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// The bytes that "64M" means; none if the text means nothing.
std::optional<uint64_t> bytesOf(llvm::StringRef text);

/// `remarks`: null if none are wanted.
void markLoopsByThemselves(llvm::Function &function, uint64_t limit, Remarks *remarks);

} // namespace enzyme
#endif
