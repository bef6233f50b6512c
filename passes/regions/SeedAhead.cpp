//===- SeedAhead.cpp ------------------------------------------------------===//
//
// A way may only lead through what certainly runs once for each run of what it comes
// from; else the adjoint would depend on what happens later. A loop that does nothing
// with a value but adding to it hands the adjoint of its last sum to all of them
// (memory/SumsOf.h).
//===----------------------------------------------------------------------===//
#include "regions/SeedAhead.h"
#include "limits/regions.h"
#include "memory/SumsOf.h"
#include "regions/Iterations.h"
#include "rules/Formulas.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {

SeedAhead::SeedAhead(Function &prepared, const ActivityResults &activity, bool isSeeded)
    : activity(activity), isSeeded(isSeeded), analyses(prepared), loops(analyses.loopInfo()),
      dominators(analyses.dominators()), inevitable(prepared), writes(prepared, analyses) {}

/// A value that is there when the call is made, or available by then: nothing is
/// computed that the program would not compute.
bool SeedAhead::isKnownAtCall(Value &value, unsigned depth) {
  auto *at = dyn_cast<Instruction>(&value);
  if (!at || (at != current && dominators.dominates(at, current)))
    return true;
  auto *load = dyn_cast<LoadInst>(at);
  auto *call = dyn_cast<IntrinsicInst>(at);
  bool isStable = load && load->isSimple() && alwaysLeadsTo(*current, *load->getParent()) &&
                  !writes.mayChange(MemoryLocation::get(load), *current->getParent());
  bool isPure = isa<BinaryOperator, UnaryOperator, CastInst, GetElementPtrInst, CmpInst>(at) ||
                (call && call->doesNotAccessMemory());
  if (depth == limits::depthOfSooner || !(isStable || (isPure && isSafeToSpeculativelyExecute(at))))
    return false;
  for (Value *operand : at->operand_values())
    if (!isa<Function>(operand) && !isKnownAtCall(*operand, depth + 1))
      return false;
  answer.sooner.insert(at);
  return true;
}

/// `from`: the call of the function that `value` is in; null for the prepared function.
bool SeedAhead::isPlain(const Value &value, const CallInst *from) {
  if (isa<Constant>(value) || (!from && !activity.isActive(value)))
    return true;
  if (auto *parameter = dyn_cast<Argument>(&value))
    return from && isPlain(*from->getArgOperand(parameter->getArgNo()), nullptr);
  if (!plain.insert(&value).second) // around a loop: as far as it comes from there
    return true;
  if (isa<SIToFPInst, UIToFPInst, FCmpInst>(value))
    return true;
  auto *extract = dyn_cast<ExtractValueInst>(&value);
  auto *call = extract ? dyn_cast<CallInst>(extract->getAggregateOperand()) : nullptr;
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (callee && !callee->isDeclaration() && !from && extract->getNumIndices() == 1)
    return all_of(*callee, [&](const BasicBlock &block) {
      auto *end = dyn_cast<ReturnInst>(block.getTerminator());
      const Value *part = end ? partOf(end->getReturnValue(), extract->getIndices()[0]) : nullptr;
      return !end || (part && isPlain(*part, call));
    });
  return isa<PHINode, SelectInst, BinaryOperator, UnaryOperator, CastInst, FreezeInst>(value) &&
         all_of(cast<Instruction>(value).operand_values(),
                [&](const Value *operand) { return isPlain(*operand, from); });
}

bool SeedAhead::hasNoDerivative(const Value &value) {
  plain.clear();
  return isPlain(value, nullptr);
}

/// Does `block` run, once, whenever `value` was computed?
bool SeedAhead::alwaysLeadsTo(const Value &value, const BasicBlock &block) {
  auto *at = cast<Instruction>(&value);
  return (loops.getLoopFor(&block) == loops.getLoopFor(at->getParent()) &&
          inevitable.dominates(&block, at->getParent())) ||
         mutation::breaks("fuse", "not always");
}

/// Is `user` the phi that takes `value` into the next iteration?
bool SeedAhead::comesAround(const Value &value, const Instruction &user) {
  Loop *loop = loops.getLoopFor(user.getParent());
  return isa<PHINode>(user) && loop && loop->getHeader() == user.getParent() &&
         loop->contains(cast<Instruction>(&value));
}

