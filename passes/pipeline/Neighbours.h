//===- Neighbours.h - neighbouring requests become lanes of one ------------===//
//
// Problem: a Jacobian of two rows is often written as two requests,
//
//     __enzyme_autodiff(f, x, row0, y, seed0);
//     __enzyme_autodiff(f, x, row1, y, seed1);
//
// each of which runs f and keeps what its reverse sweep needs. One request of width 2 does
// that once.
//
// Here: such requests are found and become one, made of all their arguments. The earlier ones
// wait for the last one, so nothing in between may see or disturb them:
//
//   the function        does nothing but read and write behind its parameters
//                       (ArgumentEffects.h), and writes nothing that it reads
//   the values          are the same
//   the shadows         of one request overlap neither those of another nor what the function
//                       reads or writes itself, where either writes
//   what is in between  does not touch what a waiting request writes, nor write what it reads
//
// all of it known from the function that holds the requests. Where one of these is not known,
// requests stay as they are.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_NEIGHBOURS_H
#define ENZYME_PIPELINE_NEIGHBOURS_H

#include "Context.h"
#include "pipeline/ArgumentEffects.h"
#include "request/Request.h"
#include <map>

namespace enzyme {

/// Are there two requests that might become one? Quick, and errs towards yes.
bool mayHaveNeighbours(llvm::ArrayRef<Request> requests, const Options &options);

/// Requests side by side in one block, in its order; more than one.
struct Neighbourhood {
  std::vector<Request> members;
  Request whole;                                       ///< in place of all members
  llvm::SmallVector<llvm::Instruction *, 0> followers; ///< use a result before the last member
};

class Neighbours {
public:
  /// `context`: of the requests' workshop, prepared.
  explicit Neighbours(Context &context) : context(context) {}

  /// `requests` with neighbours as one. Calls of the new ones stand in front of the last one they
  /// replace; all calls are there until settle() or undo().
  std::vector<Request> merge(llvm::ArrayRef<Request> requests);
  bool areAny() const { return !found.empty(); }

  /// Derivatives exist: members' results are those of the whole, and their calls go.
  void settle();
  /// The new calls go.
  void undo();

private:
  const ArgumentEffects &conduct(const Request &request);
  void lookIn(llvm::Function &caller, llvm::ArrayRef<Request> requests);

  Context &context;
  std::map<llvm::Function *, ArgumentEffects> conducts;
  std::vector<Neighbourhood> found;
};

} // namespace enzyme
#endif
