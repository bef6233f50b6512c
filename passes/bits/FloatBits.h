//===- FloatBits.h - sign tricks on the bits of floats ---------------------===//
#ifndef ENZYME_BITS_FLOATBITS_H
#define ENZYME_BITS_FLOATBITS_H

#include "llvm/IR/Function.h"

namespace enzyme {

class EvidenceStore; // types/EvidenceStore.h

/// x & ~sign, x ^ sign and x | sign on integers (scalars or vectors) that are cast
/// from or to floats of the same width become fabs, fneg and -fabs: the same bits,
/// and a formula says how to differentiate them.
void nameSignTricks(llvm::Function &function);

/// The same on vectors that are loaded or stored as integers where numbers of one type lie:
/// `b = -a` by SSE's intrinsics, of which optimisers drop the casts.
void nameSignsInMemory(llvm::Function &function, EvidenceStore *others);

} // namespace enzyme
#endif
