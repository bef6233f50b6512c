//===- LinearStep.h - how tangents move for one primal instruction -------===//
//
// One list, every mode. Each step is linear in slots (tangent or adjoint of an
// SSA value) and places (shadow memory); its coefficients are terms over primal
// values. Forward mode pushes the steps in order, reverse mode pulls them in
// opposite order:
//
//   step     push (forward)                pull (reverse)
//   Scale    d_o = Σ c_oi · d_i            i̅ += c_oi · o̅
//   Route    d = the same move of d_i      i̅ += the opposite move of d̅
//   Phi      as Route, by edge             as Route, by edge
//   Bits     d = 0, or NaN                 stops if d̅ is not zero
//   Load     d = *p'                       *p' += d̅
//   Store    *p' = d                       d̅ += *p'; *p' = 0
//   Store of an integer made of bits       stops if *p' is none, or not zero
//   Update   *p' += d  (atomic add)        d̅ += *p'
//   Load, Store at one place (an update)   d̅ += *p' and *p' = d̅
//   Copy     q' = p' on every byte         p' += q'; q' = 0 on float bytes
//   Clear    p' = 0                        p' = 0 on float bytes
//   Call     the forward derivative        the gradient with the call's tape, or the
//                                          combined derivative (a replayed call);
//                                          nothing where that ran in the primal sweep
//
// The set is closed: a variant, visited without a default, so that a new step
// does not compile until needs, push, pull, verify and print know it. What the
// reverse sweep needs is computed from the steps and from nothing else.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_LINEARSTEP_H
#define ENZYME_PLAN_LINEARSTEP_H

#include "rules/Formulas.h"
#include "shadow/ShadowedPrimal.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IntrinsicInst.h"
#include <variant>

namespace enzyme {

struct ScaleStep {
  llvm::Instruction *at;
  BoundFormula formula;
};

/// A structural move of floats: select, bitcast, extract, insert, shuffle,
/// freeze, lane reductions by addition, and moves of float bits through integers.
struct RouteStep {
  llvm::Instruction *at;
};

struct PhiStep {
  llvm::PHINode *at;
};

/// A computed integer where at other times a number results: its derivative is zero where those of
/// its operands are, else unknown.
struct BitsStep {
  llvm::Instruction *at;
  bool isUnknown; ///< operands may hide numbers, whose tangents are unknown
};

/// `x = *p; …; *p = f(x)` with nothing between that reads or writes shadows: in reverse
/// the place holds the store's adjoint until the load's takes it over, and is neither
/// cleared nor added to.
///
/// `isAmongOthers`: floats of another type lie in the same memory, in an arena, say. If it is
/// copied as unknown bytes, what lies where must be found again (runtime/skew.c).
struct LoadStep {
  llvm::LoadInst *at;
  bool isUpdated = false; ///< by the store that follows
  bool isAmongOthers = false;
  bool isShared = false;        ///< other threads of the team may add to the place: an atomic sum
  llvm::Value *isOwn = nullptr; ///< shared, but not where this is true; null: always
};

struct StoreStep {
  llvm::StoreInst *at;
  bool isValueActive; ///< else the place is only cleared
  /// A zero that may be a float, a pointer or an integer: zero is right in the shadow
  /// of each, so all bytes are cleared.
  bool isAnyZero = false;
  bool isUpdate = false; ///< of what the load before it read
  bool isAmongOthers = false;
  /// An integer that may be computed from the bits of active numbers, where numbers may lie:
  /// the derivative of a number that is read there is unknown.
  bool isOfBits = false;
  /// The bytes of the numbers that may lie there, if it is computed from what lay there.
  uint64_t changedNumber = 0;
  /// The same, but the highest bit is flipped: where that is a number's sign, its derivative's is
  /// flipped, too.
  bool isSignTurned = false;
};

/// atomicrmw fadd/fsub.
struct UpdateStep {
  llvm::AtomicRMWInst *at;
  bool isShared = false; ///< as a load
};

/// An integer that is compared and exchanged where numbers may lie, a counter in an arena, say. It
/// stays one instruction, which other threads rely on. If a number is read there afterwards, its
/// derivative is unknown, as after a StoreStep with `isOfBits`.
struct ExchangeStep {
  llvm::AtomicCmpXchgInst *at;
  uint64_t numberBytes; ///< of the numbers that may lie there
};

/// If the layout is not known the run decides what each word is (runtime/raw.c).
struct CopyStep {
  llvm::MemTransferInst *at;
  Layout layout;
  llvm::Type *onlyFloat = nullptr; ///< if not known: the one float type of the program
  bool isAmongOthers = false;
  bool isShared = false; ///< other threads of the team may add to where it is copied from
};

struct ClearStep {
  llvm::MemSetInst *at;
  Layout layout;
};

struct CallStep {
  const DerivativeCall *made;
};

using LinearStep = std::variant<ScaleStep, RouteStep, PhiStep, BitsStep, LoadStep, StoreStep,
                                UpdateStep, ExchangeStep, CopyStep, ClearStep, CallStep>;

/// The instruction of the shadowed primal that a step belongs to.
llvm::Instruction *instructionOf(const LinearStep &step);

/// Steps by block, in the primal's order.
using StepList = llvm::DenseMap<llvm::BasicBlock *, std::vector<LinearStep>>;

/// The values (primal or shadow, in the shadowed primal) that pulling reads.
using NeedSet = llvm::SmallSetVector<llvm::Value *, 16>;
void addNeeds(const LinearStep &step, const ShadowedPrimal &primal, NeedSet &needs);

void printStep(llvm::raw_ostream &out, const LinearStep &step);

} // namespace enzyme
#endif
