//===- Marks.h - what says that a loop is to be checkpointed ---------------===//
//
// Problem: the program's word stands in front of a loop or in its body; the loop is
// looked at only after the canonical pipeline, in a function it was inlined into.
//
// Here: the calls that carry it from one to the other, and on to the derivative.
//
//   enzyme.checkpoint.mark(budget)                    in the body: from transform/Markers.cpp on
//   enzyme.checkpoint.plan(budget, count, pieces…)    in front of the outlined loop: from
//                                                     Checkpoint.h on
//
// A budget below zero is one of bytes, which the loop itself did not ask for.
//
// Both do nothing, and nothing may remove them or move them to another iteration.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CHECKPOINT_MARKS_H
#define ENZYME_CHECKPOINT_MARKS_H

#include "checkpoint/State.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// Attributes: of a function that is such a loop, and of one that is its iteration.
inline constexpr const char *checkpointedAttribute = "enzyme-checkpointed";
inline constexpr const char *stepAttribute = "enzyme-checkpoint-step";

/// Marks the loop around `before`.
llvm::CallInst *markLoop(llvm::Instruction &before, llvm::Value *budget);
bool isLoopMark(const llvm::Instruction &at);
bool isBudgetOfBytes(const llvm::Value &budget);

/// What an outlined loop knows about itself.
struct CheckpointPlan {
  llvm::CallInst *call = nullptr; ///< that says it
  llvm::CallInst *step = nullptr; ///< of the function that is one iteration
  llvm::Value *budget = nullptr;  ///< i64: snapshots; below zero: bytes of them
  llvm::Value *count = nullptr;   ///< i64: iterations; 0: not known
  llvm::SmallVector<StatePiece, 8> pieces;
  llvm::DebugLoc where; ///< the program's word
};
llvm::CallInst *writePlan(llvm::IRBuilderBase &builder, const CheckpointPlan &plan);
/// Of a function with the attribute.
CheckpointPlan readPlan(llvm::Function &checkpointed);

/// Marks and plans are no longer needed.
void dropMarks(llvm::Module &module);
void dropMarks(llvm::Function &function);

} // namespace enzyme
#endif
