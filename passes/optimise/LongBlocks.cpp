//===- LongBlocks.cpp - code of thousands of instructions without a branch ----===//
//
// Problem: generated code is often one block of 100,000 instructions. LLVM's code generator
// goes through the instructions of a block once for each of them (selection, scheduling, two
// addresses), and needs minutes; a derivative has some three times as many as its primal.
//
// Here: in derivatives, instructions of such blocks are marked at regular distances, wherever
// the block will be inlined, and right before code is generated blocks are divided there. The
// code generator joins a block with the only one before it, unless its address was taken:
// so it is taken here, without a use.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {

/// Not one of the notes that end with the workshop (support/Import.cpp).
static constexpr StringLiteral mark = "divided.by.enzyme";
static constexpr size_t distance = 500;

/// May a block begin with it? Variables of the whole function stay at its entry.
static bool canBegin(const Instruction &instruction, const Instruction *lastVariable) {
  const Instruction *before = instruction.getPrevNode();
  auto *call = dyn_cast_or_null<CallInst>(before);
  bool isBehindVariables = !lastVariable || lastVariable->getParent() != instruction.getParent() ||
                           lastVariable->comesBefore(&instruction);
  return before && isBehindVariables && !isa<PHINode>(instruction) && !instruction.isEHPad() &&
         !(call && call->isMustTailCall());
}

void markLongBlocks(Function &function) {
  for (BasicBlock &block : function) {
    if (block.size() < 2 * distance)
      continue;
    size_t passed = 0;
    for (Instruction &instruction : block)
      if (++passed % distance == 0)
        instruction.setMetadata(mark, MDNode::get(function.getContext(), {}));
  }
}

PreservedAnalyses DivideLongBlocks::run(Function &function, FunctionAnalysisManager &) {
  // Asking for a mark by its name would put the name into bitcode of which nothing is ours.
  SmallVector<StringRef, 64> kinds;
  function.getContext().getMDKindNames(kinds);
  if (!is_contained(kinds, mark))
    return PreservedAnalyses::all();
  SmallVector<Instruction *, 16> marked;
  const Instruction *lastVariable = nullptr;
  for (Instruction &instruction : instructions(function))
    if (instruction.hasMetadataOtherThanDebugLoc() && instruction.hasMetadata(mark)) {
      instruction.setMetadata(mark, nullptr);
      marked.push_back(&instruction);
    }
  if (marked.empty())
    return PreservedAnalyses::all();
  for (const Instruction &instruction : function.getEntryBlock())
    if (isa<AllocaInst>(instruction))
      lastVariable = &instruction;
  for (Instruction *instruction : llvm::reverse(marked)) // what is moved to the new block is short
    if (canBegin(*instruction, lastVariable))
      BlockAddress::get(SplitBlock(instruction->getParent(), instruction));
  return PreservedAnalyses::none();
}

} // namespace enzyme
