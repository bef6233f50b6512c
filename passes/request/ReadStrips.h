//===- ReadStrips.h - a width that only the run knows (room-private) ------===//
#ifndef ENZYME_REQUEST_READSTRIPS_H
#define ENZYME_REQUEST_READSTRIPS_H

#include "request/ReadSplit.h"

namespace enzyme {

/// What such a request cannot have: lanes that no stride leads to, structures in
/// memory, halves of a split derivative. Results that nobody takes are const.
void readStrips(const CallView &view, ReadInto into);

} // namespace enzyme
#endif
