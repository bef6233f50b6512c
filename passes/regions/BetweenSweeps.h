//===- BetweenSweeps.h - what runs between the halves of a split derivative -----===//
//
// Problem: in split mode the caller runs between the augmented function and the gradient function.
// It may change what the function read; and variables of the augmented function are gone by then.
//
// Here: which memory still holds what it held. Memory that the function allocated itself and whose
// address does not escape does: freeing it waits for the end of the reverse sweep. So does a
// variable with a shadow, which lies on the tape.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_BETWEENSWEEPS_H
#define ENZYME_REGIONS_BETWEENSWEEPS_H

#include "activity/Activity.h"
#include "memory/Writes.h"

namespace enzyme {

/// May the caller change what `parameter` of the key's function leads to, before the reverse sweep?
bool callerMayChange(const DerivativeKey &key, const llvm::Argument &parameter);

class BetweenSweeps {
public:
  BetweenSweeps(const DerivativeKey &key, const ActivityResults &activity, Writes &writes)
      : key(key), activity(activity), writes(writes) {}

  /// May the contents of one of the objects that `pointer` leads to be different in the reverse
  /// sweep, other than by the function itself?
  bool mayChange(const llvm::Value &pointer) const;
  /// Does it lead to a variable that is gone by then?
  bool isGone(const llvm::Value &pointer) const;

private:
  bool isDeadVariable(const llvm::Value &object) const;

  const DerivativeKey &key;
  const ActivityResults &activity;
  Writes &writes;
};

} // namespace enzyme
#endif
