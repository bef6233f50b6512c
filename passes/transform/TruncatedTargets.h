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

/// Does one of `functions` compute in a format that no type of LLVM has, by rounding each number?
bool roundsNumbers(llvm::ArrayRef<llvm::Function *> functions);

} // namespace enzyme
#endif
