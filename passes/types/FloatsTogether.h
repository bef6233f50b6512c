//===- FloatsTogether.h - floats of memory that moves together -------------===//
#ifndef ENZYME_TYPES_FLOATSTOGETHER_H
#define ENZYME_TYPES_FLOATSTOGETHER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include <memory>
#include <vector>

namespace enzyme {

/// Classes of memory, by what the code of some functions does.
class FloatsTogether {
public:
  /// All functions of a program's file; its callers from elsewhere, and their arguments, are
  /// unknown.
  /// What a function does for one caller is kept apart from what it does for another.
  explicit FloatsTogether(llvm::Module &file);
  /// `functions` call one another. The callers of `roots`, and their arguments, are unknown.
  FloatsTogether(llvm::ArrayRef<llvm::Function *> functions,
                 llvm::ArrayRef<llvm::Function *> roots);

  FloatsTogether(const FloatsTogether &) = delete;
  FloatsTogether &operator=(const FloatsTogether &) = delete;

  /// More functions, as if they had been among the first. False, and nothing changes, if these
  /// might have been treated differently then.
  bool extend(llvm::ArrayRef<llvm::Function *> more);

  /// Joins in what `prepared`, a copy of `original`, does.
  void add(llvm::Function &prepared, const llvm::Function &original);

  /// The one type of the floats that lie where `pointer` leads, and wherever their bytes come
  /// from or go to. Null if there are several, or if other functions know the memory.
  llvm::Type *onlyFloat(const llvm::Value &pointer);

  /// Is all memory that `global`'s pointers lead to, also on the way, allocated by these functions,
  /// and does none of it escape?
  bool keepsForItself(const llvm::GlobalVariable &global);

  /// Do floats and doubles lie where `pointer` leads, or wherever those bytes come from or go to?
  bool holdsFloatsAndDoubles(const llvm::Value &pointer);

private:
  struct Class {
    unsigned parent = 0;      ///< itself: stands for all that were joined
    unsigned contents = 0;    ///< what the pointers that lie there lead to; 0: none seen
    unsigned words = 0;       ///< what the integers do, where these are kept apart
    bool isUntyped = false;   ///< they are not: either may be read as the other
    bool hasParts = false;    ///< read or written in pieces of unknown type, smaller than a pointer
    bool isOpen = false;      ///< known to others
    bool isAddressed = false; ///< a pointer that was loaded or stored leads there
    bool hasOthersCode = false;  ///< functions that are not among these
    const void *names = nullptr; ///< the variable or function that lies there; `this`: several
    unsigned floats = 0;         ///< a bit for each floating-point type, by its number
  };
  std::vector<Class> classes;
  /// What values mean in one call that is followed. Dropped when the call is left: there may be
  /// millions in all.
  struct Call {
    llvm::DenseMap<const llvm::Value *, unsigned> numbers; ///< where a value leads
    llvm::DenseMap<const llvm::Function *, unsigned> results;
  };
  Call everyCall;                              ///< those seen as one; constants are the same in all
  Call *current = &everyCall;                  ///< the one that is looked at
  std::vector<std::unique_ptr<Call>> followed; ///< by depth
  llvm::SmallVector<std::pair<const llvm::Function *, Call *>, 8> entered; ///< and by which call
  llvm::DenseMap<const llvm::Function *, unsigned> sizes;
  llvm::SetVector<const llvm::Function *> visited;
  llvm::SmallPtrSet<const llvm::Function *, 16> seenAsOne;
  /// What pointers are compared with each function, in the function that is looked at.
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<const llvm::Value *, 2>> comparedWith;
  llvm::SmallVector<const llvm::Function *> asOne; ///< to be visited once for all their callers
  llvm::SmallVector<const llvm::GlobalVariable *>
      unread; ///< initializers that were not looked at yet
  llvm::SmallVector<std::pair<unsigned, unsigned>> differences; ///< p - q
  /// A call through a pointer, or a function that one may reach.
  struct Callable {
    unsigned pointer, result;
    llvm::SmallVector<unsigned, 4> arguments; ///< 0: leads nowhere
    const llvm::Function *function = nullptr; ///< of a call: the only one that it reaches
    bool isOpen = false; ///< of a call: may reach any function; of a function: may have any caller
    bool isOpened = false; ///< so is what it passes and returns, and what is joined with that
    bool isJoined = false; ///< of a call: with the only function that it reaches
  };
  std::vector<Callable> calls, callees;
  llvm::DenseMap<const llvm::Function *, unsigned> calleeNumbers; ///< places in `callees`
  unsigned left = 0; ///< instructions to be visited for one caller at a time
  bool isByCall = false;
  unsigned addressBits = 0; ///< of a whole file

  unsigned create();
  unsigned find(unsigned number);
  void join(unsigned a, unsigned b);
  unsigned contentsOf(unsigned number);
  unsigned wordsOf(unsigned number);
  void untype(unsigned number);
  void open(unsigned number);
  unsigned leadsTo(const llvm::Value &value);
  unsigned resultOf(const llvm::Function &function);
  void visit(const llvm::Instruction &at);
  static bool mayLead(const llvm::Value &value);
  void joinPlacesOfMove(const llvm::StoreInst &store);
  void visitAccess(const llvm::Value &pointer, const llvm::Value &value,
                   const llvm::Instruction &at);
  void visitCall(const llvm::CallBase &call);
  void visitKnownCall(const llvm::CallBase &call, const llvm::Function &callee);
  using PassingAll = llvm::function_ref<void(
      llvm::function_ref<void(const llvm::Value &outer, const llvm::Value &inner)> pass)>;
  // CallsThroughPointers.cpp
  bool visitDispatch(const llvm::CallBase &call);
  void addCall(const llvm::CallBase &call, const llvm::Value &pointer, unsigned first = 0,
               const llvm::Function *only = nullptr);
  void addCallee(const llvm::Function &function);
  void noteComparisons(const llvm::Function &function);
  bool isKnownHereOnly(const llvm::Function &function) const;
  void openAll(Callable &one);
  bool joinCall(const Callable &call, const Callable &callee);
  bool settleCall(Callable &call);
  bool settleChosen(Callable &call);
  void settleCalls();
  // MemoryOfFile.cpp
  unsigned contentsByType(const llvm::Value &pointer, const llvm::Instruction &at);
  void moveBytes(unsigned to, unsigned from, const llvm::Instruction &at);
  static bool isUnchanging(const llvm::GlobalVariable &global);
  bool mayBeAddress(const llvm::Type *type) const;
  void visitParts(const llvm::Instruction &at);
  void visitCallOfOthers(const llvm::CallBase &call);
  void visitDiscreetCall(const llvm::CallBase &call);
  void settle();
  bool settleOnce();
  void enter(const llvm::Function &callee, PassingAll passAll);
  bool visitAtExit(const llvm::CallBase &call);
  bool mayEnter(const llvm::Function &callee);
  Call &newCall();
  unsigned sizeOf(const llvm::Function &function);
  void visitAsOne(const llvm::Function &function);
  void visitRoot(const llvm::Function &function);
  void visitArithmetic(const llvm::Instruction &at);
  void visitBody(const llvm::Function &function);
  void readInitializers();
};

} // namespace enzyme
#endif
