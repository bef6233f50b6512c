//===- ReadSplit.h - seed and tape of the split requests (room-private) ---===//
#ifndef ENZYME_REQUEST_READSPLIT_H
#define ENZYME_REQUEST_READSPLIT_H

#include "request/ReadArguments.h"

namespace enzyme {

/// What a reader fills.
struct ReadInto {
  Request &request;
  llvm::SmallVectorImpl<Refusal> &refusals;
};

/// Notes where the bound on rounding errors is to go (ReadTruncation.cpp).
void readErrorBound(const CallView &view, const SeenArgument &sum, ReadInto into);

/// Do enzyme_allocated and enzyme_tape go together, and with this request?
/// `isSizeAsked`: the number of bytes is what __enzyme_augmentsize returns.
void checkTapeMarkers(const CallView &view, bool isSizeAsked, ReadInto into);

/// The arguments `rest` behind the parameters of the reverse half: [seed], [tape].
/// `byRef`: the seed lies in so many bytes behind the first of them.
void readSurplus(const CallView &view, llvm::ArrayRef<unsigned> rest, std::optional<int64_t> byRef,
                 ReadInto into);

} // namespace enzyme
#endif
