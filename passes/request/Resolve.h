//===- Resolve.h - what the arguments of a request call are ---------------===//
//
// Looks from a request call (in a simplified copy of its caller) backwards at
// each argument: is it a marker, a constant, and which functions can the first
// one be? Decides nothing about what the request means.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_RESOLVE_H
#define ENZYME_REQUEST_RESOLVE_H

#include "request/FindCalls.h"
#include "request/NamedMemory.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include <string>
#include <vector>

namespace enzyme {

/// One argument of the call behind the function argument.
struct SeenArgument {
  unsigned index = 0; ///< among the call's arguments
  std::optional<Marker> marker;
  std::string unknownMarker;        ///< name of an enzyme_… variable that is not a marker
  std::optional<int64_t> constant;  ///< value of a constant integer
  bool isTapeSize = false;          ///< what a call of __enzyme_augmentsize gave
  std::optional<NamedMemory> named; ///< the global variable that is passed
  std::vector<unsigned> copiedFrom; ///< arguments whose pointers it holds (CopiedShadows.h)
  bool isNeverSet = false;          ///< memory of the caller's that holds nothing yet
  bool comesFromParameter = false;  ///< of the function around the call
};

/// What is seen of a call. Empty `functions`: the function is not known here.
struct CallView {
  llvm::CallBase *call = nullptr; ///< the original call, not the copy
  Position where;
  Family family = Family::Autodiff;
  std::optional<unsigned> resultArgument;   ///< hidden result pointer of the call
  std::optional<unsigned> functionArgument; ///< none: the call has no arguments
  llvm::SmallSetVector<llvm::Function *, 2> functions;
  bool functionFromParameter = false; ///< callers may know the function
  std::string whyUnknown;             ///< "is …", when it is not known
  std::vector<SeenArgument> arguments;
};

/// Fills a view of `found`, as seen in `copy`, a copy of its call (or the same).
CallView viewOf(const FoundCall &found, llvm::CallBase &copy);

/// The marker a value is: a global of exactly that name by value or address,
/// also through a local variable, or a metadata string.
std::optional<Marker> markerIn(const llvm::Value *value);

} // namespace enzyme
#endif
