//===- Formulas.h - the formula that differentiates an instruction -------===//
//
// Problem: fmul, @sinf, llvm.pow.f64 and cexp are all "outputs as a smooth
// function of inputs". The plan must know which primal values their partials
// need, the emitter must write the partials, tests must evaluate them.
//
// Here: one question, formulaFor(instruction), answered from the tables under
// scalar/. The answer binds a table row to the instruction's operands. The four
// readings (needs, emit, evaluate, print) are under term/.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_FORMULAS_H
#define ENZYME_RULES_FORMULAS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace enzyme {

struct Formula; // one row of a table under scalar/: outputs, inputs, partials as Terms

/// One real input or output of a formula within an instruction: the whole
/// operand/result (component -1), or an element of it when it is an aggregate or
/// a vector that stands for a complex number ({double,double}, <2 x float>).
struct Port {
  llvm::Value *value = nullptr;
  int component = -1;
};

/// A formula bound to one instruction. output i depends on input j when
/// hasPartial(i, j); its partial is emitted by emitPartial.
struct BoundFormula {
  const Formula *formula = nullptr;
  llvm::SmallVector<Port, 3> inputs;
  llvm::SmallVector<Port, 2> outputs;             // value is the instruction itself
  llvm::SmallVector<llvm::Value *, 1> parameters; // integers the partials read

  bool hasPartial(unsigned output, unsigned input) const;

  /// The primal values (operands, or the instruction itself) that partial
  /// (output, input) reads.
  llvm::SmallVector<llvm::Value *, 3> needs(unsigned output, unsigned input) const;

  /// True when the partial is the constant 1 (resp. -1): the emitter then routes
  /// the slot without a multiplication.
  bool isOne(unsigned output, unsigned input) const;
  bool isMinusOne(unsigned output, unsigned input) const;

  /// True when the partial may be infinite or NaN for finite inputs of the
  /// function's domain or where the primal overflows: a zero adjoint must be
  /// kept zero through it (the policy of docs/using.md).
  bool maySingular(unsigned output, unsigned input) const;

  /// Emits the partial at `builder`, scalar or vector as the port's type is, in
  /// the port's own floating type. `lookup` gives the value of an operand (or of
  /// the instruction) at the insertion point; component ports are extracted here.
  /// Emitted instructions copy the fast-math flags of `builder`.
  llvm::Value *emitPartial(llvm::IRBuilderBase &builder, unsigned output, unsigned input,
                           llvm::function_ref<llvm::Value *(llvm::Value *)> lookup) const;
};

/// What the rules say about an instruction that computes floats from floats.
/// nullopt: no formula (memory, control, casts of integers and calls of unknown
/// functions are not formulas). Covers fneg fadd fsub fmul fdiv frem, fpext and
/// fptrunc (partial 1, with conversion by the emitter), every floating-point
/// intrinsic, and library calls by any spelling (sin, sinf, sinl, llvm.sin.*,
/// constrained intrinsics, __nv_sin, …). A function whose derivative is zero
/// everywhere (floor, round, rint, …) has a formula without partials.
std::optional<BoundFormula> formulaFor(llvm::Instruction &instruction);

/// A call with a formula that leaves memory alone but for errno and signgam, which hold no values
/// of the primal's. frexp, remquo and lgamma_r have formulas too, and store an integer.
bool isFormulaOfValues(const llvm::CallBase &call);

/// For intrinsics that are refused on purpose: the sentence why; else empty.
llvm::StringRef refusalFor(const llvm::Instruction &instruction);

/// True when calling this library function by name is known by a formula, so
/// that it must not be inlined or replaced before differentiation.
bool hasFormula(const llvm::Function &function);

} // namespace enzyme
#endif
