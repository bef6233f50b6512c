//===- WidenInstruction.h - one instruction in all lanes ------------------===//
//
//   computes from elements       the same instruction on vectors
//   loads, stores, calls, …      once per lane, where the lane is present
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_WIDENINSTRUCTION_H
#define ENZYME_TRANSFORM_WIDENINSTRUCTION_H

#include "transform/LaneValues.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

class InstructionWidener {
public:
  using LookUp = llvm::function_ref<Wide(llvm::Value *)>;

  InstructionWidener(WideBuilder &wide, LookUp lookUp) : wide(wide), lookUp(lookUp) {}

  /// The lanes of `instruction`, made at the builder. `mask` says which lanes are
  /// present; null: all are.
  Wide widen(llvm::Instruction &instruction, llvm::Value *mask);

private:
  bool isElementwise(const llvm::Instruction &instruction) const;
  Wide onVectors(llvm::Instruction &instruction, llvm::Value *mask);
  llvm::Value *intrinsicOnVectors(llvm::CallInst &call);
  Wide perLane(llvm::Instruction &instruction, llvm::Value *mask);
  llvm::Value *oneLane(llvm::Instruction &instruction, unsigned lane);
  llvm::Value *guarded(llvm::Instruction &instruction, unsigned lane, llvm::Value *mask);
  Wide local(llvm::AllocaInst &memory);

  WideBuilder &wide;
  LookUp lookUp;
};

} // namespace enzyme
#endif
