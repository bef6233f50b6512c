//===- WantedDerivatives.h - which derivatives of others a derivative calls ----===//
//
// Problem: a derivative calls derivatives of the functions that its primal calls: of some mode,
// with some arguments constant, some memory overwritten before the reverse sweep. If the room that
// makes such a call asked for the function while it works, functions would be declared and rules
// written in the middle of another derivative, and what is wanted could be neither seen nor
// checked.
//
// Here: the list of them, a value of the region plan, decided after the verdicts on calls. The
// queue (pipeline/Derivatives.cpp) answers the whole list before shadow/ begins; later rooms find
// the functions in it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_WANTEDDERIVATIVES_H
#define ENZYME_REGIONS_WANTEDDERIVATIVES_H

#include "abi/DerivativeKey.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace enzyme {

/// What one active call of the prepared function wants.
struct WantedDerivative {
  /// Of what the primal sweep calls, or, for a call that runs again, the reverse sweep. None: no
  /// function is known that the call leads to.
  std::optional<DerivativeKey> key;
  std::vector<bool> ofBits; ///< arguments whose derivative is unknown (activity/HandedBits.h)
  /// A function pointer merely might lead there: without a derivative the program refuses when it
  /// gets there.
  bool isCandidate = false;

  /// The answers. Null: there is none.
  llvm::Function *derivative = nullptr; ///< that `key` names
  llvm::Function *reverse = nullptr;    ///< what the reverse sweep calls
};

using WantedDerivatives = llvm::MapVector<const llvm::CallBase *, WantedDerivative>;

/// Might the code that `call` leads to be in another file of the program? Then a link, which sees
/// them all, can make a better derivative.
bool mayLeadToAnotherFile(const llvm::CallBase &call);

} // namespace enzyme
#endif
