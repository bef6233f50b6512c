//===- Reading.h - what the calls of words were read as -------------------===//
//
// Between finding calls and handing out Requests: what is known about each call, from
// its own function and from each chain of callers. ParseCall.cpp fills it,
// ApplyReadings.cpp changes the module accordingly.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_READING_H
#define ENZYME_REQUEST_READING_H

#include "request/FindCalls.h"
#include "request/ParseCall.h"
#include "request/ReadArguments.h"
#include "request/Wrappers.h"
#include "llvm/ADT/MapVector.h"

namespace enzyme {

/// What a call was read as: one result per function it can be.
struct Reading {
  CallView view;
  std::vector<ReadResult> results;

  bool isWhole() const;

  /// True if a caller may know better: the function, or a marker, is a parameter.
  bool asksCallers() const;
};

/// One call of a word, and what is known about it.
struct Asked {
  FoundCall found;
  unsigned number = 0; ///< in CallMarks
  Reading reading;     ///< from its own function
  bool isReached = true;
  bool isResolvedByCallers = false;

  bool isOpen() const { return isReached && reading.asksCallers(); }
};

/// What a call is, when its function is reached through `chain`.
struct AskedByChain {
  Asked *asked;
  CallChain chain;
  Reading reading;
};

struct Readings {
  llvm::MapVector<llvm::Function *, std::vector<Asked>> byFunction;
  std::vector<AskedByChain> byChain;
};

/// Copies wrappers, separates choices, refuses what stayed unknown; the requests,
/// each with a call of its own.
std::vector<Request> applyReadings(Readings &readings, Diagnostics &diagnostics,
                                   const ParseOptions &options);

} // namespace enzyme
#endif
