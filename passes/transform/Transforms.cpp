//===- Transforms.cpp - functions that requests other than derivatives ask for -===//
#include "transform/Transforms.h"
#include "prepare/HideCompared.h"
#include "support/ReachedFunctions.h"
#include "transform/MakeBatch.h"

using namespace llvm;

namespace enzyme {

bool isTransform(const Request &request) {
  return request.family == Family::Batch || request.truncation;
}

Function *Transforms::truncate(const Truncation &truncation, Function &primal,
                               const Position &where) {
  auto [entry, isNew] = truncated.try_emplace(truncation, *primal.getParent(), truncation);
  TruncatedFunctions &copies = entry->second;
  size_t before = copies.made().size();
  Function *copy = copies.of(primal);
  append_range(functions, copies.made().drop_front(before));
  warnAboutUntouched(copies, where, context.diagnostics);
  return copy;
}

Function *Transforms::make(const Request &request, Function &primal, bool isInner) {
  assert(isTransform(request) && "derivatives are made elsewhere");
  for (Function *function : reachedFunctions({&primal}))
    revealCompared(*function);
  if (request.truncation)
    return truncate(*request.truncation, *keyFor(request, &primal).primal, request.where);
  BatchKey key = batchKeyOf(request, &primal);
  Function *&batch = batches[{key, isInner}];
  if (!batch) {
    batch = makeBatch(context, key, /*asVectors=*/!isInner);
    functions.push_back(batch);
  }
  return batch;
}

} // namespace enzyme
