//===- TapeAddress.h - where the tape's fields lie (room-private) ---------===//
//
// What both sweeps say of the tape: PrimalTape writes there, GradientTape reads.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_TAPEADDRESS_H
#define ENZYME_EMIT_TAPEADDRESS_H

#include "plan/Distance.h"
#include "plan/Plan.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// One iteration's element: where the loop's storage begins and which one it is.
struct TapeElement {
  llvm::Value *base;
  llvm::Value *trips;   ///< arrays
  llvm::Value *counter; ///< arrays
  int64_t ahead;        ///< arrays: of the counter; negative in front of the first iteration
  llvm::Value *stride;  ///< of slots; null: what lies together
};

/// No field crosses the end of a word.
llvm::Value *slotAddress(llvm::IRBuilderBase &builder, llvm::Value *base, llvm::Value *stride,
                         llvm::Value *distance, uint64_t bytes);

llvm::Value *elementAddress(llvm::IRBuilderBase &builder, const TapeLevel &level, unsigned field,
                            TapeElement element);

/// Where the arrays of a joined loop's run begin in iteration `counter` of the loop around, whose
/// own begin at `base`.
llvm::Value *runAddress(llvm::IRBuilderBase &builder, llvm::Value *base, llvm::Value *distance,
                        llvm::Value *counter, llvm::Value *each);

llvm::Align fieldAlign(const TapeField &field);

/// An address by which one part of the tape leads to another.
llvm::Value *loadLink(llvm::IRBuilderBase &builder, llvm::Value *place);

/// What a kept integer is, for derivatives of the derivative. Arrays of a loop lie one behind
/// the other: an integer beside addresses would look like one. What is one integer says so as the
/// program's integers do, which LLVM keeps when it moves or joins loads.
void declare(llvm::Instruction &access, const TapeField &field);

/// constant + scale · index + …: `valueOf` gives the indices, `counterOf` the counter of the loop
/// that a phi goes around.
llvm::Value *emitDistance(llvm::IRBuilderBase &builder, const Distance &distance,
                          llvm::function_ref<llvm::Value *(llvm::Value *)> valueOf,
                          llvm::function_ref<llvm::Value *(llvm::PHINode *)> counterOf);

} // namespace enzyme
#endif
