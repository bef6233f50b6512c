//===- DeviceLimits.h - what derivatives on graphics processors cannot do --===//
//
// Problem: on a graphics processor there is only a part of the runtime library (rt-gpu/); many
// threads share the shadows that are variables of the module; and a function that waits for other
// threads in another way than at a barrier has no reverse here. A derivative that ignored this
// would not compile, or would be wrong.
//
// Here: such derivatives are refused at the request.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_DEVICELIMITS_H
#define ENZYME_PIPELINE_DEVICELIMITS_H

#include "request/Request.h"

namespace enzyme {

class Diagnostics;

/// Refuses what `derivative`, made for `request` in a module for a device, cannot do there.
/// `hasReverse`: it contains a reverse sweep, if only that of a derivative it is part of.
void keepToDevice(llvm::Function &derivative, const Request &request, bool hasReverse,
                  Diagnostics &diagnostics);

} // namespace enzyme
#endif
