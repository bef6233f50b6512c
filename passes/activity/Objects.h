//===- Objects.h - which memory a pointer may lead to ---------------------===//
//
// Problem: whether memory carries derivatives is a property of objects, not of
// the pointer at hand: a malloc stored in a struct and loaded again is the same
// memory.
//
// Here: points-to sets for one function. All memory that came from outside is a
// few big objects (the worlds), memory made in the function is one object for each
// place that makes it. Objects have no fields: what is stored anywhere in one may
// be loaded from anywhere in it. Flow and order do not matter.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_OBJECTS_H
#define ENZYME_ACTIVITY_OBJECTS_H

#include "types/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SparseBitVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <memory>
#include <unordered_map>

namespace enzyme {

class CalleeSummaries;
class UserRules;

using ObjectSet = llvm::SparseBitVector<>;

enum class World : uint8_t {
  Neutral, ///< leads to no floats: code, vtables, strings, integer tables
  Const,   ///< may hold floats, but the user or the language says they are constant
  Active,  ///< has a shadow
  Mixed,   ///< has a shadow that may be the memory itself
  Unseen,  ///< known to functions without a body, besides the world it belongs to
  Local,   ///< made in this function
};

struct Object {
  World world = World::Local;
  const llvm::Value *origin = nullptr; ///< the instruction that makes it, or a parameter
};

/// Which world a global belongs to, whatever is differentiated.
World worldOf(const llvm::GlobalValue &global, const UserRules &userRules);

/// Worlds of the addresses a global is initialised with.
ObjectSet initialContents(const llvm::GlobalVariable &global, const UserRules &userRules);

class PointsTo {
public:
  /// `worlds`: one per parameter, or Local to give the parameter an object of
  /// its own (for summaries).
  PointsTo(const llvm::Function &function, const TypeResults &types, llvm::ArrayRef<World> worlds,
           CalleeSummaries &callees);

  /// Objects a pointer, or a value that contains or hides pointers, may lead to.
  const ObjectSet &of(const llvm::Value &value) const;

  /// What pointers stored in an object lead to.
  const ObjectSet &contents(unsigned object) const { return *held[object]; }

  /// The objects of `value`, and all that can be reached through them.
  ObjectSet reach(const llvm::Value &value) const;
  ObjectSet closure(ObjectSet objects) const;

  /// Of all distances that are kept, in callees too.
  llvm::ArrayRef<ObjectSet> links() const { return linked; }

  llvm::ArrayRef<Object> objects() const { return all; }
  unsigned world(World world) const { return unsigned(world); }
  std::optional<unsigned> objectMadeBy(const llvm::Value &value) const;

private:
  const TypeResults &types;
  CalleeSummaries &callees;
  llvm::SmallVector<Object, 16> all;
  /// What is stored in objects that are handed on together becomes one set: of thousands that hold
  /// each other, there is one copy, and it is looked at once.
  using SharedSet = std::shared_ptr<const ObjectSet>;
  std::vector<SharedSet> held;
  SharedSet nothingHeld = std::make_shared<ObjectSet>(); ///< by what was just made
  llvm::SmallVector<ObjectSet, 0> linked; ///< by distances: each set's objects with each other
  /// References to the sets stay what they are when another value gets one: constants do when they
  /// are asked for.
  std::unordered_map<const llvm::Value *, ObjectSet> sets;
  llvm::DenseMap<const llvm::Value *, unsigned> makers;
  void settle(const llvm::Function &function);
  void leadAnywhere(const llvm::IntToPtrInst &made);
  bool hasChanged = false;

  unsigned make(const llvm::Value &origin);
  void readGlobals(const llvm::Function &function);
  ObjectSet constantSet(const llvm::Value &value) const;
  void join(const llvm::Value &value, const ObjectSet &objects);
  void hold(const ObjectSet &containers, const ObjectSet &objects);
  void beginWith(unsigned object, const ObjectSet &objects);
  ObjectSet heldBy(const ObjectSet &objects) const;
  /// Of a kept distance: the objects from one of which it may lead to another; empty: it does not.
  ObjectSet linkedBy(const llvm::Instruction &at) const;
  void link(const ObjectSet &objects);
  ObjectSet withLinked(const ObjectSet &objects) const;
  void visit(const llvm::Instruction &instruction);
  void visitCall(const llvm::CallBase &call);
  bool visitIntrinsic(const llvm::CallBase &call);
  void applySummary(const llvm::CallBase &call, const llvm::Function &callee);
  void visitUnknown(const llvm::CallBase &call);
  void joinOperands(const llvm::Instruction &instruction);
  bool maySpeakOfPointers(const llvm::Instruction &access, const llvm::Value &value) const;
  void load(const llvm::Instruction &access, const llvm::Value &pointer);
  void store(const llvm::Instruction &access, const llvm::Value &pointer, const llvm::Value &value);
};

/// Could values of this type contain or hide a pointer?
bool mayLead(const llvm::Type *type);

} // namespace enzyme
#endif
