//===- Iterations.cpp -----------------------------------------------------===//
#include "regions/Iterations.h"
#include "limits/regions.h"
#include "regions/Outline.h"
#include "regions/SizeVersions.h"
#include "support/Origins.h"
#include "types/LayoutTools.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Where the body goes its types must be known, too.
void declareTypes(Function &prepared, const TypeResults &types) {
  for (Instruction &at : instructions(prepared)) {
    if (!isa<LoadInst, StoreInst, MemIntrinsic>(at))
      continue;
    Layout touched = types.accessed(at);
    if (touched.known && touched.pieces.size() <= limits::piecesOfIteration)
      at.setMetadata(layoutMetadata, encode(touched, at.getContext()));
  }
}

} // namespace

Function *withIterations(Function &prepared, const TypeResults &types, ArrayRef<LoopRegion> loops,
                         ArrayRef<const LoadInst *> own) {
  auto isReplayed = [](const LoopRegion &loop) { return loop.verdict == RegionVerdict::Replay; };
  if (none_of(loops, isReplayed))
    return nullptr;
  declareTypes(prepared, types);
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&prepared, map);
  for (const LoadInst *load : own)
    cast<LoadInst>(map[load])->setMetadata(ownSumMark, MDNode::get(copy->getContext(), {}));
  copy->setName(prepared.getName() + ".replay");
  copy->setLinkage(GlobalValue::InternalLinkage);
  const Function &source = functionInSource(prepared);
  for (const LoopRegion &region : make_filter_range(loops, isReplayed)) {
    ReplayTerms copied = region.terms;
    copied.unwanted.clear();
    for (Value *root : region.terms.unwanted)
      copied.unwanted.insert(cast<Value>(map[root]));
    copied.copied.clear();
    for (auto [object, how] : region.terms.copied) {
      if (Value *there = map.lookup(how.bytes)) // none of a constant
        how.bytes = there;
      copied.copied.insert({cast<Value>(map[object]), how});
    }
    auto *header = cast<BasicBlock>(map[region.header]);
    if (!copied.copied.empty())
      chooseBySize(*header, copied);
    Analyses analyses(*copy);
    Loop *loop = analyses.loopInfo().getLoopFor(header);
    CallInst *call =
        outlineIteration(*loop, copied, analyses, "enzyme.iteration." + source.getName());
    noteIteration(*call->getCalledFunction(), source);
  }
  return copy;
}

} // namespace enzyme
