//===- Plan.h - everything the emitter does not decide -------------------===//
//
// State 6b. Built once by buildPlan, const from then on.
//
// The tape has levels: level 0 is the function, every other level is a loop. A
// kept value lives at the level of the innermost loop that computes it, one
// element an iteration. A loop whose number of iterations is known on entry keeps
// arrays (one a field, so that both sweeps vectorise); any other loop keeps a
// chain of frames, newest first. Each loop level hangs on a field of the level
// around it (`handle`). Arrays of values that an outer loop has
// computed again hang on the level around that one; arrays of an inner loop may lie behind those
// of the loop around it (plan/JoinedRuns.cpp).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_PLAN_H
#define ENZYME_PLAN_PLAN_H

#include "plan/LinearStep.h"

namespace enzyme {

struct TapeField {
  llvm::Type *type = nullptr;
  uint64_t bytes = 0;  ///< allocation size, a multiple of its alignment
  uint64_t offset = 0; ///< bytes before it in one element (arrays: times trips)
  /// Elements in front of the first iteration's: what the load would have given earlier.
  uint64_t lead = 0;
  int64_t leadStep = 0;   ///< bytes of memory from one of them to the next
  uint64_t leadBytes = 0; ///< of this field and those before it
  /// What a kept integer holds, for derivatives of the derivative; or null.
  llvm::MDNode *declared = nullptr;
  /// Of an address, in a kernel's first half: variables of the block in which it may be
  /// (emit/BlockAddresses.h).
  std::vector<llvm::GlobalVariable *> variables;
};

struct TapeLevel {
  /// An iteration of the loop around runs this one only where `condition` came out as `ifTrue`.
  struct Guard {
    llvm::Value *condition;
    bool ifTrue;
  };

