//===- KeepOrRecompute.cpp -----------------------------------------------===//
//
// Problem: the reverse sweep needs primal values. Keeping each costs memory
// traffic; recomputing each costs work, and needs other values in turn.
//
// The network: one node a value, its capacity the bytes it would take on the
// tape times 10 for each enclosing loop (trip counts are seldom known). What must
// be kept is a source, what is needed a sink, a recomputation an edge from each
// operand. A minimum cut is the cheapest set of values from which all needs can
// be recomputed. Square roots and library functions are sources too: they cost more
// than a load, unless the program says otherwise (RepeatedCalls.h). Divisions are
// between: repeating one is worth it unless something must be kept for that.
//===----------------------------------------------------------------------===//
#include "plan/KeepOrRecompute.h"
#include "plan/Distance.h"
#include "plan/RepeatedCalls.h"
#include "regions/Cost.h"
#include "report/Remarks.h"
#include "rules/Facts.h"
#include "rules/gpu/Launch.h"
#include "shadow/Outside.h"
#include "support/Ablation.h"
#include "support/MinCut.h"
#include "support/Mutation.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

const LoadInst *Recomputing::originOf(const LoadInst &load) const {
  const Instruction *mirrored = primal.mirrors.lookup(&load);
  return dyn_cast_or_null<LoadInst>(primal.origin(mirrored ? mirrored : &load));
}

bool Recomputing::mayReload(const LoadInst &load) {
  const LoadInst *origin = originOf(load);
  return origin && (!overwritten.mayChange(*origin) || mutation::breaks("plan.reload"));
}

bool Recomputing::isCheap(const Instruction &instruction) {
  if (ablation::leavesOut("recompute") && instruction.getType()->isFPOrFPVectorTy())
    return false;
  if (isOfLaunchAlone(instruction) && primal.prepared->hasFnAttribute(launchedByHostAttribute))
    return true;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return mayReload(*load);
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  bool isOneRun = primal.key.mode == Mode::ReverseCombined; // else another may come between
  return isCheapToRepeat(instruction) || (isOneRun && callee && findsOutside(*callee));
}

Availability Recomputing::availability(Value *value) {
  if (isa<Constant, Argument>(value))
    return Availability::Free;
  auto *instruction = cast<Instruction>(value);
  if (auto *alloca = dyn_cast<AllocaInst>(instruction))
    return (alloca->isStaticAlloca() || mutation::breaks("plan.address", "in a loop")) &&
                   primal.key.mode == Mode::ReverseCombined
               ? Availability::Free
               : Availability::MustKeep;
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    auto loop = primal.control.loops.find(phi->getParent());
    if (loop != primal.control.loops.end() && loop->second.counter == phi)
      return Availability::Free;
    return plan.inductions.contains(phi) ? Availability::Recomputed : Availability::MustKeep;
  }
  if (plan.arrayFor(instruction))
    return Availability::Recomputed; // read from the copy
  if (auto *load = dyn_cast<LoadInst>(instruction); load && plan.shifted.contains(load))
    return Availability::Recomputed; // read from what its leader keeps
  return isCheap(*instruction) || repeatedCall(primal, *value) ? Availability::Recomputed
                                                               : Availability::MustKeep;
}

SmallVector<Value *, 4> Recomputing::operands(Value *value) const {
  if (auto *phi = dyn_cast<PHINode>(value)) {
    assert(plan.inductions.contains(phi) && "no other phi is computed again");
    const Induction &induction = plan.inductions.find(phi)->second;
    return {induction.start, induction.step};
  }
  if (const KeptArray *array = plan.arrayFor(value)) {
    SmallVector<Value *, 4> indices;
    Value *pointer = cast<LoadInst>(value)->getPointerOperand();
    for (const Distance::Term &term : Distance::between(*array->base, *pointer, plan)->terms)
      indices.push_back(term.value);
    return indices;
  }
  if (auto *load = dyn_cast<LoadInst>(value))
    if (auto shift = plan.shifted.find(load); shift != plan.shifted.end())
      return {shift->second.leader};
  SmallVector<Value *, 4> result;
  if (const CallBase *call = repeatedCall(primal, *value)) {
    for (const Value *argument : call->args())
      result.push_back(primal.copyOf(argument));
    return result;
  }
  for (Value *operand : cast<Instruction>(value)->operands())
    if (!isa<BasicBlock, MetadataAsValue>(operand))
      result.push_back(operand);
  return result;
}

std::string Recomputing::whyKept(const LoadInst &load) {
  const LoadInst *origin = originOf(load);
  const Instruction *write = origin ? overwritten.ask(*origin).write : nullptr;
  if (write)
    return "the memory it is read from may be overwritten" + placeOf(*write);
  return origin ? "the caller may overwrite the memory it is read from"
                : "it is a record of the run";
}

std::string Recomputing::whyKept(const PHINode &phi) const {
  if (!primal.origin(&phi))
    return "the reverse sweep must know which way was taken, or how often";
  bool isLoop = primal.control.loops.contains(phi.getParent());
  return isLoop ? "it goes from one iteration to the next" : "it depends on which way was taken";
}

