//===- AliasScopes.cpp ----------------------------------------------------===//
#include "emit/AliasScopes.h"
#include "limits/emit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {

static constexpr const char *noteKind = "enzyme.memory";

static constexpr unsigned number(Memory memory) { return static_cast<unsigned>(memory); }
static constexpr unsigned only(Memory memory) { return 1u << number(memory); }

/// Of one kind of access: the scope that it belongs to, and the scopes of what it may meet.
struct AccessKind {
  Memory scope;
  unsigned meets;
};
static constexpr unsigned addresses = only(Memory::Address) | only(Memory::PerhapsAddress);
static constexpr std::array<AccessKind, 6> kinds{{
    {Memory::Primal, only(Memory::Primal) | only(Memory::PerhapsAddress)},
    {Memory::Shadow, only(Memory::Shadow) | addresses},
    {Memory::Tape, only(Memory::Tape)},
    {Memory::Shadow, only(Memory::Shadow)}, // adjoints
    {Memory::Address, only(Memory::Shadow) | addresses},
    {Memory::PerhapsAddress, only(Memory::Primal) | only(Memory::Shadow) | addresses},
}};
static constexpr std::array<const char *, kinds.size()> scopeNames{
    "primal", "shadow", "tape", "", "address", "perhaps.address"};

static void note(Instruction &access, ArrayRef<unsigned> numbers) {
  LLVMContext &context = access.getContext();
  SmallVector<Metadata *, 2> operands;
  for (unsigned number : numbers)
    operands.push_back(ValueAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), number)));
  access.setMetadata(noteKind, MDNode::get(context, operands));
}

void note(Instruction &access, Memory memory) { note(access, {number(memory)}); }

void noteAddress(Instruction &again, bool isActive) {
  note(again, isActive ? Memory::Address : Memory::PerhapsAddress);
}

void noteTangent(Instruction &access, unsigned lane) {
  note(access, {number(Memory::Shadow), lane % limits::scopesOfLanes});
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

namespace {

/// The scopes of one derivative: one for each memory that is met, and in place of the
/// shadows' one for each lane.
class Scopes {
public:
  explicit Scopes(Function &derivative) : context(derivative.getContext()) {
    for (Instruction &instruction : instructions(derivative))
      if (MDNode *found = instruction.getMetadata(noteKind))
        take(instruction, *found);
    make(derivative);
    if (all.size() < 2)
      all.clear();
  }

  void name() {
    if (all.empty())
      return;
    for (auto [access, memory, lane] : accesses) {
      SmallVector<Metadata *, 20> own, others;
      for (const Scope &scope : all)
        if (scope.holds(kinds[memory].scope, lane))
          own.push_back(scope.node);
        else if (scope.memory == number(kinds[memory].scope) ||
                 !(kinds[memory].meets >> scope.memory & 1))
          others.push_back(scope.node);
      add(*access, LLVMContext::MD_alias_scope, own);
      add(*access, LLVMContext::MD_noalias, others);
    }
  }

private:
  static constexpr unsigned everyLane = ~0u;

  struct Access {
    Instruction *at;
    unsigned memory, lane;
  };
  struct Scope {
    Metadata *node;
    unsigned memory, lane;
    bool holds(Memory memory, unsigned lane) const {
      return this->memory == number(memory) &&
             (lane == everyLane || this->lane == everyLane || this->lane == lane);
    }
  };

  void take(Instruction &access, const MDNode &found) {
    auto noted = [&](unsigned i) {
      return static_cast<unsigned>(
          mdconst::extract<ConstantInt>(found.getOperand(i))->getZExtValue());
    };
    unsigned memory = noted(0), lane = found.getNumOperands() > 1 ? noted(1) : everyLane;
    if (lane != everyLane)
      lanes = std::max(lanes, lane + 1);
    accesses.push_back({&access, memory, lane});
    isUsed[number(kinds[memory].scope)] = true;
    access.setMetadata(noteKind, nullptr);
  }

  void make(Function &derivative) {
    MDBuilder metadata(context);
    MDNode *domain = metadata.createAnonymousAliasScopeDomain(derivative.getName());
    for (unsigned memory = 0; memory != scopeNames.size(); ++memory) {
      bool hasLanes = memory == number(Memory::Shadow) && lanes > 1;
      for (unsigned lane = 0; isUsed[memory] && lane != (hasLanes ? lanes : 1); ++lane)
        all.push_back({metadata.createAnonymousAliasScope(domain, scopeNames[memory]), memory,
                       hasLanes ? lane : everyLane});
    }
  }

  void add(Instruction &access, unsigned kind, ArrayRef<Metadata *> more) {
    if (!more.empty())
      access.setMetadata(kind,
                         MDNode::concatenate(access.getMetadata(kind), MDNode::get(context, more)));
  }

  LLVMContext &context;
  SmallVector<Access, 32> accesses;
  SmallVector<Scope, 20> all;
  std::array<bool, scopeNames.size()> isUsed{};
  unsigned lanes = 0;
};

} // namespace

void nameScopes(Function &derivative) {
  Scopes(derivative).name();
  declareScopes(derivative);
}

} // namespace enzyme
