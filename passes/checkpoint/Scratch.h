//===- Scratch.h - memory that each iteration writes before it reads it ----===//
//
// Problem: fluxes, forces, a work array: an iteration fills them and reads what it filled. The next
// iteration does not need what is left in them, so that snapshots need not hold them.
//
//     for (t …) {
//       for (i …) flux[i] = g(u[i], u[i + 1]);        flux: written before it is read
//       for (i …) u[i] += flux[i - 1] - flux[i];      u: read before it is written
//     }
//
// Here: the writes to such memory. All that may read what they write must find it written in the
// same iteration, byte for byte (memory/Coverage.h), also where another pointer might lead there.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CHECKPOINT_SCRATCH_H
#define ENZYME_CHECKPOINT_SCRATCH_H

#include "memory/Writes.h"

namespace enzyme {

/// Of the stores, fills and copies in an iteration of `loop`.
llvm::SmallPtrSet<const llvm::Instruction *, 8> writesToScratch(llvm::Loop &loop,
                                                                Analyses &analyses, Writes &writes);

} // namespace enzyme
#endif
