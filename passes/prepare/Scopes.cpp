//===- Scopes.cpp - notes that are wrong in a derivative -------------------===//
#include "prepare/Scopes.h"
#include "llvm/ADT/STLExtras.h"
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

} // namespace

void dropScopes(Function &function) {
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
       {Attribute::Memory, Attribute::NoFree, Attribute::NoSync,
        Attribute::NoCallback, Attribute::NoRecurse, Attribute::WillReturn,
        Attribute::MustProgress, Attribute::Speculatable, Attribute::NoUnwind,
        Attribute::AllocKind, Attribute::AllocSize})
    function.removeFnAttr(kind);
  function.removeFnAttr("alloc-family");
  for (Argument &parameter : function.args())
    for (Attribute::AttrKind kind :
         {Attribute::ReadOnly, Attribute::WriteOnly, Attribute::ReadNone,
          Attribute::NoFree, Attribute::Captures, Attribute::Initializes,
          Attribute::Returned})
      function.removeParamAttr(parameter.getArgNo(), kind);
}

} // namespace enzyme