SeedAhead::Ways SeedAhead::follow(const Value &value, unsigned depth) {
  if (depth == limits::lengthOfWay)
    return std::nullopt;
  std::vector<WayOut> all;
  SmallSetVector<Instruction *, 4> users;
  for (const User *user : value.users()) {
    // const_cast: formulas bind operands, and change nothing
    auto *at = const_cast<Instruction *>(cast<Instruction>(user));
    if (isa<FCmpInst>(at) || (!at->getType()->isVoidTy() && !activity.isActive(*at)) ||
        (isa<ExtractValueInst>(at) && hasNoDerivative(*at)))
      continue;
    if (comesAround(value, *at)) // sees to the other users, too
      return followUse(value, *at, depth + 1);
    users.insert(at);
  }
  for (Instruction *user : users) {
    Ways ways = followUse(value, *user, depth + 1);
    if (!ways)
      return std::nullopt;
    all.insert(all.end(), ways->begin(), ways->end());
  }
  if (all.size() > limits::waysOfSeed)
    return std::nullopt;
  return all;
}

SeedAhead::Ways SeedAhead::followUse(const Value &value, Instruction &user, unsigned depth) {
  if (auto *phi = dyn_cast<PHINode>(&user))
    return followPhi(value, *phi, depth);
  if (!alwaysLeadsTo(value, *user.getParent()))
    return std::nullopt;
  if (isa<ReturnInst>(user))
    return std::vector<WayOut>(1);
  Hop hop{&value, &user};
  bool isMove = isa<ExtractValueInst, InsertValueInst>(user);
  if (auto *choice = dyn_cast<SelectInst>(&user)) {
    if (choice->getTrueValue() == choice->getFalseValue())
      return follow(user, depth);
    isMove = isKnownAtCall(*choice->getCondition()) || mutation::breaks("fuse", "choice unknown");
  }
  if (auto formula = isMove ? std::nullopt : formulaFor(user)) {
    if (formula->outputs.size() != 1 || formula->outputs[0].component >= 0)
      return std::nullopt;
    for (auto [i, input] : enumerate(formula->inputs)) {
      if (input.value != &value || !formula->hasPartial(0, i))
        continue;
      bool isKnown =
          all_of(formula->needs(0, i), [&](Value *need) { return isKnownAtCall(*need); });
      if (hop.input >= 0 || input.component >= 0 ||
          !(isKnown || mutation::breaks("fuse", "factor unknown")))
        return std::nullopt;
      hop.output = 0;
      hop.input = i;
    }
    if (hop.input < 0)
      return std::vector<WayOut>(); // no derivative goes this way
    isMove = true;
    if (formula->isOne(0, hop.input) && user.getType() == value.getType())
      return follow(user, depth);
  }
  if (isa<FreezeInst>(user))
    return follow(user, depth);
  if (!isMove || count(user.operand_values(), &value) != 1)
    return std::nullopt;
  Ways ways = follow(user, depth);
  if (ways)
    for (WayOut &way : *ways)
      way.insert(way.begin(), hop);
  return ways;
}

SeedAhead::Ways SeedAhead::followPhi(const Value &value, PHINode &phi, unsigned depth) {
  Loop *loop = loops.getLoopFor(phi.getParent());
  bool isSum = loop && loop->getHeader() == phi.getParent();
  BasicBlock *from = nullptr;
  for (unsigned i = 0; i != phi.getNumIncomingValues(); ++i)
    if (phi.getIncomingValue(i) == &value) {
      if (from)
        return std::nullopt;
      from = phi.getIncomingBlock(i);
    }
  bool isOnlyWay =
      from->getTerminator()->getNumSuccessors() == 1 || (isSum && from == loop->getLoopLatch());
  if (!(isOnlyWay || mutation::breaks("fuse", "other way")) || !alwaysLeadsTo(value, *from))
    return std::nullopt;
  return isSum ? followSum(value, phi, *loop, depth) : follow(phi, depth);
}

