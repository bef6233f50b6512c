//===- Outside.h - functions by which numbers leave memory, or come in ------===//
//
// What a program writes to a file, to a socket or into text, and reads again, is a constant
// to the derivative when it comes back. Here: which functions write so, and which read.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_OUTSIDE_H
#define ENZYME_RULES_CALLS_OUTSIDE_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

enum class Outside {
  Text = 1,   ///< digits in the program's memory
  Stream = 2, ///< files, pipes, sockets
  Both = 3,
  Bytes = 4, ///< what a stream collected, as a string
  All = 7,
  Facet = 8, ///< of a std::locale
};
inline constexpr unsigned outsideWays = 4;

struct OutsideCall {
  Outside where;
  bool isRead;
  /// What is written: the arguments from this one on, numbers or where they lie.
  unsigned firstWritten = 0;
  /// The stream, if there is one: standard output is not read again.
  int stream = -1;
};

/// Does `call` take numbers out of the program's memory, or bring some?
std::optional<OutsideCall> outsideCall(const llvm::CallBase &call);

} // namespace enzyme
#endif
