//===- FarValues.cpp - values that are used thousands of instructions later ----===//
//
// Problem: a reverse sweep uses what the primal computed, last to first. In code of 100,000
// instructions thousands of values are alive at once, each over thousands of instructions, and
// LLVM's register allocator weighs for each of them, block by block, where it is worth a
// register: the square of the code's size, to find that next to none is.
//
// Here: right before code is generated, what derivatives of that size use far from where it was
// computed lies in memory from the start: it is stored where it is computed, and loaded where it
// is used, ahead of a loop that is short. What is left for registers is near.
//
// Values share a place if one is done with before the other begins, in an order of blocks in
// which each comes after those that dominate it. Who is computed ahead of a loop's head and used
// behind that has a place of its own: between the two, control may come from later code. Where
// there is none, it cannot: what leads back passes by the computation again.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/Optimise.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include <optional>
#include <queue>

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned farAway = 500; ///< instructions between a value and its use

/// Uses of a value in one block that are served by one load.
struct Served {
  Instruction *before; ///< the first of them, or the end of what leads to their loop
  SmallVector<Use *, 2> uses;
};

/// A value that is used far away.
struct FarValue {
  Instruction *value;
  MapVector<BasicBlock *, Served> loads;
  unsigned begin, end; ///< when its place is taken
};

/// The places of values, one after the other.
class Places {
public:
  explicit Places(Function &function) : builder(&*function.getEntryBlock().getFirstInsertionPt()) {}

  /// From `begin` to `end`, no earlier than any before; or for ever.
  AllocaInst *take(Type *type, unsigned begin, unsigned end, bool isShared) {
    if (!isShared)
      return builder.CreateAlloca(type);
    auto &ofType = taken[type];
    AllocaInst *place = nullptr;
    if (!ofType.empty() && ofType.top().first < begin) {
      place = ofType.top().second;
      ofType.pop();
    } else {
      place = builder.CreateAlloca(type);
    }
    ofType.push({end, place});
    return place;
  }

private:
  using Taken = std::pair<unsigned, AllocaInst *>;
  struct EndsLater {
    bool operator()(const Taken &a, const Taken &b) const { return a.first > b.first; }
  };
  IRBuilder<> builder;
  DenseMap<Type *, std::priority_queue<Taken, std::vector<Taken>, EndsLater>> taken;
};

class FarValues {
public:
  FarValues(Function &function, const BlockPieces &pieces)
      : function(function), pieces(pieces), places(function) {
    dominators.recalculate(function);
    loops.analyze(dominators);
  }

  bool run();

private:
  void number();
  Instruction *placeOf(const Use &use, const Instruction &value);
  bool isShort(const Loop &loop);
  bool isFar(const Instruction &value, unsigned begin, const Instruction &place, unsigned end);
  std::optional<FarValue> look(Instruction &instruction);
  void moveToMemory(FarValue &far);

  Function &function;
  const BlockPieces &pieces;
  Places places;
  DominatorTree dominators;
  LoopInfo loops;
  std::vector<Instruction *> inOrder;
  DenseMap<const Instruction *, unsigned> numbers;
  std::vector<unsigned> heads; ///< where control comes back to, in order
  DenseMap<const Loop *, bool> shortLoops;
};

void FarValues::number() {
  DenseMap<const BasicBlock *, unsigned> begins;
  ReversePostOrderTraversal<Function *> order(&function);
  for (BasicBlock *block : order) {
    begins[block] = inOrder.size();
    for (Instruction &instruction : *block) {
      numbers[&instruction] = inOrder.size();
      inOrder.push_back(&instruction);
    }
  }
  for (BasicBlock *block : order)
    for (BasicBlock *next : successors(block))
      if (begins[next] <= begins[block])
        heads.push_back(begins[next]);
  sort(heads);
}

bool FarValues::isShort(const Loop &loop) {
  auto [known, isNew] = shortLoops.try_emplace(&loop, false);
  if (isNew) {
    size_t size = 0;
    for (const BasicBlock *block : loop.blocks())
      size += block->size();
    known->second = size < farAway;
  }
  return known->second;
}

