//===- ParseCall.h - from calls in a module to Requests -------------------===//
//
// Finds every call of a word of Vocabulary.def and says what it asks for. Works
// on unoptimised IR, where markers and function pointers go through memory.
// Requests whose function is a parameter of the function around them (wrappers)
// are resolved by copying that function for each caller; a choice between two
// functions becomes two requests. The module changes in these two cases only,
// and means the same afterwards.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_PARSECALL_H
#define ENZYME_REQUEST_PARSECALL_H

#include "report/Diagnostics.h"
#include "request/Request.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// True if the module declares a word and uses it: cheap, no analysis.
bool mentionsRequests(const llvm::Module &module);

struct ParseOptions {
  /// Leave requests alone whose function is unknown, instead of refusing them.
  bool leaveUnknown = false;
};

/// Every request in the module, those inside functions that other requests
/// differentiate before the latter. What cannot be understood is refused through
/// `diagnostics` and left out. Structures passed by value and references are read
/// off the front end's code: parse before any optimisation.
std::vector<Request> parseRequests(llvm::Module &module, Diagnostics &diagnostics,
                                   const ParseOptions &options = {});

/// Prints every request of a copy of the module and the signature of its
/// derivative (`opt -passes='print<ad-request>'`).
void printRequestState(const llvm::Module &module, llvm::raw_ostream &out);

} // namespace enzyme
#endif
