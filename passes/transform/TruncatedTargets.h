//===- TruncatedTargets.h - derivatives of truncated functions ------------===//
#ifndef ENZYME_TRANSFORM_TRUNCATEDTARGETS_H
#define ENZYME_TRANSFORM_TRUNCATEDTARGETS_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Gives truncated functions that requests name directly a name:
///
///   __enzyme_autodiff(__enzyme_truncate_op_func(f, 64, 32), x)
/// becomes
///   R g(x) { return __enzyme_truncate_op_func(f, 64, 32)(x); }
///   __enzyme_autodiff(g, x)
///
/// To be called before requests are parsed, on every module that is.
void nameTruncatedTargets(llvm::Module &module);

} // namespace enzyme
#endif
