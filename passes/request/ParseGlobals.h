//===- ParseGlobals.h - what the program registered -----------------------===//
//
// Problem: users give derivatives of their own, and say that functions and
// globals are inactive, by global variables (__enzyme_register_gradient_f = {f,
// augmented, reverse}), by annotations and by attributes.
//
// Here: all of it, read once from a module; functions are those of that module.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_PARSEGLOBALS_H
#define ENZYME_REQUEST_PARSEGLOBALS_H

#include "report/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <optional>

namespace enzyme {

/// How one parameter of the primal appears in a user's rule. The hidden pointer to
/// the primal's result does not: the rule returns what lies behind it.
struct RuleParameter {
  unsigned value = 0;             ///< index in the rule's IR parameters
  std::optional<unsigned> shadow; ///< where it is doubled; a doubled integer gets
                                  ///< the same value again
  bool isResult = false;
};

/// One value in the result of a user's rule, where it would lie in memory: what the
/// C ABI packed into one register can be told apart there.
struct RuleResult {
  uint64_t offset = 0;
  llvm::Type *type = nullptr;
};

/// A piece of the tape, as the second function of a rule takes it.
struct RuleTapePiece {
  unsigned parameter = 0;
  uint64_t offset = 0;    ///< in the tape, which augmented's result begins with
  bool isAddress = false; ///< a structure passed by value in memory
};

/// A function of a user's rule and how to call it (CallRule.h does).
struct RuleFunction {
  llvm::Function *function = nullptr;
  bool hiddenResult = false;             ///< parameter 0 points to the result (sret)
  llvm::Type *resultType = nullptr;      ///< also behind a hidden pointer; void for none
  std::vector<RuleParameter> parameters; ///< one per IR parameter of the primal
  /// The same without what it does for the primal, which further lanes must not repeat;
  /// null where there is none.
  llvm::Function *onShadows = nullptr;
  /// Of ours: the shadow of a pointer that the caller holds const is null, not scratch memory.
  bool takesNullForConst = false;
  /// Of ours: the lane is passed as the shadow of an integer.
  bool takesLane = false;
};

/// The first function of a rule with two halves, and what it hands to the second.
struct CustomAugmented {
  RuleFunction function;
  /// Of ours: the same without copies of what lies behind these parameters of the primal, for
  /// calls where that does not change between the halves. Its function is null if there is none.
  RuleFunction unchanged;
  std::vector<unsigned> unlessOverwritten;
  uint64_t tapeBytes = 0; ///< at the beginning of its result
  std::optional<RuleResult> primalResult;
  std::optional<RuleResult> shadowResult; ///< primal returns a pointer
};

/// What the primal of a rule returns, also through a hidden pointer.
llvm::Type *returnedBy(const llvm::Function &primal);

/// __enzyme_register_gradient: augmented primal and reverse.
struct CustomGradient {
  llvm::Function *primal = nullptr;
  CustomAugmented augmented;
  RuleFunction reverse;
  /// Primal returns floats: the first parameter of the seed, one for each member of
  /// the primal's result, or the address of the whole if that is returned in memory.
  std::optional<unsigned> seedParameter;
  std::vector<RuleTapePiece> tapePieces;
  /// Per primal parameter: where its adjoint is in reverse's result.
  std::vector<std::optional<RuleResult>> adjoints;
};

/// __enzyme_register_derivative: forward rule.
struct CustomDerivative {
  llvm::Function *primal = nullptr;
  RuleFunction forward;
  std::optional<RuleResult> primalResult; ///< none: forward returns the tangent alone
  std::optional<RuleResult> tangentResult;
};

/// __enzyme_register_splitderivative: augmented primal and a forward half.
struct CustomSplit {
  llvm::Function *primal = nullptr;
  CustomAugmented augmented; ///< takes every parameter twice
  CustomDerivative forward;  ///< takes the tape last
  std::vector<RuleTapePiece> tapePieces;
};

/// __enzyme_allocation_like.
struct CustomAllocator {
  llvm::Function *allocator = nullptr;
  unsigned sizeArgument = 0;
  llvm::SmallVector<int, 4> freeArguments; ///< -1: the pointer; n: allocator's argument n
  llvm::Function *deallocator = nullptr;
};

class UserRules {
public:
  /// Reads everything; what is malformed is refused at its declaration.
  UserRules(llvm::Module &module, Diagnostics &diagnostics);

  /// A rule that we made ourselves (PairRules.h, BlasRules.h).
  void add(CustomGradient gradient, CustomDerivative derivative);

  const CustomGradient *gradientOf(const llvm::Function &function) const;
  const CustomDerivative *derivativeOf(const llvm::Function &function) const;
  const CustomSplit *splitOf(const llvm::Function &function) const;
  const CustomAllocator *allocatorOf(const llvm::Function &function) const;
  /// The allocator whose memory this function frees.
  const CustomAllocator *deallocatorOf(const llvm::Function &function) const;

  /// The library function it is differentiated as ("sin"), or "".
  llvm::StringRef functionLike(const llvm::Function &function) const;

  bool isInactive(const llvm::Function &function) const;
  bool isInactive(const llvm::GlobalVariable &global) const;
  /// The callee, or the call itself by attribute.
  bool isInactive(const llvm::CallBase &call) const;
  bool isNoFree(const llvm::Function &function) const;
  /// Does a rule of the function ask for tangents, or for the halves of a gradient? Those work on
  /// the globals that the function itself uses, as the derivative around them does.
  bool sharesGlobals(const llvm::Function &function) const;
  /// And are some of them derivatives of derivatives? Shadows of globals are other ones then.
  bool sharesNested(const llvm::Function &function) const;
  bool shouldRecompute(const llvm::Function &function) const;

  /// Functions that must not be inlined away or deleted before differentiation:
  /// whatever has a property above, and the functions of the rules.
  llvm::ArrayRef<llvm::Function *> keep() const { return kept; }

private:
  friend class GlobalsReader; // fills the tables below, once, in the constructor

  llvm::DenseMap<const llvm::Function *, CustomGradient> gradients;
  llvm::DenseMap<const llvm::Function *, CustomDerivative> derivatives;
  llvm::DenseMap<const llvm::Function *, CustomSplit> splits;
  llvm::DenseMap<const llvm::Function *, CustomAllocator> allocators;
  llvm::DenseMap<const llvm::Function *, const llvm::Function *> deallocators;
  llvm::DenseMap<const llvm::Function *, std::string> likeFunctions;
  llvm::DenseSet<const llvm::GlobalObject *> inactive;
  llvm::DenseSet<const llvm::Function *> noFree;
  llvm::DenseMap<const llvm::Function *, bool> sharing; ///< are some of them nested?
  llvm::DenseSet<const llvm::Function *> recompute;
  std::vector<llvm::Function *> kept;
};

} // namespace enzyme
#endif
