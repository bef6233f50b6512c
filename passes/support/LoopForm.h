//===- LoopForm.h - loops in the form the reverse sweep needs -----------------===//
#ifndef ENZYME_SUPPORT_LOOPFORM_H
#define ENZYME_SUPPORT_LOOPFORM_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace enzyme {

/// Every cycle becomes a natural loop with preheader, one latch and exits of its
/// own; values used outside a loop leave it through phis.
void bringLoopsIntoForm(llvm::Function &function);

/// Makes room for what follows an invoke that has returned: a block of its own. True if anything
/// changed. `dominators` is kept up to date; null: there is none.
bool makeRoomBehindInvokes(llvm::Function &function, llvm::DominatorTree *dominators = nullptr);

/// May an iteration end without a branch: in a call that does not return?
bool mayStop(const llvm::Loop &loop);

/// Does `at` run whenever an iteration begins, in the first one too, if none stops?
bool runsWheneverEntered(const llvm::Instruction &at, const llvm::Loop &loop,
                         const llvm::DominatorTree &dominators);

/// Is it an operation that computes addresses and can be done anywhere?
bool isAddressArithmetic(const llvm::Instruction &at);

} // namespace enzyme
#endif
