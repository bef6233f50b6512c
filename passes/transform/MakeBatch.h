//===- MakeBatch.h - the function that serves a batch ---------------------===//
#ifndef ENZYME_TRANSFORM_MAKEBATCH_H
#define ENZYME_TRANSFORM_MAKEBATCH_H

#include "Context.h"
#include "request/Batch.h"

namespace enzyme {

/// A new function of the type BatchSignature::of(key): W evaluations of key.primal,
/// as if one after the other. `asVectors`: lanes run together where nothing tells
/// the difference; else they are plain calls, which can be differentiated.
llvm::Function *makeBatch(Context &context, const BatchKey &key, bool asVectors);

} // namespace enzyme
#endif
