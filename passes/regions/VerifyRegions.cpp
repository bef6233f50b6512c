//===- VerifyRegions.cpp - the region plan, checked and printed ---------------===//
#include "regions/Iterations.h"
#include "rules/openmp/TeamCalls.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

StringRef wordFor(RegionVerdict verdict) {
  switch (verdict) {
  case RegionVerdict::Keep:
    return "keep";
  case RegionVerdict::Replay:
    return "replay";
  case RegionVerdict::Fuse:
    return "fuse";
  case RegionVerdict::Snapshots:
    return "snapshots";
  case RegionVerdict::Team:
    return "team";
  }
  llvm_unreachable("a verdict without a word");
}

/// What is wrong with the verdict of one call.
static std::string faultOf(const CallBase &call, const CallRegion &region,
                           const DerivativeKey &key) {
  bool isFused = region.verdict == RegionVerdict::Fuse;
  if ((region.verdict == RegionVerdict::Replay) != call.hasMetadata(replayMark) && !isFused)
    return "a call whose mark is not its verdict";
  if (isFused && key.mode != Mode::ReverseCombined)
    return "a call that runs together with its reverse where the sweeps are apart";
  if (isFused != region.ahead.isAhead)
    return "a fused call whose adjoint is not known ahead, or one that is and is not fused";
  if (isFused && region.adjoints.size() != call.arg_size())
    return "a fused call without a place for each adjoint";
  if (isFused && any_of(region.ahead.ways, [](const WayOut &way) {
        return any_of(way, [](const Hop &hop) { return !hop.from || !hop.user; });
      }))
    return "a way that leads nowhere";
  if ((region.verdict == RegionVerdict::Team) != isTeamCall(call) && !isFused)
    return "a fork whose verdict is that of a call";
  return "";
}

/// What is wrong with what one call wants.
static std::string faultOf(const CallBase &call, const WantedDerivative &wanted,
                           const CallRegion *region, const DerivativeKey &key) {
  if (!wanted.key)
    return wanted.derivative ? "a derivative that no call asked for" : "";
  bool isFused = region && region->verdict == RegionVerdict::Fuse;
  bool isReplayed = region && region->verdict == RegionVerdict::Replay;
  if (wanted.key->primal != call.getCalledOperand()->stripPointerCasts())
    return "a call that wants a derivative of another function";
  if (wanted.key->arguments.size() != call.arg_size() ||
      wanted.key->overwritten.size() != call.arg_size())
    return "a wanted derivative that does not say what each argument is";
  if (wanted.key->runsAgain != isReplayed)
    return "a call that runs again and is not replayed, or the other way round";
  Mode mode = isForward(key.mode)     ? key.mode
              : isFused || isReplayed ? Mode::ReverseCombined
                                      : Mode::ReverseAugmented;
  return wanted.key->mode == mode ? ""
                                  : "a wanted derivative whose mode is not that of the verdict";
}

std::string verifyRegions(const RegionPlan &plan, const DerivativeKey &key,
                          const Function &function) {
  size_t replayed = count_if(
      plan.loops, [](const LoopRegion &loop) { return loop.verdict == RegionVerdict::Replay; });
  size_t marked = count_if(instructions(function),
                           [](const Instruction &at) { return at.hasMetadata(replayMark); });
  if (marked != replayed)
    return "replayed loops that are no calls, or calls of no loop";
  for (auto &[call, region] : plan.calls) {
    if (call->getFunction() != &function)
      return "a call of another function";
    if (std::string why = faultOf(*call, region, key); !why.empty())
      return why;
  }
  for (auto &[call, wanted] : plan.wanted) {
    if (call->getFunction() != &function)
      return "a wanted derivative for a call of another function";
    if (std::string why = faultOf(*call, wanted, plan.regionOf(*call), key); !why.empty())
      return why;
  }
  return "";
}

void print(raw_ostream &out, const RegionPlan &plan, const Function &function) {
  auto explained = [](StringRef why) { return why.empty() ? "" : (": " + why).str(); };
  out << "regions of " << function.getName() << "\n";
  for (const LoopRegion &loop : plan.loops)
    out << "  loop " << loop.loop << ": " << wordFor(loop.verdict) << explained(loop.why) << "\n";
  for (auto &[call, region] : plan.calls) {
    bool isFused = region.verdict == RegionVerdict::Fuse;
    out << " " << *call << ": " << wordFor(region.verdict) << explained(isFused ? "" : region.why)
        << "\n";
  }
}

} // namespace enzyme
