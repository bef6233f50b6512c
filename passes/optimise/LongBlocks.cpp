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
#include "limits/optimise.h"
#include "optimise/Optimise.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
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
         !instruction.isTerminator() && !(call && call->isMustTailCall());
}

/// Ends of blocks are marked, too, in what may be part of a large function: they divide nothing.
void markLongBlocks(Function &function) {
  MDNode *nothing = MDNode::get(function.getContext(), {});
  bool mayBeLarge = function.getInstructionCount() >= limits::instructionsOfLarge / 4;
  size_t shortOnes = 0; // instructions since the last mark
  for (BasicBlock &block : function) {
    if (block.size() < 2 * distance) {
      shortOnes += block.size();
      if (mayBeLarge && shortOnes >= distance) {
        block.back().setMetadata(mark, nothing);
        shortOnes = 0;
      }
      continue;
    }
    size_t passed = 0;
    for (Instruction &instruction : block)
      if (++passed % distance == 0)
        instruction.setMetadata(mark, nothing);
  }
}

/// Asking for a mark by its name would put the name into bitcode that holds nothing of ours.
static bool mayHaveMarks(const Function &function) {
  SmallVector<StringRef, 64> kinds;
  function.getContext().getMDKindNames(kinds);
  return is_contained(kinds, mark);
}

/// Divides blocks at `marked`: the pieces.
static BlockPieces divide(Function &function, ArrayRef<Instruction *> marked) {
  BlockPieces pieces;
  const Instruction *lastVariable = nullptr;
  for (const Instruction &instruction : function.getEntryBlock())
    if (isa<AllocaInst>(instruction))
      lastVariable = &instruction;
  for (Instruction *instruction : llvm::reverse(marked)) // what is moved to the new block is short
    if (canBegin(*instruction, lastVariable)) {
      pieces.insert(instruction->getParent());
      BasicBlock *piece = SplitBlock(instruction->getParent(), instruction);
      BlockAddress::get(piece);
      pieces.insert(piece);
    }
  return pieces;
}

static bool isMarked(const Instruction &instruction) {
  return instruction.hasMetadataOtherThanDebugLoc() && instruction.hasMetadata(mark);
}

static SmallVector<Instruction *, 16> markedIn(Function &function) {
  SmallVector<Instruction *, 16> marked;
  for (Instruction &instruction : instructions(function))
    if (isMarked(instruction))
      marked.push_back(&instruction);
  return marked;
}

bool isTooLongFor(StringRef pass, const Function &function) {
  bool isSquare = pass == "SLPVectorizerPass" || pass == "Float2IntPass";
  return isSquare && function.getInstructionCount() >= limits::instructionsOfLarge &&
         mayHaveMarks(function) && any_of(instructions(function), isMarked);
}

/// LLVM generates code of `function` in the time that it has for code without optimisation.
static void generateQuickly(Function &function) {
  if (function.getInstructionCount() < limits::instructionsOfHuge || function.hasOptSize())
    return;
  OptimizationRemarkMissed remark("enzyme", "QuickCode", &function);
  remark << "this function has " << ore::NV("Size", function.getInstructionCount())
         << " instructions with its derivatives: its code is generated the quick way";
  function.getContext().diagnose(remark);
  function.removeFnAttr(Attribute::AlwaysInline);
  function.addFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::OptimizeNone);
}

PreservedAnalyses DivideLongBlocks::run(Function &function, FunctionAnalysisManager &) {
  if (!mayHaveMarks(function))
    return PreservedAnalyses::all();
  SmallVector<Instruction *, 16> marked = markedIn(function);
  if (marked.empty())
    return PreservedAnalyses::all();
  for (Instruction *instruction : marked)
    instruction->setMetadata(mark, nullptr);
  keepFarValuesInMemory(function, divide(function, marked));
  generateQuickly(function);
  return PreservedAnalyses::none();
}

} // namespace enzyme
