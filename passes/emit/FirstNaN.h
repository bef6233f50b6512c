//===- FirstNaN.h - where a derivative first became NaN or infinite ----------===//
#ifndef ENZYME_EMIT_FIRSTNAN_H
#define ENZYME_EMIT_FIRSTNAN_H

#include "emit/Lanes.h"
#include "plan/LinearStep.h"
#include "shadow/ShadowedPrimal.h"

namespace enzyme {

/// Has the runtime look at `derivative`, one term of what `step` gives to one operand
/// or result, made of `incoming` (all lanes of both).
void watch(llvm::IRBuilderBase &builder, const ShadowedPrimal &primal, const ScaleStep &step,
           llvm::Value *derivative, llvm::Value *incoming);

} // namespace enzyme
#endif
