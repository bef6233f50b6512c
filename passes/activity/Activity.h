//===- Activity.h - what carries derivative ------------------------------===//
//
// Problem: most values of a program never touch a derivative. Differentiating
// them costs time, and writing "derivatives" behind pointers that the user
// declared const is wrong.
//
// Here: the const answer of activity analysis for one prepared function under
// one DerivativeKey. A value is active when it is varied (depends on an active
// input) and useful (can reach an active output), memory included.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_ACTIVITY_H
#define ENZYME_ACTIVITY_ACTIVITY_H

#include "abi/DerivativeKey.h"
#include "types/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

class CalleeSummaries; // activity/Summaries.h
class UserRules;

/// What is known about the memory behind a pointer value.
enum class PointerActivity : uint8_t {
  Const,  ///< has no shadow; never accumulate behind it
  Active, ///< always has a shadow distinct from the primal
  Mixed,  ///< decided at run time: where shadow == primal it is const
};

class ActivityResults {
public:
  /// Value carrying floats (also integers that carry float bits, aggregates):
  /// its tangent/adjoint may be non-zero and is wanted.
  bool isActive(const llvm::Value &value) const;

  /// An integer that may be made from the bits of active floats, in a way that type
  /// analysis does not follow; or a load that may make a float of such an integer.
  bool mayHideFloats(const llvm::Value &value) const { return hiding.contains(&value); }

  /// For values that are or contain pointers.
  PointerActivity pointer(const llvm::Value &value) const;

  /// Loads, stores, memory intrinsics, atomics and calls: does the derivative do
  /// anything for it? (A call that is not active is copied to the primal as it is.)
  bool isActive(const llvm::Instruction &instruction) const;

  /// For an active call of a function with a body (direct): the activity of each
  /// argument and of the return, as the callee's DerivativeKey wants them in
  /// reverse (Out/Dup/Const) or forward (Dup/Const).
  std::vector<Activity> argumentActivities(const llvm::CallBase &call) const;
  ReturnActivity returnActivity(const llvm::CallBase &call) const;

  /// Must the callee's key have runtimeActivity? True when it may load, from
  /// memory that has a shadow, the address of memory that has none; or when an
  /// argument is Mixed.
  bool needsRuntimeActivity(const llvm::CallBase &call) const;

  /// Does a call of __cxa_throw's kind throw an object that may hold active values?
  bool throwsActive(const llvm::CallBase &call) const { return activeThrows.contains(&call); }

  /// Does a call have a rule that works on global variables which vary here?
  bool sharesGlobals(const llvm::CallBase &call) const { return sharingCalls.contains(&call); }

  /// May a call write to memory that has a shadow?
  bool writesActive(const llvm::CallBase &call) const { return writingCalls.contains(&call); }

  /// Where integers become addresses, or are handed on as such, and it is unknown where they
  /// lead and whether active values lie there.
  llvm::ArrayRef<const llvm::Instruction *> lostAddresses() const { return lost; }

  /// Where numbers that vary are rounded to integers, or handed to a call: for warnings.
  llvm::ArrayRef<const llvm::Use *> roundings() const { return rounded; }

  /// One short clause: why this verdict. For --explain and for messages.
  llvm::StringRef reason(const llvm::Value &value) const;

  void print(llvm::raw_ostream &out, const llvm::Function &function) const;

private:
  friend class ActivityAnalysis; // fills the maps once, then hands out a const value
  bool isForward = false;
  llvm::DenseMap<const llvm::Value *, std::string> activeBecause; ///< absent: not active
  llvm::DenseMap<const llvm::Value *, PointerActivity> pointers;
  llvm::DenseMap<const llvm::Instruction *, bool> instructions;
  llvm::DenseMap<const llvm::Value *, std::string> reasons; ///< of pointers
  llvm::DenseSet<const llvm::CallBase *> runtimeActivity, activeThrows, writingCalls, sharingCalls;
  llvm::DenseSet<const llvm::Value *> hiding;
  llvm::SmallVector<const llvm::Instruction *, 1> lost;
  llvm::SmallVector<const llvm::Use *, 2> rounded;
};

/// What is known about a function before its derivative is begun.
struct Analysed {
  llvm::Function &prepared;
  const TypeResults &types;
  const ActivityResults &activity;
};

/// `key.primal`'s prepared form is `prepared`.
ActivityResults analyseActivity(llvm::Function &prepared, const DerivativeKey &key,
                                const TypeResults &types, const UserRules &userRules);

/// The same with summaries of callees that live longer: one for a whole module
/// saves asking again for every derivative.
ActivityResults analyseActivity(llvm::Function &prepared, const DerivativeKey &key,
                                const TypeResults &types, CalleeSummaries &callees);

/// A parameter that the key declares constant while the function stores active values behind it,
/// and reads them there for what is differentiated: `where` it stores them.
struct KeptInConstant {
  unsigned parameter = 0;
  const llvm::Instruction *where = nullptr;
};

/// Those that are certain; for warnings.
std::vector<KeptInConstant> findKeptInConstants(llvm::Function &prepared, const DerivativeKey &key,
                                                const TypeResults &types, CalleeSummaries &callees);

} // namespace enzyme
#endif