  llvm::BasicBlock *header = nullptr; ///< null: level 0
  unsigned parent = 0;
  llvm::Value *trips = nullptr; ///< null: chain of frames
  std::vector<TapeField> fields;
  uint64_t elementBytes = 0;
  uint64_t leadBytes = 0; ///< of all fields
  int handle = -1;        ///< field of Plan::holderOf() that leads here; -1: nothing kept
  /// Its arrays lie behind those of the loop around it, one run's after the other's: the handle is
  /// the distance from where the latter begin.
  bool isJoined = false;
  std::vector<Guard> guards;    ///< if it is joined: the outermost first
  std::vector<unsigned> joined; ///< such inner loops of this one
  int each = -1;                ///< field: the bytes that these keep in one iteration
  /// Of arrays that all runs of a loop share while the loop of level `around` goes on: the level of
  /// the former (plan/RepeatedValues.cpp). 0: each run has its own.
  unsigned loop = 0, around = 0;
  std::vector<unsigned> shared; ///< levels of such arrays of this loop
  /// How often a call of the function runs the loop, whose arrays lie on the stack; 0: they are
  /// allocated.
  uint64_t runsOnStack = 0;
  /// Of a kernel that the host launches: in the launch's memory, if that has room (emit/Tape.cpp).
  bool isInSlots = false;
  bool isCounted() const { return trips != nullptr; }
  bool isShared() const { return loop != 0; }
  bool isUsed() const { return handle >= 0; }
};

/// phi = start, start + step, …: available in the reverse sweep from the loop's
/// counter alone.
struct Induction {
  llvm::Value *start = nullptr;
  llvm::Value *step = nullptr; ///< invariant in the loop
  llvm::BasicBlock *header = nullptr;
  llvm::Instruction *update = nullptr; ///< add, sub or getelementptr
};

/// A load that gives in each iteration what another of its loop gave `behind` iterations
/// before, or would have given.
struct ShiftedLoad {
  llvm::LoadInst *leader = nullptr;
  unsigned behind = 0;
  int64_t step = 0; ///< bytes by which both advance in an iteration
};

/// An array that loads of a loop read and that is kept whole when the loop is over.
struct KeptArray {
  std::vector<llvm::LoadInst *> loads;
  llvm::SmallPtrSet<llvm::LoadInst *, 4> conditional; ///< not in each iteration of their loops
  llvm::Value *base = nullptr;                        ///< the addresses count from it
  llvm::Value *whole =
      nullptr; ///< the bytes of the object that begins there, if it is copied whole
  llvm::BasicBlock *header = nullptr, *exit = nullptr; ///< of the loop
  unsigned level = 0;                                  ///< of what is around the loop
  unsigned copy = 0, low = 0; ///< fields: where it lies now; the distance of its first byte
  uint64_t bytes = 0;         ///< from one element to the next
  unsigned dimensions = 0;
  llvm::Align align;
  llvm::MDNode *declared = nullptr; ///< what its bytes are, for derivatives of the derivative
};

/// A loop whose reverse is skipped unless `condition` came out as `ifTrue`.
struct IdleLoop {
  llvm::Value *condition = nullptr;
  bool ifTrue = true;
  llvm::BasicBlock *before = nullptr; ///< where the reverse sweep goes on instead
};

struct KeptAt {
  unsigned level = 0, field = 0;
  unsigned behind = 0; ///< iterations
};

struct Plan {
  StepList steps;
  /// Blocks the reverse sweep visits: on a path from entry to return.
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> reversed;
  llvm::SmallSetVector<llvm::Value *, 16> needs;
  llvm::MapVector<llvm::Value *, KeptAt> kept;
  /// What the reverse sweep computes again: nothing else may be.
  llvm::SmallPtrSet<llvm::Value *, 32> again;
  llvm::DenseMap<llvm::PHINode *, Induction> inductions;
  /// Where the leader is kept, the others need not be.
  llvm::MapVector<llvm::LoadInst *, ShiftedLoad> shifted;
  /// Values of inner loops that are the same whenever those run, as long as a loop around them
  /// goes on: the outermost such loop's level.
  llvm::DenseMap<llvm::Value *, unsigned> repeated;
  std::vector<KeptArray> arrays;
  llvm::DenseMap<llvm::LoadInst *, unsigned> arrayOf;
  std::vector<TapeLevel> levels;
  llvm::DenseMap<llvm::BasicBlock *, unsigned> levelOf;   ///< innermost
  llvm::DenseMap<llvm::BasicBlock *, IdleLoop> idleLoops; ///< by the block behind the loop
  /// Their adjoints become zero at the back edge where they are subnormal.
  llvm::SmallSetVector<llvm::PHINode *, 4> fading;

  bool isKept(llvm::Value *value) const { return kept.contains(value); }
  /// The array that `load` reads, where it is kept; or null.
  const KeptArray *arrayFor(const llvm::Value *load) const;
  /// Where the tape has `value`, itself or its leader; nothing if it has not.
  std::optional<KeptAt> onTape(llvm::Value *value) const;
  /// True if `level` is `inner` or encloses it.
  bool encloses(unsigned level, unsigned inner) const;
  /// The level whose fields lead to the arrays or frames of `level`: the one around it, or around
  /// the loops that it is joined with.
  unsigned holderOf(unsigned level) const;
};

class FloatsInReach; // plan/FloatsInReach.h

/// Arrays with declared bytes also serve derivatives that are differentiated again.
enum class Arrays { No, Declared, All };

/// For reverse mode. `more`: values of the primal that other code will read from the
/// tape too. `whole`: which arrays may be kept whole. Null after a refusal.
std::unique_ptr<Plan> buildPlan(Context &context, const ShadowedPrimal &primal,
                                FloatsInReach &floats, llvm::ArrayRef<llvm::Value *> more = {},
                                Arrays whole = Arrays::No);

/// The reason a plan is wrong, or "": every need is available in the reverse sweep.
std::string verifyPlan(const Plan &plan, const ShadowedPrimal &primal);
void printPlan(llvm::raw_ostream &out, const Plan &plan, const ShadowedPrimal &primal);

/// How the reverse sweep obtains a value of the primal sweep.
enum class Availability {
  Free,       ///< constant, parameter, loop counter, stack variable of this function
  Recomputed, ///< from operands that are available
  MustKeep,   ///< only the tape can bring it back
};

} // namespace enzyme
#endif
