//===- NumberAssembly.h - arithmetic on floats and doubles that is written as PTX ---===//
#ifndef ENZYME_TARGET_NUMBERASSEMBLY_H
#define ENZYME_TARGET_NUMBERASSEMBLY_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Programs write assembly where they want one instruction and no other (`fma.rn.f64`), where a
/// number becomes two integers (`mov.b64`), and to fetch what they need later (`prefetch`). It
/// becomes LLVM's own. False if `call` is something else.
bool nameNumberArithmetic(llvm::CallInst &call);

} // namespace enzyme
#endif
