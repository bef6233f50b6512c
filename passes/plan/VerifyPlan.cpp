//===- VerifyPlan.cpp - every need is available --------------------------===//
//
// The plan is right when each need is kept, free, or recomputed from values that
// are; when nothing is computed again that may be another value then; and when each
// kept value lives at the level of its loop.
//===----------------------------------------------------------------------===//
#include "memory/Writes.h"
#include "plan/KeepOrRecompute.h"
#include "plan/Plan.h"
#include "regions/Iterations.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

class PlanVerifier {
public:
  PlanVerifier(const Plan &plan, const ShadowedPrimal &primal)
      : plan(plan), primal(primal), recomputing(primal, plan) {}

  std::string verify() {
    if (std::string wrong = verifyReplays(); !wrong.empty())
      return wrong;
    for (auto &[value, at] : plan.kept)
      if (std::string wrong = verifyLevel(value, at.level); !wrong.empty())
        return wrong;
    for (auto &[load, shift] : plan.shifted)
      if (std::optional<KeptAt> at = plan.onTape(load);
          at && at->behind > plan.levels[at->level].fields[at->field].lead)
        return complain(load, "lies on the tape before its leader's first element");
    for (const KeptArray &array : plan.arrays)
      for (LoadInst *load : array.loads)
        if (array.level != plan.levels[plan.levelOf.lookup(array.header)].parent ||
            !plan.encloses(plan.levelOf.lookup(array.header),
                           plan.levelOf.lookup(load->getParent())))
          return complain(load, "reads an array that is kept where its loop is not");
    for (unsigned level = 1; level != plan.levels.size(); ++level)
      if (std::string wrong = verifyJoined(level); !wrong.empty())
        return wrong;
    for (Value *value : plan.again)
      if (recomputing.availability(value) != Availability::Recomputed)
        return complain(value, "is computed again, and may be another value then");
    SmallVector<Value *, 32> work(plan.needs.begin(), plan.needs.end());
    while (!work.empty()) {
      Value *value = work.pop_back_val();
      if (!seen.insert(value).second || plan.isKept(value))
        continue;
      switch (recomputing.availability(value)) {
      case Availability::Free:
        break;
      case Availability::MustKeep:
        return complain(value, "is needed, and neither kept nor recomputable");
      case Availability::Recomputed:
        append_range(work, recomputing.operands(value));
      }
    }
    return "";
  }

private:
  std::string verifyLevel(Value *value, unsigned level) {
    const TapeLevel &at = plan.levels[level];
    if (plan.levelOf.lookup(cast<Instruction>(value)->getParent()) !=
        (at.isShared() ? at.loop : level))
      return complain(value, "is kept at another loop's level");
    auto repeated = plan.repeated.find(value);
    if (at.isShared() &&
        (repeated == plan.repeated.end() || repeated->second != at.around || at.around == at.loop ||
         !plan.encloses(at.around, at.loop) || at.parent != plan.levels[at.around].parent))
      return complain(value, "shares an array with runs of its loop in which it is another");
    return "";
  }

  /// How much all runs keep is known where the memory for it is allocated.
  std::string verifyJoined(unsigned level) {
    const TapeLevel &at = plan.levels[level], &around = plan.levels[at.parent];
    if (!at.isJoined)
      return "";
    if (!at.isCounted() || at.isShared() || !around.isCounted() || around.isShared() ||
        around.each < 0)
      return complain(at.header, "keeps its arrays with those of a loop that has none");
    auto isLate = [&](const Value *value) {
      auto *instruction = dyn_cast<Instruction>(value);
      return instruction &&
             !plan.encloses(plan.levelOf.lookup(instruction->getParent()), plan.holderOf(level));
    };
    if (isLate(at.trips) ||
        any_of(at.guards, [&](const TapeLevel::Guard &guard) { return isLate(guard.condition); }))
      return complain(at.trips, "is known too late for arrays of all runs");
    return "";
  }

  /// What a second run leaves out can be left out; the reverse of what ran with it is done.
  std::string verifyReplays() {
    for (const Argument &parameter : primal.prepared->args())
      if (SmallVector<const Instruction *, 8> writes;
          primal.key.runsAgain && parameter.hasAttribute(writtenOnceAttribute) &&
          !collectWritesThrough(parameter, writes))
        return complain(&parameter, "is read where it was to be written only");
    for (const DerivativeCall &made : primal.calls)
      if (made.isInPlace() && primal.key.mode != Mode::ReverseCombined)
        return complain(made.call, "runs together with its reverse where the sweeps are apart");
    return "";
  }

  static std::string complain(const Value *value, const char *what) {
    std::string text;
    raw_string_ostream(text) << *value << " " << what;
    return text;
  }

  const Plan &plan;
  const ShadowedPrimal &primal;
  Recomputing recomputing;
  SmallPtrSet<Value *, 32> seen;
};

} // namespace

std::string verifyPlan(const Plan &plan, const ShadowedPrimal &primal) {
  return PlanVerifier(plan, primal).verify();
}

void printPlan(raw_ostream &out, const Plan &plan, const ShadowedPrimal &primal) {
  out << "plan of " << primal.prepared->getName() << "\n";
  for (BasicBlock &block : *primal.function) {
    auto steps = plan.steps.find(&block);
    if (steps == plan.steps.end() || steps->second.empty())
      continue;
    out << "  block " << block.getName()
        << (plan.reversed.contains(&block) ? "" : " (not reversed)") << "\n";
    for (const LinearStep &step : steps->second) {
      out << "    ";
      printStep(out, step);
      out << "\n";
    }
  }
  for (unsigned level = 0; level != plan.levels.size(); ++level) {
    const TapeLevel &at = plan.levels[level];
    out << "  tape level " << level;
    if (at.header)
      out << (at.isShared()    ? " arrays for all runs of loop "
              : at.isCounted() ? " arrays of loop "
                               : " frames of loop ")
          << at.header->getName();
    if (at.isJoined)
      out << " behind those of loop " << plan.levels[at.parent].header->getName();
    out << ": " << at.elementBytes << " bytes" << (at.runsOnStack ? " on the stack" : "") << "\n";
  }
  for (const PHINode *phi : plan.fading)
    out << "  the adjoint of " << phi->getName() << " becomes zero where it is subnormal\n";
  for (const KeptArray &array : plan.arrays)
    out << "  tape level " << array.level << " keeps an array that " << array.loads.size()
        << " loads of loop " << array.header->getName() << " read\n";
  for (Value *need : plan.needs)
    if (isa<Instruction>(need))
      out << "  need "
          << (plan.isKept(need)     ? "kept  "
              : plan.arrayFor(need) ? "read from a copy of the array "
              : plan.onTape(need)   ? "read with what another load keeps "
                                    : "again ")
          << *need << "\n";
}

} // namespace enzyme