/// Before which instruction the value has to be there, short loops left.
Instruction *FarValues::placeOf(const Use &use, const Instruction &value) {
  auto *user = cast<Instruction>(use.getUser());
  Instruction *place = user;
  if (auto *phi = dyn_cast<PHINode>(user))
    place = phi->getIncomingBlock(use)->getTerminator();
  for (Loop *loop = loops.getLoopFor(place->getParent());
       loop && !loop->contains(&value) && isShort(*loop); loop = loop->getParentLoop())
    if (BasicBlock *before = loop->getLoopPreheader())
      place = before->getTerminator();
  return place;
}

/// A piece of a block is a block only so that each has its own registers.
bool FarValues::isFar(const Instruction &value, unsigned begin, const Instruction &place,
                      unsigned end) {
  const BasicBlock *from = value.getParent(), *to = place.getParent();
  return end >= begin + farAway || (from != to && pieces.contains(from) && pieces.contains(to));
}

/// Can it be stored and loaded? Addresses at a fixed distance from others are part of accesses.
bool canLieInMemory(const Instruction &instruction) {
  Type *type = instruction.getType();
  bool isAddress = isa<AllocaInst>(instruction) || instruction.isSwiftError();
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    isAddress = address->hasAllConstantIndices();
  return !isAddress && type->isSingleValueType() && type->isSized() && !type->isScalableTy() &&
         !type->isX86_AMXTy() && !type->isTargetExtTy() && !instruction.isTerminator() &&
         !instruction.isEHPad();
}

std::optional<FarValue> FarValues::look(Instruction &instruction) {
  if (!canLieInMemory(instruction))
    return std::nullopt;
  unsigned begin = numbers.at(&instruction);
  FarValue far{&instruction, {}, begin, begin};
  for (Use &use : instruction.uses()) {
    Instruction *place = placeOf(use, instruction);
    auto number = numbers.find(place);
    if (number == numbers.end() || !isFar(instruction, begin, *place, number->second))
      continue;
    Served &served = far.loads.try_emplace(place->getParent(), Served{place, {}}).first->second;
    served.uses.push_back(&use);
    far.end = std::max(far.end, number->second);
    if (number->second < numbers.at(served.before))
      served.before = place;
  }
  return far.loads.empty() ? std::nullopt : std::optional(std::move(far));
}

/// Memory that sanitizers need not look at.
void isOurs(Instruction &access) {
  access.setMetadata(LLVMContext::MD_nosanitize, MDNode::get(access.getContext(), {}));
}

void FarValues::moveToMemory(FarValue &far) {
  auto head = upper_bound(heads, far.begin);
  bool isShared = head == heads.end() || *head > far.end;
  Type *type = far.value->getType();
  AllocaInst *place = places.take(type, far.begin, far.end, isShared);
  IRBuilder<> builder(&**far.value->getInsertionPointAfterDef());
  isOurs(*builder.CreateStore(far.value, place));
  for (auto &[block, served] : far.loads) {
    builder.SetInsertPoint(served.before);
    LoadInst *load = builder.CreateLoad(type, place);
    isOurs(*load);
    for (Use *use : served.uses)
      use->set(load);
  }
}

bool FarValues::run() {
  number();
  bool isChanged = false;
  for (Instruction *instruction : inOrder)
    if (std::optional<FarValue> far = look(*instruction)) {
      moveToMemory(*far);
      isChanged = true;
    }
  return isChanged;
}

} // namespace

bool keepFarValuesInMemory(Function &function, const BlockPieces &pieces) {
  bool isLarge = function.getInstructionCount() >= limits::instructionsOfLarge;
  bool hasFunclets = function.hasPersonalityFn() &&
                     isScopedEHPersonality(classifyEHPersonality(function.getPersonalityFn()));
  if (!isLarge || hasFunclets || function.callsFunctionThatReturnsTwice())
    return false;
  return FarValues(function, pieces).run();
}

} // namespace enzyme
