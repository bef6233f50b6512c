//===- Summaries.h - what a callee does with memory -----------------------===//
//
// Problem: a call of a function with a body may store one argument's address
// behind another, or return a pointer into either. Assuming the worst would make
// every pointer undecided.
//
// Here: per function, once, whatever is differentiated: which of its parameters,
// globals and fresh memory may end up where. Recursive functions are iterated
// together until nothing changes.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_SUMMARIES_H
#define ENZYME_ACTIVITY_SUMMARIES_H

#include "activity/UnseenMemory.h"
#include "rules/mpi/Exchange.h"
#include "types/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SparseBitVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/ValueHandle.h"
#include <map>

namespace enzyme {

class PointsTo;
class UserRules;

/// Memory as a caller sees it: the worlds by their numbers, fresh memory, then one
/// node for all that is reachable from each parameter.
struct CalleeSummary {
  static constexpr unsigned fresh = 8;
  static constexpr unsigned firstParameter = 9;

  llvm::SparseBitVector<> returned;                   ///< nodes the result may lead to
  std::map<unsigned, llvm::SparseBitVector<>> stored; ///< node -> nodes stored in it
  std::vector<llvm::SparseBitVector<>> linked;        ///< nodes whose distances are kept
  bool touchesGlobals = false; ///< may read or write mutable globals, itself or by calls
  bool touchesUnseen = false;  ///< calls functions without a body that may know globals
  UnseenUse unseen;            ///< what it does with what those know
  /// Nodes of parameters behind which numbers or addresses are certainly moved by instructions that
  /// say so. Not all of them: only warnings rely on it.
  llvm::SparseBitVector<> readsBehind, writesBehind;
  bool writesFloats = false;  ///< may write floats or pointers, or free memory, that others see
  bool throwsObjects = false; ///< may end by an exception that carries an object
  /// Takes part in what ranks exchange, by itself or by calls: whatever it is given, it must do
  /// so in a derivative, since others wait for it. Likewise checks that are made in derivatives.
  bool communicates = false;
  llvm::SparseBitVector<> sent, received; ///< nodes whose memory ranks exchange
  bool operator==(const CalleeSummary &other) const {
    return returned == other.returned && stored == other.stored && linked == other.linked &&
           touchesGlobals == other.touchesGlobals && touchesUnseen == other.touchesUnseen &&
           unseen == other.unseen && writesFloats == other.writesFloats &&
           readsBehind == other.readsBehind && writesBehind == other.writesBehind &&
           throwsObjects == other.throwsObjects && communicates == other.communicates &&
           sent == other.sent && received == other.received;
  }
};

class CalleeSummaries {
public:
  /// `evidence`: as for analyseTypes.
  explicit CalleeSummaries(const UserRules &userRules, EvidenceStore *evidence = nullptr)
      : userRules(userRules), unseen(*this), evidence(evidence) {}
  CalleeSummaries(const CalleeSummaries &) = delete;

  const UserRules &userRules;
  UnseenMemory unseen;

  /// The function whose body decides what `call` does; null for indirect calls,
  /// declarations and what the rules know better than its body.
  const llvm::Function *bodyOf(const llvm::CallBase &call) const;

  /// The same, or a function with a rule of ours that returns an address: its body says which.
  const llvm::Function *addressesOf(const llvm::CallBase &call) const;

  /// The same, or a function with a rule that works on the globals that its body uses: what the
  /// call does with memory that it is not passed is what the body does.
  const llvm::Function *globalsOf(const llvm::CallBase &call) const;

  const CalleeSummary &of(const llvm::Function &callee);

  /// Could threads of a device meet in the function that is called, which has no body here nor
  /// anything else that says what it does? Then all of them have to go back through it.
  bool mayMeetUnseen(const llvm::CallBase &call) const;

  /// What the call exchanges with other ranks, unless the program has a rule of its own for it.
  std::optional<Exchange> exchangeIn(const llvm::CallBase &call) const;

private:
  /// An address may be used again for another function: the handle tells.
  struct Settled {
    llvm::WeakVH function;
    CalleeSummary summary;
  };
  std::map<const llvm::Function *, Settled> settled;
  std::map<const llvm::Function *, CalleeSummary> open; ///< being iterated
  std::map<const llvm::Function *, TypeResults> types;  ///< of the open ones
  EvidenceStore *evidence;

  std::vector<const llvm::Function *> unsettledBelow(
      const llvm::Function &callee,
      std::map<const llvm::Function *, llvm::SmallVector<const llvm::Function *, 4>> &callers);
  bool isSettled(const llvm::Function &function) const;
  const TypeResults &typesOf(const llvm::Function &function);
  CalleeSummary summarise(const llvm::Function &function);
  void addCall(const llvm::CallBase &call, const PointsTo &points, CalleeSummary &summary);
  void addBodiless(const llvm::CallBase &call, const PointsTo &points, CalleeSummary &summary);
};

} // namespace enzyme
#endif
