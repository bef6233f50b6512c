//===- AliasScopes.cpp ----------------------------------------------------===//
#include "emit/AliasScopes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {

static constexpr const char *noteKind = "enzyme.memory";
static constexpr std::array<const char *, 3> memoryNames{"primal", "shadow", "tape"};

void note(Instruction &access, Memory memory) {
  LLVMContext &context = access.getContext();
  Metadata *number = ValueAsMetadata::get(
      ConstantInt::get(Type::getInt32Ty(context), static_cast<unsigned>(memory)));
  access.setMetadata(noteKind, MDNode::get(context, number));
}

void notePrimalAccesses(ShadowedPrimal &primal) {
  for (Instruction &instruction : instructions(*primal.function))
    if (isa<LoadInst, StoreInst>(instruction) && primal.origin(&instruction))
      note(instruction, Memory::Primal);
  for (auto [mirror, copy] : primal.mirrors)
    if (primal.pointerActivity(getLoadStorePointerOperand(copy)) == PointerActivity::Active)
      // const_cast: the map is of instructions to look up; the function is ours
      note(const_cast<Instruction &>(*mirror), Memory::Shadow);
}

/// Every scope that accesses of `function` belong to or avoid.
static SetVector<MDNode *> scopesIn(Function &function) {
  SetVector<MDNode *> scopes;
  for (Instruction &instruction : instructions(function))
    for (unsigned kind : {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias})
      if (MDNode *list = instruction.getMetadata(kind))
        for (const MDOperand &scope : list->operands())
          scopes.insert(cast<MDNode>(scope));
  return scopes;
}

static void declareScopes(Function &function) {
  IRBuilder<> entry(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (MDNode *scope : scopesIn(function))
    entry.CreateNoAliasScopeDeclaration(MDNode::get(function.getContext(), scope));
}

void nameScopes(Function &derivative) {
  SmallVector<std::pair<Instruction *, unsigned>, 32> noted;
  std::array<bool, memoryNames.size()> isUsed{};
  for (Instruction &instruction : instructions(derivative))
    if (MDNode *found = instruction.getMetadata(noteKind)) {
      unsigned memory = mdconst::extract<ConstantInt>(found->getOperand(0))->getZExtValue();
      noted.push_back({&instruction, memory});
      isUsed[memory] = true;
      instruction.setMetadata(noteKind, nullptr);
    }
  if (isUsed[0] + isUsed[1] + isUsed[2] < 2)
    return declareScopes(derivative);
  LLVMContext &context = derivative.getContext();
  MDBuilder metadata(context);
  MDNode *domain = metadata.createAnonymousAliasScopeDomain(derivative.getName());
  std::array<Metadata *, memoryNames.size()> scopes;
  for (unsigned i = 0; i != scopes.size(); ++i)
    scopes[i] = metadata.createAnonymousAliasScope(domain, memoryNames[i]);
  auto add = [&](Instruction &access, unsigned kind, ArrayRef<Metadata *> more) {
    access.setMetadata(kind,
                       MDNode::concatenate(access.getMetadata(kind), MDNode::get(context, more)));
  };
  for (auto [access, memory] : noted) {
    SmallVector<Metadata *, 2> others;
    for (unsigned i = 0; i != scopes.size(); ++i)
      if (i != memory && isUsed[i])
        others.push_back(scopes[i]);
    add(*access, LLVMContext::MD_alias_scope, scopes[memory]);
    add(*access, LLVMContext::MD_noalias, others);
  }
  declareScopes(derivative);
}

} // namespace enzyme
