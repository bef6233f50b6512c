//===- PlanLoops.cpp - which loops run again an iteration at a time ----------===//
//
// A loop whose iterations can run again (Replayable.h) and whose reverse would keep much
// (ReplayCost.h). Inside an iteration nothing is run a third time. But an inner loop that only
// adds to memory will run together with its reverse (SeedAhead.h), which nests.
//===----------------------------------------------------------------------===//
#include "Context.h"
#include "regions/Iterations.h"
#include "regions/Outline.h"
#include "regions/ReplayCost.h"
#include "regions/Versions.h"
#include "support/Mutation.h"

using namespace llvm;

namespace enzyme {
namespace {

class Search {
  using Because = LoopRegion::Because;

public:
  Search(Function &function, const TypeResults &types,
         function_ref<const ActivityResults &()> activity, const DerivativeKey &key, bool mayFuse)
      : types(types), activity(activity), mayFuse(mayFuse && key.mode == Mode::ReverseCombined),
        isIteration(function.hasFnAttribute(iterationAttribute)), analyses(function),
        replayable(function, types, analyses) {
    if (key.mode == Mode::ReverseAugmented && !analyses.loopInfo().empty())
      replayable.splitSweeps(key, activity());
  }

  /// The outermost loops that are worth it and allow it, and those they are not in.
  std::vector<LoopRegion> run() {
    std::vector<LoopRegion> regions;
    SmallVector<Loop *, 8> pending(analyses.loopInfo().begin(), analyses.loopInfo().end());
    for (size_t i = 0; i != pending.size(); ++i) {
      Loop &loop = *pending[i];
      regions.push_back(regionOf(loop));
      if (regions.back().verdict == RegionVerdict::Keep)
        pending.append(loop.begin(), loop.end());
    }
    return regions;
  }

private:
  LoopRegion regionOf(Loop &loop) {
    LoopRegion region;
    region.header = loop.getHeader();
    region.loop = region.header->getName().str();
    region.where = loop.getStartLoc();
    region.mayOverlap = region.header->getTerminator()->hasMetadata(mayOverlapMark);
    decide(loop, region);
    return region;
  }

  void decide(Loop &loop, LoopRegion &region) {
    auto keep = [&](Because because, StringRef why) {
      region.because = because;
      region.why = why.str();
    };
    if (!hasOutlineForm(loop, types, analyses))
      return keep(Because::Obstacle, "its body cannot be a function");
    if (std::string why = replayable.whyNot(loop, region.terms); !why.empty())
      return keep(Because::Obstacle, why);
    bool willFuse = mayFuse && region.terms.onlyAdds &&
                    (handsOnNoFloat(loop) || mutation::breaks("fuse", "hands on"));
    if (isIteration && !willFuse)
      return keep(Because::Inside, "is part of an iteration that runs again");
    if (!isWorthReplaying(loop, replayable, analyses, {&activity(), /*runsOnce=*/willFuse}))
      return keep(Because::TooLittle, "would keep little");
    region.verdict = RegionVerdict::Replay;
    region.why = region.terms.leavesNothing ? "leaves nothing but its results" : "";
  }

  /// From one iteration to the next, or out of the loop.
  static bool handsOnNoFloat(const Loop &loop) {
    SmallVector<BasicBlock *, 4> places;
    loop.getUniqueExitBlocks(places);
    places.push_back(loop.getHeader());
    return all_of(places, [](BasicBlock *block) {
      return none_of(block->phis(),
                     [](const PHINode &phi) { return phi.getType()->isFPOrFPVectorTy(); });
    });
  }

  const TypeResults &types;
  function_ref<const ActivityResults &()> activity;
  bool mayFuse, isIteration;
  Analyses analyses;
  Replayable replayable;
};

} // namespace

/// An error bound wants the rounding of every sum: it keeps them all. A second run leaves out what
/// the iteration writes, which no call in it would do. Forward mode has its values from the tape.
/// Of a team's thread each sum is judged by itself (shadow/OwnSums.h), in iterations it would not
/// be.
std::vector<LoopRegion> planLoops(const Context &context, const DerivativeKey &key, Function &form,
                                  const TypeResults &types,
                                  function_ref<const ActivityResults &()> activity) {
  bool isSplit = key.mode == Mode::ReverseAugmented && !key.servesForward && !key.inTeam;
  bool mayReplay = context.options.replay && (key.mode == Mode::ReverseCombined || isSplit) &&
                   key.errors == Errors::None && !key.runsAgain;
  if (!mayReplay)
    return {};
  return Search(form, types, activity, key, context.options.fuse).run();
}

} // namespace enzyme
