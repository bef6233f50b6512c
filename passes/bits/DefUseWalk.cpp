//===- DefUseWalk.cpp ------------------------------------------------------------===//
#include "bits/DefUseWalk.h"
#include "limits/bits.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace enzyme {

bool leadsTo(const Value &value, function_ref<bool(const Value &)> isFound,
             function_ref<void(const Value &, WalkList &)> addNext) {
  SmallVector<const Value *, 8> work{&value};
  SmallPtrSet<const Value *, 8> seen;
  while (!work.empty() && seen.size() < limits::valuesOfWalk) {
    const Value *next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (isFound(*next))
      return true;
    addNext(*next, work);
  }
  return false;
}

} // namespace enzyme
