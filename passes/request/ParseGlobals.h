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

/// How one parameter of the primal appears in a user's rule.
struct RuleParameter {
  unsigned value = 0;             ///< index in the rule's IR parameters
  std::optional<unsigned> shadow; ///< where it is doubled; a doubled integer gets
                                  ///< the same value again
};

/// One value in the result of a user's rule: indices of its members, the last one
/// into a vector where the type there is one. Empty: the result itself.
struct RuleResult {
  llvm::SmallVector<unsigned, 2> path;
};

/// A function of a user's rule and how to call it (CallRule.h does).
struct RuleFunction {
  llvm::Function *function = nullptr;
  bool hiddenResult = false;             ///< parameter 0 points to the result (sret)
  llvm::Type *resultType = nullptr;      ///< also behind a hidden pointer; void for none
  std::vector<RuleParameter> parameters; ///< one per IR parameter of the primal
};

/// __enzyme_register_gradient: augmented primal and reverse.
struct CustomGradient {
  llvm::Function *primal = nullptr;
  RuleFunction augmented;
  std::optional<RuleResult> tape;         ///< in augmented's result
  std::optional<RuleResult> primalResult; ///< in augmented's result
  std::optional<RuleResult> shadowResult; ///< primal returns a pointer
  RuleFunction reverse;
  std::optional<unsigned> seedParameter; ///< primal returns a float
  std::optional<unsigned> tapeParameter;
  /// Per primal parameter: where its adjoint is in reverse's result.
  std::vector<std::optional<RuleResult>> adjoints;
};

/// __enzyme_register_derivative: forward rule.
struct CustomDerivative {
  llvm::Function *primal = nullptr;
  RuleFunction forward;
  std::optional<RuleResult> primalResult;
  std::optional<RuleResult> tangentResult;
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

  const CustomGradient *gradientOf(const llvm::Function &function) const;
  const CustomDerivative *derivativeOf(const llvm::Function &function) const;
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
  bool shouldRecompute(const llvm::Function &function) const;

  /// Functions that must not be inlined away or deleted before differentiation:
  /// whatever has a property above, and the functions of the rules.
  llvm::ArrayRef<llvm::Function *> keep() const { return kept; }

private:
  friend class GlobalsReader; // fills the tables below, once, in the constructor

  llvm::DenseMap<const llvm::Function *, CustomGradient> gradients;
  llvm::DenseMap<const llvm::Function *, CustomDerivative> derivatives;
  llvm::DenseMap<const llvm::Function *, CustomAllocator> allocators;
  llvm::DenseMap<const llvm::Function *, const llvm::Function *> deallocators;
  llvm::DenseMap<const llvm::Function *, std::string> likeFunctions;
  llvm::DenseSet<const llvm::GlobalObject *> inactive;
  llvm::DenseSet<const llvm::Function *> noFree;
  llvm::DenseSet<const llvm::Function *> recompute;
  std::vector<llvm::Function *> kept;
};

} // namespace enzyme
#endif