std::string Recomputing::whyKept(Value *value) {
  if (availability(value) == Availability::Recomputed)
    return "this is less than what it is computed from";
  for (const DerivativeCall &made : primal.calls)
    if (made.tape == value)
      return "the reverse of this call reads it";
  if (auto *phi = dyn_cast<PHINode>(value))
    return whyKept(*phi);
  if (auto *load = dyn_cast<LoadInst>(value))
    return whyKept(*load);
  if (isa<AllocaInst>(value))
    return "it is the address of memory of this run";
  bool isCall = isa<CallBase, ExtractValueInst>(value);
  return isCall ? "calling again would cost more" : "computing it again would cost more";
}

static constexpr uint64_t asked = 1024; // how much dearer keeping is where repeating was asked for

/// Bytes, times ten for each loop around in which there is another one.
static uint64_t priceOfValue(Value *value, const ShadowedPrimal &primal, const Plan &plan) {
  const DataLayout &layout = primal.function->getDataLayout();
  uint64_t bytes = layout.getTypeAllocSize(value->getType());
  if (repeatedCall(primal, *value))
    bytes *= asked; // keeping its arguments is what the program wants
  unsigned level = plan.levelOf.lookup(cast<Instruction>(value)->getParent());
  if (level == 0 && primal.key.mode == Mode::ReverseCombined)
    return 1; // a register or a stack slot
  uint64_t weight = 4;
  if (ablation::leavesOut("hoist")) // as dear in a loop as around it
    return bytes * weight;
  if (auto repeated = plan.repeated.find(value); repeated != plan.repeated.end()) {
    weight *= 10; // its own loop's, and those of the loops around where it is the same
    level = plan.levels[repeated->second].parent;
  }
  for (unsigned loops = 0; level != 0 && loops != 6; ++loops, level = plan.levels[level].parent)
    weight *= 10;
  return bytes * weight;
}

namespace {

class Network {
public:
  Network(const ShadowedPrimal &primal, const Plan &plan, Recomputing &recomputing)
      : primal(primal), plan(plan), recomputing(recomputing) {}

  std::vector<Value *> choose() {
    for (Value *need : plan.needs)
      if (recomputing.availability(need) != Availability::Free)
        flow.addSink(nodeOf(need));
    while (!work.empty())
      connect(work.pop_back_val());
    std::vector<Value *> kept;
    for (unsigned node : flow.cut())
      kept.push_back(values[node]);
    return kept;
  }

private:
  unsigned nodeOf(Value *value) {
    auto [found, isNew] = nodes.try_emplace(value, 0);
    if (isNew) {
      found->second = flow.addNode(cost(value));
      values.push_back(value);
      work.push_back(value);
    }
    return found->second;
  }

  void connect(Value *value) {
    assert(recomputing.availability(value) != Availability::Free &&
           "what is free takes no part in the cut");
    unsigned node = nodes.lookup(value);
    if (recomputing.availability(value) == Availability::MustKeep)
      return flow.addSource(node);
    if (isDivision(*value))
      flow.addSource(node, divisionPrice(value));
    for (Value *operand : recomputing.operands(value))
      if (recomputing.availability(operand) != Availability::Free)
        flow.addEdge(nodeOf(operand), node);
  }

  static bool isDivision(const Value &value) {
    return cast<Instruction>(value).getOpcode() == Instruction::FDiv;
  }

  /// Somewhat less than writing and reading its result; never worth the smallest value.
  uint64_t divisionPrice(Value *value) const { return std::max<uint64_t>(2, cost(value) / 4 * 3); }

  uint64_t cost(Value *value) const { return priceOfValue(value, primal, plan); }

  const ShadowedPrimal &primal;
  const Plan &plan;
  Recomputing &recomputing;
  MinCut flow;
  DenseMap<Value *, unsigned> nodes;
  std::vector<Value *> values;
  SmallVector<Value *, 32> work;
};

} // namespace

std::vector<Value *> chooseKept(const ShadowedPrimal &primal, const Plan &plan,
                                Recomputing &recomputing) {
  return Network(primal, plan, recomputing).choose();
}

uint64_t priceOf(ArrayRef<Value *> values, const ShadowedPrimal &primal, const Plan &plan) {
  uint64_t sum = 0;
  for (Value *value : values)
    sum += priceOfValue(value, primal, plan);
  return sum;
}

void visitNeeds(const Plan &plan, Recomputing &recomputing,
                function_ref<void(Value &, Availability)> visit) {
  SmallPtrSet<Value *, 32> seen;
  SmallVector<Value *, 32> work(plan.needs.begin(), plan.needs.end());
  while (!work.empty()) {
    Value *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    Availability availability = recomputing.availability(value);
    visit(*value, availability);
    if (availability == Availability::Recomputed)
      append_range(work, recomputing.operands(value));
  }
}

SmallPtrSet<Value *, 32> computedAgain(const Plan &plan, Recomputing &recomputing) {
  SmallPtrSet<Value *, 32> again;
  SmallVector<Value *, 32> work(plan.needs.begin(), plan.needs.end());
  while (!work.empty()) {
    Value *value = work.pop_back_val();
    if (plan.isKept(value) || recomputing.availability(value) != Availability::Recomputed ||
        !again.insert(value).second)
      continue;
    append_range(work, recomputing.operands(value));
  }
  return again;
}

} // namespace enzyme
