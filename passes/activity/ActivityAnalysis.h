//===- ActivityAnalysis.h - the phases of activity analysis (room-private) ---===//
//
//   1. where pointers lead                    Objects.h
//   2. varied: what depends on an active input         Varied.cpp
//   3. useful: what can reach an active output         Useful.cpp
//   4. which memory made here needs a shadow           Shadows.cpp
//   5. verdicts on values, pointers and instructions   Verdicts.cpp
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_ACTIVITYANALYSIS_H
#define ENZYME_ACTIVITY_ACTIVITYANALYSIS_H

#include "activity/Activity.h"
#include "activity/LibraryMemory.h"
#include "activity/Objects.h"
#include "activity/Summaries.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"

namespace enzyme {

/// What a call is to activity analysis.
enum class CallKind {
  Inactive, ///< carries no derivative, whatever its operands
  Formula,  ///< its result is a smooth function of operands
  Memory,   ///< memcpy and other intrinsics that move memory
  Routing,  ///< an intrinsic that moves operands to its result
  Allocator,
  Deallocator,
  Body,   ///< a function whose body is known
  Opaque, ///< user rules, unknown functions, indirect calls: anything may happen
};

class ActivityAnalysis {
public:
  /// `Scratch`: as if constant memory behind parameters were memory of the function's own.
  enum class Constants { AsDeclared, Scratch };
  ActivityAnalysis(llvm::Function &function, const DerivativeKey &key, const TypeResults &types,
                   CalleeSummaries &callees, Constants constants = Constants::AsDeclared);

  ActivityResults run();
  std::vector<KeptInConstant> findKeptInConstants();
  llvm::SmallVector<LibraryMemory, 1> findInLibrary(const KeptParameters &kept);

private:
  llvm::Function &function;
  const DerivativeKey &key;
  const TypeResults &types;
  CalleeSummaries &callees;
  const UserRules &userRules;
  PointsTo points;
  ActivityResults results;

  llvm::DenseMap<const llvm::Value *, std::string> varied;
  llvm::DenseMap<const llvm::Value *, std::string> useful;
  std::map<unsigned, std::string> variedObjects;
  /// Where integers lie that were made from active bits, and by which TBAA tags they were stored.
  std::map<unsigned, llvm::SmallSetVector<const llvm::MDNode *, 4>> hiddenObjects;
  /// Of these, where numbers may lie as well: reading those may turn such integers into numbers.
  std::map<unsigned, std::string> numbersOfBits;
  std::map<unsigned, std::string> usefulObjects;
  std::map<unsigned, std::string> shadowed; ///< objects that have a shadow
  bool hasChanged = false;

  // Shared
  CallKind kindOf(const llvm::CallBase &call) const;
  bool mayCarryFloat(const llvm::Value &value) const;
  bool mayCarryBits(const llvm::Value &value) const;
  bool accessMayMoveFloats(const llvm::Instruction &access) const;
  bool anyIn(const ObjectSet &objects, const std::map<unsigned, std::string> &table) const;
  bool touchesGlobals(const llvm::CallBase &call) const;
  UnseenUse unseenUseBy(const llvm::CallBase &call) const;
  bool touchesUnseen(const llvm::CallBase &call) const;
  static ObjectSet withUnseenOnlyIf(bool isKept, ObjectSet objects);
  bool mayWrite(const llvm::CallBase &call) const;
  ObjectSet reachable(const llvm::CallBase &call) const;
  ObjectSet mayBeWritten(const llvm::CallBase &call) const;
  std::string describe(unsigned object) const;
  bool communicates(const llvm::CallBase &call) const;
  enum class Way { Sent, Received };
  ObjectSet exchanged(const llvm::CallBase &call, Way way) const;
  /// What does not vary has no derivative, useful or not.
  bool isBrokenMark(bool isOfVaried, const llvm::Value &value) const {
    return isOfVaried ? mutation::breaks("varied", value)
                      : isVaried(value) && mutation::breaks("useful", value);
  }
  template <class Key, class Table> void mark(Table &table, Key key, llvm::StringRef reason) {
    if constexpr (std::is_pointer_v<Key>)
      if (isBrokenMark(static_cast<void *>(&table) == &varied, *key))
        return;
    hasChanged |= table.try_emplace(key, reason.str()).second;
  }

