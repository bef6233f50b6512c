//===- FloatBits.h - sign tricks on the bits of floats ---------------------===//
#ifndef ENZYME_BITS_FLOATBITS_H
#define ENZYME_BITS_FLOATBITS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// x & ~sign, x ^ sign and x | sign on integers (scalars or vectors) that are cast
/// from or to floats of the same width become fabs, fneg and -fabs: the same bits,
/// and a formula says how to differentiate them.
void nameSignTricks(llvm::Function &function);

} // namespace enzyme
#endif
