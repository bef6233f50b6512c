//===- Iterations.cpp -----------------------------------------------------===//
#include "regions/Iterations.h"
#include "regions/Versions.h"
#include "regions/Outline.h"
#include "regions/ReplayCost.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Where the body goes its types must be known, too.
void declareTypes(Function &prepared, const TypeResults &types) {
  constexpr size_t mostPieces = 64;
  for (Instruction &at : instructions(prepared)) {
    if (!isa<LoadInst, StoreInst, MemIntrinsic>(at))
      continue;
    Layout touched = types.accessed(at);
    if (touched.known && touched.pieces.size() <= mostPieces)
      at.setMetadata(layoutMetadata, encode(touched, at.getContext()));
  }
}

class Search {
  using Verdict = LoopDecision::Verdict;

public:
  Search(Function &function, const TypeResults &types, bool mayFuse,
         std::vector<LoopDecision> &decisions)
      : types(types), isIteration(function.hasFnAttribute(iterationAttribute)), mayFuse(mayFuse),
        decisions(decisions), analyses(function), replayable(function, types, analyses) {}

  /// The outermost loops that are worth it and allow it.
  std::vector<std::pair<BasicBlock *, ReplayTerms>> find() {
    SmallVector<Loop *, 8> pending(analyses.loopInfo().begin(), analyses.loopInfo().end());
    std::vector<std::pair<BasicBlock *, ReplayTerms>> found;
    for (size_t i = 0; i != pending.size(); ++i) {
      ReplayTerms terms;
      if (admits(*pending[i], terms))
        found.push_back({pending[i]->getHeader(), terms});
      else
        pending.append(pending[i]->begin(), pending[i]->end());
    }
    return found;
  }

private:
  bool admits(Loop &loop, ReplayTerms &terms) {
    auto say = [&](LoopDecision::Verdict verdict, StringRef why) {
      const BasicBlock &header = *loop.getHeader();
      decisions.push_back({verdict, header.getName().str(), loop.getStartLoc(), why.str(),
                           header.getTerminator()->hasMetadata(mayOverlapMark)});
      return verdict == Verdict::Replayed;
    };
    if (!hasOutlineForm(loop, types, analyses))
      return say(Verdict::Cannot, "its body cannot be a function");
    if (std::string why = replayable.whyNot(loop, terms); !why.empty())
      return say(Verdict::Cannot, why);
    bool isFused =
        mayFuse && terms.onlyAdds && (handsOnNoFloat(loop) || mutation::breaks("fuse", "hands on"));
    if (isIteration && !isFused)
      return say(Verdict::Inside, "is part of an iteration that runs again");
    if (!isWorthReplaying(loop, replayable, analyses, /*runsOnce=*/isFused))
      return say(Verdict::TooLittle, "would keep little");
    return say(Verdict::Replayed,
               terms.leavesNothing ? "replayed, and leaves nothing but its results" : "replayed");
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
  bool isIteration, mayFuse;
  std::vector<LoopDecision> &decisions;
  Analyses analyses;
  Replayable replayable;
};

} // namespace

void print(raw_ostream &out, const Function &prepared, ArrayRef<LoopDecision> decisions) {
  out << "replay of " << prepared.getName() << "\n";
  for (const LoopDecision &decision : decisions)
    out << "  loop " << decision.loop << ": " << decision.why << "\n";
}

Function *withIterations(Function &prepared, const TypeResults &types, bool mayFuse,
                         std::vector<LoopDecision> &decisions) {
  auto found = Search(prepared, types, mayFuse, decisions).find();
  if (found.empty())
    return nullptr;
  declareTypes(prepared, types);
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&prepared, map);
  copy->setName(prepared.getName() + ".replay");
  copy->setLinkage(GlobalValue::InternalLinkage);
  StringRef name = prepared.getName();
  name.consume_front("enzyme.prepared.");
  for (auto &[header, terms] : found) {
    Analyses analyses(*copy);
    ReplayTerms copied;
    copied.leavesNothing = terms.leavesNothing;
    copied.onlyAdds = terms.onlyAdds;
    for (Value *root : terms.unwanted)
      copied.unwanted.insert(cast<Value>(map[root]));
    Loop *loop = analyses.loopInfo().getLoopFor(cast<BasicBlock>(map[header]));
    outlineIteration(*loop, copied, analyses, "enzyme.iteration." + name);
  }
  return copy;
}

} // namespace enzyme
