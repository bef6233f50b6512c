//===- Scopes.cpp - notes that are wrong in a derivative -------------------===//
#include "prepare/Scopes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isScopeNote(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (!intrinsic)
    return false;
  switch (intrinsic->getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
    return true;
  default:
    return false;
  }
}

bool isInCycle(const BasicBlock &block) {
  // const_cast: LLVM's worklist is of mutable blocks; nothing changes
  SmallVector<BasicBlock *, 8> work(successors(const_cast<BasicBlock *>(&block)));
  return !work.empty() && isPotentiallyReachableFromMany(work, &block, nullptr);
}

/// What is left of a list of alias scopes without those in `gone`; null if nothing.
MDNode *without(MDNode *list, const SmallPtrSetImpl<const Metadata *> &gone) {
  SmallVector<Metadata *, 4> left;
  if (list)
    for (const MDOperand &scope : list->operands())
      if (!gone.contains(scope.get()))
        left.push_back(scope.get());
  return left.empty() ? nullptr : MDNode::get(list->getContext(), left);
}

/// `restrict` of a function that was inlined into a loop says nothing about two of its
/// iterations: pointers may have been swapped between them. The reverse sweep asks
/// just that. (A scope declared outside of loops holds for the whole function.)
void dropScopesOfIterations(Function &function) {
  SmallPtrSet<const Metadata *, 8> gone;
  for (Instruction &instruction : instructions(function))
    if (auto *declaration = dyn_cast<NoAliasScopeDeclInst>(&instruction);
        declaration && isInCycle(*declaration->getParent()))
      for (const MDOperand &scope : declaration->getScopeList()->operands())
        gone.insert(scope.get());
  if (gone.empty())
    return;
  for (Instruction &instruction : instructions(function))
    for (unsigned kind : {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias})
      instruction.setMetadata(kind, without(instruction.getMetadata(kind), gone));
}

} // namespace

void dropScopes(Function &function) {
  dropScopesOfIterations(function);
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isScopeNote(instruction)) {
      SmallVector<WeakTrackingVH, 2> operands;
      for (Value *operand : instruction.operand_values())
        operands.push_back(operand);
      if (!instruction.use_empty())
        instruction.replaceAllUsesWith(PoisonValue::get(instruction.getType()));
      instruction.eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
    }
}

void dropEffects(Function &function) {
  for (Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::NoFree, Attribute::NoSync, Attribute::NoCallback,
        Attribute::NoRecurse, Attribute::WillReturn, Attribute::MustProgress,
        Attribute::Speculatable, Attribute::NoUnwind, Attribute::AllocKind, Attribute::AllocSize})
    function.removeFnAttr(kind);
  function.removeFnAttr("alloc-family");
  for (Argument &parameter : function.args())
    for (Attribute::AttrKind kind :
         {Attribute::ReadOnly, Attribute::WriteOnly, Attribute::ReadNone, Attribute::NoFree,
          Attribute::Captures, Attribute::Initializes, Attribute::Returned})
      function.removeParamAttr(parameter.getArgNo(), kind);
}

} // namespace enzyme
