//===- Tape.h - writing and reading the tape as the plan laid it out -----===//
//
// PrimalTape adds allocations and stores to the primal sweep; GradientTape finds
// the same fields in the reverse sweep from the reversed loops' counters. Level 0
// of a combined derivative is not memory: its fields are stack variables that
// mem2reg turns into values.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_TAPE_H
#define ENZYME_EMIT_TAPE_H

#include "plan/Plan.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

class PrimalTape {
public:
  PrimalTape(ShadowedPrimal &primal, const Plan &plan) : primal(primal), plan(plan) {}

  void write();

  bool isUsed() const { return usesArena; }
  /// Combined: the stack variable of a field of level 0.
  llvm::AllocaInst *rootField(unsigned field) const { return rootFields[field]; }
  /// Split: the block of level 0, a null pointer when nothing is kept.
  llvm::Value *rootBlock() const { return root; }

private:
  struct Storage {
    llvm::Value *base = nullptr;             ///< arrays, or the current frame
    llvm::Value *stride = nullptr;           ///< of slots
    llvm::Instruction *readyAfter = nullptr; ///< frames: last instruction that sets it up
    llvm::Value *distance = nullptr;         ///< joined: of the first run from the base around it
    llvm::Value *each = nullptr;             ///< bytes that joined inner loops keep an iteration
  };
  void makeRoot();
  void makeArrays(unsigned level);
  void makeJoined(unsigned level);
  llvm::Value *bytesWithJoined(llvm::IRBuilderBase &builder, unsigned level);
  void keepDistances(llvm::IRBuilderBase &builder, unsigned level);
  llvm::Value *arraysOnStack(llvm::IRBuilderBase &builder, unsigned level, uint64_t bytes);
  void makeShared(unsigned level);
  void makeFrames(unsigned level);
  void keep(llvm::Value *value, KeptAt at);
  void keepLead(llvm::LoadInst &leader, KeptAt at);
  struct Hull;
  void takeRead(llvm::LoadInst &load, const KeptArray &array, Hull &hull);
  std::pair<llvm::Value *, llvm::Value *> takeWhole(const KeptArray &array,
                                                    llvm::IRBuilderBase &after);
  std::pair<llvm::Value *, llvm::Value *> takeHull(const KeptArray &array,
                                                   llvm::IRBuilderBase &after);
  void keepArray(const KeptArray &array);
  void store(llvm::IRBuilderBase &builder, llvm::Value *value, const TapeField &field,
             llvm::Value *address);
  llvm::Value *fieldAddress(llvm::IRBuilderBase &builder, unsigned level, unsigned field);

  ShadowedPrimal &primal;
  const Plan &plan;
  std::vector<llvm::AllocaInst *> rootFields;
  llvm::Value *root = nullptr, *rootStride = nullptr;
  std::vector<Storage> storage;
  bool usesArena = false;
};

/// start + times * step, as the loop goes on.
llvm::Value *afterSteps(llvm::IRBuilderBase &builder, const Induction &induction,
                        llvm::Value *start, llvm::Value *times, llvm::Value *step);

/// What the primal sweep left for the reverse sweep.
struct WrittenTape {
  const PrimalTape &fields;
  llvm::Value *block; ///< of level 0, in a gradient function; null when combined
};

class GradientTape {
public:
  /// `lookUp` gives the value of the primal sweep at the builder's place.
  using LookUp = llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &, llvm::Value *)>;

  GradientTape(const Plan &plan, const WrittenTape &written, llvm::Function &gradient);

  /// On the edge into reversed loop `level`: its counter starts at `last`.
  void enter(llvm::IRBuilderBase &builder, unsigned level, llvm::Value *last, LookUp lookUp);
  /// The other way round, for a sweep that runs forwards: before the loop, at the
  /// beginning of an iteration, at its end.
  void enterForwards(llvm::IRBuilderBase &builder, unsigned level, LookUp lookUp);
  void beginIteration(llvm::IRBuilderBase &builder, unsigned level);
  void stepForwards(llvm::IRBuilderBase &builder, unsigned level);
  /// From one iteration to the one before.
  void stepBack(llvm::IRBuilderBase &builder, unsigned level);
  llvm::Value *counter(llvm::IRBuilderBase &builder, unsigned level);
  /// What is emitted from here on runs in an iteration of reversed loop `level`: what the tape
  /// keeps of a loop around it is loaded where that one's inner loop is entered.
  void goTo(unsigned level) { here = level; }
  llvm::Value *load(llvm::IRBuilderBase &builder, KeptAt at);
  /// What `load` read of an array that is kept whole.
  llvm::Value *loadFrom(llvm::IRBuilderBase &builder, const KeptArray &array, llvm::LoadInst &load,
                        LookUp lookUp);

private:
  struct Variables {
    llvm::AllocaInst *counter = nullptr, *base = nullptr, *trips = nullptr;
    llvm::AllocaInst *stride = nullptr; ///< of slots
    llvm::AllocaInst *frames = nullptr; ///< forwards: all frames, oldest first
  };
  /// A field that is loaded on the edges into an inner loop, and where it is then.
  struct Hoisted {
    KeptAt at;
    llvm::AllocaInst *variable;
  };
  llvm::Value *fieldAddress(llvm::IRBuilderBase &builder, KeptAt place);
  llvm::Value *loadHere(llvm::IRBuilderBase &builder, KeptAt at);
  unsigned innerLoopAround(KeptAt at) const;
  llvm::AllocaInst *hoist(unsigned loop, KeptAt at);
  void enterStorage(llvm::IRBuilderBase &builder, unsigned level, LookUp lookUp);
  void setBase(llvm::IRBuilderBase &builder, const Variables &own, llvm::Value *base);

  const Plan &plan;
  const WrittenTape written;
  llvm::Value *rootStride = nullptr;
  std::vector<Variables> variables;
  unsigned here = 0; ///< level
  llvm::Function &gradient;
  /// By level: in front of these instructions the reversed loop is entered.
  llvm::DenseMap<unsigned, llvm::SmallVector<llvm::Instruction *, 2>> entries;
  llvm::DenseMap<unsigned, llvm::SmallVector<Hoisted, 4>> hoisted; ///< by level
};

} // namespace enzyme
#endif