/// Wherever the loop is left once `value` was computed in an iteration, it is what goes
/// out.
bool SeedAhead::isLastWordAtExits(const Value &value, Loop &loop) {
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  auto *at = cast<Instruction>(&value);
  return all_of(exiting, [&](BasicBlock *block) {
    if (block != at->getParent() && dominators.dominates(block, at->getParent()))
      return true;
    if (block != loop.getLoopLatch())
      return false;
    return all_of(successors(block), [&](BasicBlock *exit) {
      return loop.contains(exit) || any_of(exit->phis(), [&](PHINode &phi) {
               return phi.getIncomingValueForBlock(block) == at;
             });
    });
  });
}

/// `value` comes into `sum`, a phi of the loop's header, from before or from the
/// iteration before.
SeedAhead::Ways SeedAhead::followSum(const Value &value, PHINode &sum, Loop &loop, unsigned depth) {
  BasicBlock *latch = loop.getLoopLatch();
  std::optional<Sums> sums = latch ? sumsOf(sum, &loop) : std::nullopt;
  if (!sums || !sums->members.contains(sum.getIncomingValueForBlock(latch)))
    return std::nullopt;
  if (loop.contains(cast<Instruction>(&value)) && !isLastWordAtExits(value, loop) &&
      !mutation::breaks("fuse", "not last"))
    return std::nullopt;
  return followExits(sums->leaves, loop, depth);
}

/// One sum goes out at each exit, and from all of them on the same way.
SeedAhead::Ways SeedAhead::followExits(ArrayRef<const Use *> leaves, Loop &loop, unsigned depth) {
  SmallMapVector<const BasicBlock *, const PHINode *, 4> last;
  for (const Use *leaf : leaves) {
    auto *phi = dyn_cast<PHINode>(leaf->getUser());
    if (!phi)
      return std::nullopt;
    auto [found, isNew] = last.try_emplace(phi->getParent(), phi);
    if (!isNew && found->second != phi)
      return std::nullopt;
  }
  SmallVector<BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks(exits);
  Ways ways;
  for (BasicBlock *exit : exits) {
    const PHINode *phi = last.lookup(exit);
    if (!phi ||
        any_of(phi->incoming_values(), [&](const Use &use) { return !is_contained(leaves, &use); }))
      return std::nullopt;
    Ways here = follow(*phi, depth);
    if (!here || (ways && *ways != *here))
      return std::nullopt;
    ways = std::move(here);
  }
  return ways;
}

/// What stands in the way of running the reverse here, whatever the adjoint.
std::string SeedAhead::whyNotHere(const CallInst &call) {
  bool isReplayable = call.hasMetadata(replayMark);
  bool leavesMemory = call.hasMetadata(leavesNothingMark) || call.hasMetadata(onlyAddsMark);
  if (isReplayable ? !leavesMemory : !writes.onlyReads(call))
    if (!mutation::breaks("fuse", "writes"))
      return "it may write memory";
  // Memory that holds no derivative (index lists) has no adjoints that could come too soon.
  auto isOfConst = [&](const Instruction &write) {
    const Value *pointer = writtenPointer(write);
    return pointer && activity.pointer(*pointer) == PointerActivity::Const;
  };
  if (!isReplayable && writes.mayChangeWhatReads(call, *call.getParent(), isOfConst) &&
      !mutation::breaks("fuse", "changed later"))
    return "what it reads may be written later";
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *, 16> later{call.getParent()};
  while (!later.empty()) {
    const BasicBlock *block = later.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    if (any_of(*block, [](const Instruction &at) { return at.mayThrow(); }) &&
        !mutation::breaks("fuse", "throws"))
      return "it or what comes later may throw";
    append_range(later, successors(block));
  }
  return "";
}

SeedAhead::Answer SeedAhead::ask(CallInst &call, ReturnActivity returned) {
  answer = {};
  answer.why = whyNotHere(call);
  if (!answer.why.empty())
    return std::move(answer);
  current = &call;
  bool hasAdjoint = returned == ReturnActivity::Out;
  Ways ways = !hasAdjoint ? std::vector<WayOut>() : isSeeded ? follow(call, 0) : std::nullopt;
  answer.isAhead = ways && (!hasAdjoint || !ways->empty());
  if (answer.isAhead)
    answer.ways = std::move(*ways);
  else
    answer.why = "the adjoint of its result is not known ahead";
  return std::move(answer);
}

} // namespace enzyme
