//===- OpenObjects.h - do files leave requests open? ----------------------===//
#ifndef ENZYME_DRIVER_OPEN_OBJECTS_H
#define ENZYME_DRIVER_OPEN_OBJECTS_H

#include "Invocation.h"
#include "llvm/ADT/StringRef.h"

namespace enzyme::driver {

// How the names begin that the link has to define (passes/carry/OpenRecord.h).
inline constexpr char OpenSymbol[] = "enzyme_open.derivative_of.";

// True if the object, or a member of the archive, leaves a request open. False for
// everything else, also for what is not there.
bool leavesRequestsOpen(const std::string &path);

// The same of any file that the line links, as far as the driver sees it.
bool leavesRequestsOpen(const Invocation &invocation);

} // namespace enzyme::driver

#endif
