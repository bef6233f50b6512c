//===- VerifyPrepared.cpp - the prepared form, as checks -------------------===//
//
// A prepared function
//   1. is valid LLVM IR with a body and does not take variable arguments;
//   2. has at most one `ret`; other ends (unreachable, resume) may remain;
//   3. every block can be reached from the entry;
//   4. every cycle is a natural loop in loop-simplify form: a preheader, one
//      latch, exits entered only from the loop;
//   5. is in LCSSA form: a value of a loop is used outside it only by phis in
//      the loop's exits;
//   6. allocates stack only in its entry block and of constant size;
//   7. has no lifetime markers, no saved stack pointers;
//   8. has no callbr, indirectbr, inline assembly that touches memory, no call
//      that returns twice;
//   9. every value has a name.
//===----------------------------------------------------------------------===//
#include "prepare/Prepare.h"
#include "prepare/Refuse.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace enzyme {
namespace {

std::string checkBlocks(const Function &function) {
  unsigned returns = 0;
  for (const BasicBlock &block : function)
    returns += isa<ReturnInst>(block.getTerminator());
  if (returns > 1)
    return "it has more than one return";
  ReversePostOrderTraversal<const Function *> order(&function);
  size_t reachable = size_t(std::distance(order.begin(), order.end()));
  if (reachable != function.size())
    return "it has blocks that cannot be reached";
  return "";
}

std::string checkLoops(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  ReversePostOrderTraversal<const Function *> order(&function);
  if (containsIrreducibleCFG<const BasicBlock *>(order, loops))
    return "it has a cycle with two entries";
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isLoopSimplifyForm())
      return "the loop at " + loop->getHeader()->getName().str() + " is not in simplified form";
    if (!loop->isLCSSAForm(dominators))
      return "a value of the loop at " + loop->getHeader()->getName().str() +
             " is used outside it without a phi";
  }
  return "";
}

std::string checkInstruction(const Instruction &instruction) {
  if (auto *local = dyn_cast<AllocaInst>(&instruction))
    if (!local->isStaticAlloca())
      return "it allocates stack while it runs";
  if (isa<LifetimeIntrinsic>(instruction))
    return "it has lifetime markers";
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    if (intrinsic->getIntrinsicID() == Intrinsic::stacksave ||
        intrinsic->getIntrinsicID() == Intrinsic::stackrestore)
      return "it saves the stack pointer";
  if (!instruction.getType()->isVoidTy() && !instruction.hasName())
    return "it has values without a name";
  return "";
}

std::string firstFault(Function &function) {
  if (function.isDeclaration())
    return "it has no body";
  if (verifyFunction(function))
    return "it is not valid IR";
  for (const Obstacle &obstacle : obstaclesIn(function))
    return "it " + obstacle.what;
  if (std::string fault = checkBlocks(function); !fault.empty())
    return fault;
  if (std::string fault = checkLoops(function); !fault.empty())
    return fault;
  for (const Instruction &instruction : instructions(function))
    if (std::string fault = checkInstruction(instruction); !fault.empty())
      return fault;
  return "";
}

} // namespace

bool verifyPrepared(const Function &function, std::string &why) {
  // const_cast: dominator trees are built from a mutable function, read only.
  why = firstFault(const_cast<Function &>(function));
  return why.empty();
}

} // namespace enzyme
