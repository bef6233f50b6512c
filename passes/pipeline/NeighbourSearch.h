//===- NeighbourSearch.h - which requests of one function can be one --------===//
//
// The conditions of Neighbours.h, asked of a simplified copy of the function that holds the
// requests: there, memory is in registers and small callees are inlined, so that requests side by
// side are in one block.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_NEIGHBOURSEARCH_H
#define ENZYME_PIPELINE_NEIGHBOURSEARCH_H

#include "pipeline/ArgumentEffects.h"
#include "request/Request.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace enzyme {

/// Nothing about the request itself keeps it from being a lane among others.
bool mayBeLane(const Request &request);

struct NeighboursFound {
  /// Of each neighbourhood its members' indices, in the order of the block.
  std::vector<llvm::SmallVector<unsigned, 4>> groups;
  /// A request that is like the one before it and stays alone, and why.
  struct Alone {
    unsigned request;
    std::string why;
  };
  std::vector<Alone> alone;
};

/// `requests`: of `caller`, lanes all of them.
NeighboursFound
findNeighbours(llvm::Function &caller, llvm::ArrayRef<Request> requests,
               llvm::function_ref<const ArgumentEffects &(const Request &)> argumentEffectsOf);

} // namespace enzyme
#endif
