//===- ExplainPlan.cpp ----------------------------------------------------===//
//
// Registers and stack slots of a derivative that does both sweeps are not spoken of:
// only what is kept once an iteration costs memory.
//===----------------------------------------------------------------------===//
#include "plan/ExplainPlan.h"
#include "plan/KeepOrRecompute.h"
#include "plan/RepeatedCalls.h"
#include "regions/Iterations.h"
#include "regions/Versions.h"
#include "report/Remarks.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

std::string bytesText(uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

class Explainer {
public:
  Explainer(const Plan &plan, const ShadowedPrimal &primal, Remarks &remarks)
      : plan(plan), primal(primal), remarks(remarks), recomputing(primal, plan) {
    Analyses prepared(*primal.prepared);
    for (const Loop *loop : prepared.loopInfo().getLoopsInPreorder())
      starts[copyOf(*loop->getHeader())] = loop->getStartLoc();
    for (const BasicBlock &block : *primal.prepared)
      origins[copyOf(block)] = &block;
  }

  void run() {
    for (bool isSecondVersion : {false, true})
      for (auto &[value, at] : plan.kept)
        if (runsWhereArraysOverlap(*cast<Instruction>(value)) == isSecondVersion)
          explainKept(value, at);
    for (const KeptArray &array : plan.arrays)
      say(RemarkKind::Passed, "ArrayKept", placeOfCopy(array.loads.front()),
          "the array that is read here is kept" + howOften(array.level) +
              ", in place of what is read");
    for (Value *need : plan.needs)
      if (!plan.isKept(need))
        explainAgain(*need);
    for (auto &[block, idle] : plan.idleLoops)
      say(RemarkKind::Passed, "LoopPassedBy", placeOfCopy(idle.condition),
          "the reverse sweep passes by the loop of a result that was not chosen");
    for (PHINode *phi : plan.fading)
      say(RemarkKind::Passed, "SubnormalsFlushed", placeOfCopy(phi),
          "an adjoint that each iteration multiplies becomes zero once it is subnormal "
          "(-fno-enzyme-flush-subnormals keeps it)");
    explainTape();
  }

private:
  const BasicBlock *copyOf(const BasicBlock &block) const {
    return cast<BasicBlock>(static_cast<const Value *>(primal.copies->lookup(&block)));
  }

  void say(RemarkKind kind, const char *name, DebugLoc where, std::string text,
           uint64_t bytes = 0) {
    remarks.add({kind, name, primal.key.primal, std::move(where), std::move(text), bytes});
  }

  /// Where the source has what `copy` stands for; copies have no lines.
  DebugLoc placeOfCopy(const Value *copy) {
    auto *at = dyn_cast_or_null<Instruction>(copy);
    auto *origin = dyn_cast_or_null<Instruction>(at ? primal.origin(at) : nullptr);
    if (origin && origin->getDebugLoc() && !isa<PHINode>(origin))
      return origin->getDebugLoc();
    if (at && starts.contains(at->getParent())) // goes around the loop
      return starts.lookup(at->getParent());
    return at ? firstPlaceIn(origins.lookup(at->getParent())) : DebugLoc();
  }

  static DebugLoc firstPlaceIn(const BasicBlock *block) {
    if (block)
      for (const Instruction &at : *block)
        if (at.getDebugLoc() && at.getDebugLoc().getLine() != 0)
          return at.getDebugLoc();
    return DebugLoc();
  }

  bool isIteration() const { return primal.key.primal->hasFnAttribute(iterationAttribute); }

  /// " at line 5", of a loop.
  std::string lineOf(unsigned level) {
    const DebugLoc start = starts.lookup(plan.levels[level].header);
    return start ? " at line " + std::to_string(start.getLine()) : "";
  }

  /// " in each iteration of the loop at line 5 inside that at line 3".
  std::string howOften(unsigned level) {
    if (level == 0)
      return " once a call";
    std::string text = " in each iteration of the loop" + lineOf(level);
    const char *link = " inside that";
    while ((level = plan.levels[level].parent) != 0) {
      text += link + lineOf(level);
      link = " and that";
    }
    return text;
  }

  bool runsWhereArraysOverlap(const Instruction &at) {
    const BasicBlock *origin = origins.lookup(at.getParent());
    return origin && origin->getTerminator()->hasMetadata(mayOverlapMark);
  }

  void explainKept(Value *value, KeptAt at) {
    if (at.level == 0 && primal.key.mode == Mode::ReverseCombined)
      return;
    auto &instruction = *cast<Instruction>(value);
    uint64_t bytes = plan.levels[at.level].fields[at.field].bytes;
    DebugLoc where = placeOfCopy(&instruction);
    bool isSecondVersion = runsWhereArraysOverlap(instruction);
    if (isSecondVersion && keptAnyway.contains(where.get()))
      return;
    keptAnyway.insert(where.get());
    say(RemarkKind::Missed, "ValueKept", where,
        (isSecondVersion ? "where the arrays overlap, " : "") + bytesText(bytes) + " kept" +
            howOften(at.level) + ": " + recomputing.whyKept(value) +
            (isIteration() ? " (until the iteration is over)" : ""),
        bytes);
  }

  void explainAgain(const Value &need) {
    auto *at = dyn_cast<Instruction>(&need);
    if (!at || !primal.origin(at))
      return;                                       // an address, or a record of control flow
    if (plan.onTape(const_cast<Instruction *>(at))) // const_cast: a question
      return say(RemarkKind::Passed, "ValueKeptWithAnother", placeOfCopy(at),
                 "nothing kept for this: an earlier iteration keeps what is read here");
    if (plan.arrayFor(at))
      return; // said of the array
    if (auto *load = dyn_cast<LoadInst>(at))
      return say(RemarkKind::Passed, "ValueLoadedAgain", placeOfCopy(load),
                 "loaded again in the reverse sweep: nothing writes there in between");
    if (repeatedCall(primal, need))
      return say(RemarkKind::Passed, "CallRepeated", placeOfCopy(at),
                 "called again in the reverse sweep, as the program asks");
    if (at->getType()->isFPOrFPVectorTy() && !isa<PHINode>(at))
      say(RemarkKind::Passed, "ValueRecomputed", placeOfCopy(at),
          "computed again in the reverse sweep");
  }

  void explainTape() {
    std::string text;
    for (unsigned level = 0; level != plan.levels.size(); ++level) {
      const TapeLevel &at = plan.levels[level];
      bool isOnStack = level == 0 && primal.key.mode == Mode::ReverseCombined;
      if (at.elementBytes == 0 || isOnStack)
        continue;
      text += (text.empty() ? " keeps " : ", ") + bytesText(at.elementBytes) + howOften(level);
      if (level != 0)
        text += at.runsOnStack   ? " (an array on the stack)"
                : at.isCounted() ? " (an array)"
                                 : " (a chain, as its length is not known ahead)";
    }
    std::string name = "'" + sourceName(*primal.key.primal) + "'";
    if (!isIteration())
      return say(RemarkKind::Analysis, "Tape", {},
                 "the reverse derivative of " + name +
                     (text.empty() ? " keeps nothing of its own" : text));
    if (!text.empty())
      say(RemarkKind::Analysis, "Tape", firstPlaceIn(&primal.prepared->getEntryBlock()),
          "while it is reversed, an iteration in " + name + text);
  }

  const Plan &plan;
  const ShadowedPrimal &primal;
  Remarks &remarks;
  Recomputing recomputing;
  DenseSet<const DILocation *> keptAnyway;       ///< whether arrays overlap or not
  DenseMap<const BasicBlock *, DebugLoc> starts; ///< of loops, by header in the copy
  DenseMap<const BasicBlock *, const BasicBlock *> origins;
};

} // namespace

void explainPlan(const Plan &plan, const ShadowedPrimal &primal, Remarks &remarks) {
  Explainer(plan, primal, remarks).run();
}

void explainActivity(const Function &primal, const Function &prepared,
                     const ActivityResults &activity, Remarks &remarks) {
  for (const Instruction &at : instructions(prepared))
    if (at.getDebugLoc() && !isa<PHINode>(at) &&
        activity.isActive(static_cast<const Value &>(at)) && !at.hasMetadata(replayMark))
      remarks.add({RemarkKind::Analysis, "Active", &primal, at.getDebugLoc(),
                   "carries derivative: " + activity.reason(at).str()});
}

} // namespace enzyme