  // Varied.cpp
  void findVaried();
  void seedParameters();
  void vary(llvm::Instruction &instruction);
  void varyLoad(const llvm::Instruction &access, const llvm::Value &pointer);
  void varyStore(const llvm::Instruction &access, const llvm::Value &pointer,
                 const llvm::Value &value);
  void varyCall(llvm::CallBase &call);
  void varyBody(const llvm::CallBase &call);
  void varyByFormula(llvm::Instruction &instruction);
  void varyByOperands(const llvm::Instruction &instruction);
  void varyObjects(const ObjectSet &objects, llvm::StringRef reason);
  void hideIn(unsigned object, const llvm::MDNode *tag);
  void moveHidden(const llvm::Instruction &copy, const ObjectSet &to, const ObjectSet &from);
  bool mayReadBits(const llvm::Instruction &access) const;
  bool mayReadHidden(const llvm::Instruction &access, const ObjectSet &objects) const;
  bool isVaried(const llvm::Value &value) const { return varied.contains(&value); }

  // Useful.cpp
  void findUseful();
  void use(llvm::Instruction &instruction);
  void useCall(llvm::CallBase &call);
  void useByFormula(llvm::Instruction &instruction);
  void useValue(const llvm::Value &value, llvm::StringRef reason);
  void useObjects(const ObjectSet &objects, llvm::StringRef reason);
  bool isUsefulCall(const llvm::CallBase &call) const;
  bool isUseful(const llvm::Value &value) const { return useful.contains(&value); }

  // Shadows.cpp
  void findShadowed();
  void shadowReturned(const llvm::ReturnInst &result);
  void spreadShadows();

  // Verdicts.cpp
  void judge();
  void judgeValue(const llvm::Value &value);
  /// What is asked of calls alone.
  void noteCall(const llvm::CallBase &call);
  void judgeConstant(const llvm::Constant &constant);
  std::string reasonFor(const ObjectSet &objects) const;
  PointerActivity pointerOf(const ObjectSet &objects) const;
  bool judgeMemory(const llvm::Instruction &access) const;
  bool mayThrowActive(const llvm::CallBase &call) const;
  /// Does the rule of the call have to see that what it is given varies?
  bool refusesVaried(const llvm::CallBase &call) const;
  bool judgeCall(const llvm::CallBase &call) const;
  bool keepsDistance(const llvm::CallBase &call) const;
  bool writesShadowed(const llvm::CallBase &call) const;
  bool needsRuntimeActivity(const llvm::CallBase &call) const;
  bool sharesVariedGlobals(const llvm::CallBase &call) const;
  bool hasShadow(const llvm::Value &pointer) const;
  bool isActiveValue(const llvm::Value &value) const;
  bool isMadeOfHidden(const llvm::Value &value) const;

  // ConstantMemory.cpp
  bool isScratch(unsigned object) const;
  enum class Move { Read, Written };
  ObjectSet withScratchOnlyIf(Move how, const llvm::CallBase &call, ObjectSet objects) const;
  ObjectSet behindArguments(Move how, const llvm::CallBase &call) const;
  const llvm::Instruction *whereKept(unsigned object) const;
  bool keepsIn(unsigned object, const llvm::Instruction &at) const;
  bool isReadByUsefulCall(unsigned object) const;

  // LibraryMemory.cpp
  bool holdsVaried(const llvm::Value &value) const;
  bool isReadAsNumbers(const llvm::Value &address) const;
  std::string whoKeeps(const llvm::CallBase &call, const KeptParameters &kept) const;
  bool isHandedByte(const llvm::CallBase &call) const;
  bool isStoredIn(const llvm::Value &address, const llvm::Instruction &at) const;
  std::optional<InLibrary> resultUse(const llvm::CallBase &call) const;

  // RoundedSums.cpp
  void findRounded();

  // LostAddresses.cpp
  void findLostAddresses();
  bool isLost(const llvm::Value &integer) const;
  bool isMadeOfAddress(const llvm::Value &integer) const;
  bool hasAddress(const llvm::Value &integer) const;
  bool isMadeNumber(const llvm::BitCastInst &cast) const;
  bool mayReachFloats(const llvm::Value &pointer) const;
};

} // namespace enzyme
#endif
