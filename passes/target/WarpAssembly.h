//===- WarpAssembly.h - exchanges between threads that are written as PTX ------===//
#ifndef ENZYME_TARGET_WARPASSEMBLY_H
#define ENZYME_TARGET_WARPASSEMBLY_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// NVIDIA's cub sends numbers through a warp by assembly, and adds them there: it becomes LLVM's
/// intrinsics and operations. False if `call` is something else.
bool nameWarpExchange(llvm::CallInst &call);

} // namespace enzyme
#endif
