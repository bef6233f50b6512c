//===- PairRules.h - the rule of a call through a pair of derivatives -----===//
#ifndef ENZYME_REQUEST_PAIRRULES_H
#define ENZYME_REQUEST_PAIRRULES_H

#include "request/ParseGlobals.h"

namespace enzyme {

/// Attribute of the functions R f(p, x…) that call through a pointer whose shadow may
/// be a pair (prepare/DerivativePairs.h).
inline constexpr const char *throughPairAttribute = "enzyme.through.pair";
/// Metadata of calls through pointers that need not be looked at again.
inline constexpr const char *expandedMark = "enzyme.expanded";

/// Metadata on the direct calls that are made of one through a pointer: the callee may never be
/// called here, so a missing derivative is not an error yet.
inline constexpr const char *candidateMark = "enzyme.candidate";
/// Answers whether a pointer's shadow is a pair.
inline constexpr const char *questionOfPairs = "enzyme.has.pair";

/// Gives each of them its rule: load the derivative from the pair and call it, with
/// the signatures of registered rules and a tape that is a pointer.
void addPairRules(llvm::Module &workshop, UserRules &rules);

} // namespace enzyme
#endif
