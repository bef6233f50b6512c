//===- ReadStrips.h - how many lanes, also as the run says (room-private) --===//
#ifndef ENZYME_REQUEST_READSTRIPS_H
#define ENZYME_REQUEST_READSTRIPS_H

#include "request/ReadSplit.h"

namespace enzyme {

/// The argument `lanes` behind enzyme_width: a constant, or known at run time.
void readLanes(const CallView &view, const SeenArgument &lanes, ReadInto into);

/// What a request whose width is known at run time cannot have: lanes without a stride, a tape by
/// value. Results that are not taken are const.
void readStrips(const CallView &view, ReadInto into);

} // namespace enzyme
#endif
