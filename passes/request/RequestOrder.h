//===- RequestOrder.h - inner requests first ------------------------------------===//
#ifndef ENZYME_REQUEST_REQUESTORDER_H
#define ENZYME_REQUEST_REQUESTORDER_H

#include "report/Diagnostics.h"
#include "request/Request.h"

namespace enzyme {

/// Sorts so that a request inside a function that another one differentiates
/// comes before that one. A request that leads back to itself is refused.
std::vector<Request> orderRequests(std::vector<Request> requests, Diagnostics &diagnostics);

} // namespace enzyme
#endif
