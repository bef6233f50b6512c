//===- GlobalShadows.h - shadows of globals start at zero ----------------===//
#ifndef ENZYME_EMIT_GLOBALSHADOWS_H
#define ENZYME_EMIT_GLOBALSHADOWS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// The function a request calls: `derivative` itself, or, where it uses shadows
/// of globals that we made, a function that clears their floats first. Nobody but
/// us can reach these shadows, so what an earlier call left in them is no seed.
llvm::Function *startFromZeroGlobals(llvm::Function &derivative);

} // namespace enzyme
#endif
