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
#include "rules/gpu/Devices.h"
#include "support/Mutation.h"

using namespace llvm;

namespace enzyme {
namespace {

class Search {
  using Because = LoopRegion::Because;

public:
  Search(const Options &options, const LoopQuestion &question, const DerivativeKey &key)
      : types(question.types), activity(question.activity),
        mayFuse(options.fuse && key.mode == Mode::ReverseCombined),
        mostBytesKept(uint64_t(options.copied_state) << 20),
        isIteration(question.form.hasFnAttribute(iterationAttribute)), analyses(question.form),
        replayable(question.form, types, analyses) {
    if (key.mode == Mode::ReverseAugmented && !analyses.loopInfo().empty())
      replayable.splitSweeps(key, activity());
    // The second half of a split derivative may run several times, and the copy is the second run's
    // to change. On devices memory for it is dear.
    if (key.mode == Mode::ReverseCombined && !key.inTeam &&
        !isForDevice(*question.form.getParent()))
      replayable.copyState(/*mustDeclare=*/question.isForMore);
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
    if (!isWorthReplaying(loop, replayable, analyses,
                          {&activity(), /*runsOnce=*/willFuse, &region.terms}))
      return keep(Because::TooLittle, region.terms.copied.empty()
                                          ? "would keep little"
                                          : "would keep little more than what it changes");
    region.verdict = RegionVerdict::Replay;
    region.why = region.terms.leavesNothing ? "leaves nothing but its results"
                 : region.terms.copied.empty()
                     ? ""
                     : "from a copy of what it changes, if it would keep much";
    region.terms.mostBytesKept = mostBytesKept;
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
  bool mayFuse;
  uint64_t mostBytesKept; ///< without a copy of what iterations change
  bool isIteration;
  Analyses analyses;
  Replayable replayable;
};

} // namespace

/// An error bound wants the rounding of every sum: it keeps them all. A second run leaves out what
/// the iteration writes, which no call in it would do. Forward mode has its values from the tape.
/// Of a team's thread each sum is judged by itself (shadow/OwnSums.h), in iterations it would not
/// be.
std::vector<LoopRegion> planLoops(const Context &context, const DerivativeKey &key,
                                  LoopQuestion question) {
  bool isSplit = key.mode == Mode::ReverseAugmented && !key.servesForward && !key.inTeam;
  bool mayReplay = context.options.replay && (key.mode == Mode::ReverseCombined || isSplit) &&
                   key.errors == Errors::None && !key.runsAgain;
  if (!mayReplay)
    return {};
  return Search(context.options, question, key).run();
}

} // namespace enzyme
