//===- ExplainRegions.cpp ---------------------------------------------------===//
#include "regions/ExplainRegions.h"
#include "regions/Iterations.h"
#include "report/Remarks.h"
#include "rules/openmp/TeamCalls.h"

using namespace llvm;

namespace enzyme {
namespace {

class Explainer {
public:
  Explainer(const Function &primal, const RegionPlan &plan, Remarks &remarks)
      : primal(primal), plan(plan), remarks(remarks) {}

  void run() {
    for (const LoopRegion &loop : plan.loops)
      if (!isSaidAnyway(loop))
        explain(loop);
    for (auto &[call, region] : plan.calls)
      explain(*call, region);
  }

private:
  void say(RemarkKind kind, const char *name, DebugLoc where, std::string text) {
    remarks.add({kind, name, &primal, std::move(where), std::move(text)});
  }

  /// Of the other version.
  bool isSaidAnyway(const LoopRegion &loop) const {
    return loop.mayOverlap && any_of(plan.loops, [&](const LoopRegion &other) {
             return !other.mayOverlap && other.where == loop.where && other.because == loop.because;
           });
  }

  void explain(const LoopRegion &loop) {
    if (loop.because == LoopRegion::Because::Obstacle)
      say(RemarkKind::Missed, "LoopNotReplayed", loop.where,
          std::string(loop.mayOverlap ? "where the arrays overlap, " : "") +
              "iterations of this loop cannot run again in the reverse sweep: " + loop.why);
    else if (loop.because == LoopRegion::Because::TooLittle)
      say(RemarkKind::Analysis, "LoopKeepsLittle", loop.where,
          "iterations of this loop keep too little to be worth running again");
  }

  void explain(const CallBase &call, const CallRegion &region) {
    const Function *callee = call.getCalledFunction();
    bool isLoop = callee && callee->hasFnAttribute(iterationAttribute);
    std::string name = callee ? "'" + sourceName(*callee) + "'" : "a function";
    DebugLoc where = call.getDebugLoc();
    if (region.verdict == RegionVerdict::Fuse && isLoop)
      return say(
          RemarkKind::Passed, "LoopFused", where,
          "each iteration of this loop runs together with its reverse: nothing of it is kept");
    if (region.verdict == RegionVerdict::Fuse && isTeamCall(call))
      return say(RemarkKind::Passed, "RegionFused", where,
                 "threads of this region go back through it before they meet: no tape outlives it");
    if (region.verdict == RegionVerdict::Fuse)
      return say(RemarkKind::Passed, "CallFused", where,
                 "the call of " + name + " runs together with its reverse: nothing of it is kept");
    bool isReplayed = region.verdict == RegionVerdict::Replay;
    if (isReplayed)
      say(RemarkKind::Passed, "LoopReplayed", where,
          "each iteration of this loop runs again right before its reverse: the tape "
          "holds one iteration");
    if (region.why.empty())
      return;
    if (isReplayed)
      return say(RemarkKind::Missed, "LoopNotFused", where,
                 "iterations of this loop run twice instead of once together with their reverse: " +
                     region.why);
    if (region.verdict == RegionVerdict::Team)
      return say(RemarkKind::Missed, "RegionNotFused", where,
                 "threads of this region keep what their reverse needs: " + region.why);
    say(RemarkKind::Missed, "CallNotFused", where,
        "the call of " + name + " does not run together with its reverse: " + region.why);
  }

  const Function &primal;
  const RegionPlan &plan;
  Remarks &remarks;
};

} // namespace

void explainRegions(const Function &primal, const RegionPlan &plan, Remarks &remarks) {
  Explainer(primal, plan, remarks).run();
}

} // namespace enzyme
