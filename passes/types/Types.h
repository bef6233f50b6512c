//===- Types.h - what each byte is ---------------------------------------===//
//
// Problem: LLVM pointers are opaque and integers may carry the bits of floats.
// A derivative must know which bytes of a copy are floats (they carry adjoints),
// which are pointers (their shadows are copied) and which are neither.
//
// Here: the const answer of type analysis for one prepared function.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_TYPES_H
#define ENZYME_TYPES_TYPES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

namespace enzyme {

class EvidenceStore; // types/EvidenceStore.h

enum class Kind : uint8_t { Unknown, Integer, Pointer, Float };

/// One piece of a value or of memory.
struct Piece {
  uint64_t offset = 0; ///< bytes from the start of the value or of the period
  Kind kind = Kind::Unknown;
  llvm::Type *floatType =
      nullptr;       ///< for Kind::Float: half, bfloat, float, double, x86_fp80, fp128
  uint64_t size = 0; ///< bytes (store size)
  bool operator==(const Piece &) const = default;
};

/// What lies behind a pointer: `pieces` repeat every `period` bytes. Bytes not
/// covered by a piece are padding or unknown; `known` says that the pattern is
/// settled (else a copy whose destination matters must be refused).
/// Examples: double[]: period 8, {0 Float double}. struct{double a; int n; char*p;}[]:
/// period 24, {0 Float double, 8 Integer, 16 Pointer}.
struct Layout {
  uint64_t period = 0;
  llvm::SmallVector<Piece, 4> pieces; ///< by ascending offset
  bool known = false;

  bool hasFloats() const;
  bool hasPointers() const;
  bool hasUnknown() const;
  bool operator==(const Layout &) const = default;
};

/// The layout of `type` as declared: structs, arrays, vectors, scalars flattened.
Layout layoutOf(llvm::Type *type, const llvm::DataLayout &dataLayout);

class TypeResults {
public:
  /// Pieces of an SSA value. Floats, vectors of floats, pointers and aggregates
  /// answer by their type; integers answer by what flowed into them: an i64 that
  /// was loaded from a double has one piece {0, Float double}.
  llvm::SmallVector<Piece, 2> pieces(const llvm::Value &value) const;
  bool carriesFloat(const llvm::Value &value) const;
  bool carriesPointer(const llvm::Value &value) const;

  /// What a memory access touches. Load/store: the bytes of the access at offset 0.
  /// memcpy/memmove/memset: the pattern from the (destination) pointer on.
  Layout accessed(const llvm::Instruction &access) const;

  /// If `access` moves as one float type what may be another: what it moves then. A structure
  /// of float and double: either, one in a word; an integer: unknown. Else null.
  llvm::Type *movedInstead(const llvm::Instruction &access) const { return mixed.lookup(&access); }

  /// Does a load or store of an integer that is not a float happen where numbers may lie at other
  /// times: may it read the bits of one, or replace one?
  bool isWhereNumbersLie(const llvm::Instruction &access) const {
    return amongNumbers.contains(&access);
  }

  /// Does it load an integer of which a number is made, where integers made of numbers' bits are
  /// stored?
  bool rebuildsNumber(const llvm::Instruction &access) const {
    return rebuilding.contains(&access);
  }

  void print(llvm::raw_ostream &out, const llvm::Function &function) const;

private:
  friend class TypeAnalysis; // fills the two maps once, then hands out a const value
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<Piece, 2>> integers;
  llvm::DenseMap<const llvm::Instruction *, Layout> accesses;
  llvm::DenseMap<const llvm::Instruction *, llvm::Type *> mixed;
  llvm::DenseSet<const llvm::Instruction *> amongNumbers, rebuilding;
};

/// Runs type analysis on a prepared function. Never fails: what is not known is
/// Kind::Unknown or a Layout that is not `known`; the plan decides whether that matters.
/// `others`: what is known about other functions, kept for the next analysis; null: not kept.
TypeResults analyseTypes(llvm::Function &prepared, EvidenceStore *others = nullptr);

/// To run once on the pristine module, before any optimisation: reads declared
/// types (debug info of variables and parameters, struct types of allocas,
/// globals and address arithmetic, TBAA) and attaches them to memory transfers
/// and allocations as metadata `!enzyme.layout` that survives inlining.
void recordDeclaredTypes(llvm::Module &pristine);

} // namespace enzyme
#endif
