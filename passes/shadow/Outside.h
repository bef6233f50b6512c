//===- Outside.h - shadows of memory that is older than the derivative -----===//
#ifndef ENZYME_SHADOW_OUTSIDE_H
#define ENZYME_SHADOW_OUTSIDE_H

#include "abi/DerivativeKey.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// What tells derivatives apart that are made in one run: `lane`, of the derivative of `order`.
unsigned numberOfDerivative(unsigned order, unsigned lane);

/// A pointer and its shadow in the derivative of a number, found at a place and in its shadow.
struct FoundPointer {
  llvm::Value *primal, *shadow, *place, *placeShadow;
  unsigned number;
};

/// What replaces a null shadow: that of the variable or the argument which it leads to
/// (runtime/known.c), of memory that a variable kept before the derivative ran
/// (runtime/outside.c); or the pointer itself, which is constant then.
llvm::Value *shadowOrOutside(llvm::IRBuilderBase &builder, const FoundPointer &found);

/// Is it what shadowOrOutside calls? Equal arguments give equal results.
bool findsOutside(const llvm::Function &function);

/// The shadow, or null where it is such memory's, which is never freed.
llvm::Value *shadowThatIsFreed(llvm::IRBuilderBase &builder, llvm::Value *shadow);

/// The shadows of the nodes that can be reached from `node` get links (runtime/nodes.c).
void linkNodes(llvm::IRBuilderBase &builder, const FoundPointer &node, bool isTree);

/// Notes at `derivative` which of its parameters are shadows of which, for tellOfArguments.
void noteParameters(llvm::Function &derivative, const DerivativeKey &key);

/// Does a derivative, by the functions that it reaches, meet pointers that may be older, and may it
/// write active values or their addresses to what they lead to? Else such memory is constant, and
/// needs no shadow.
bool looksForOlder(const llvm::SetVector<llvm::Function *> &reached);
bool writesOlder(const llvm::SetVector<llvm::Function *> &reached);

/// The first half of a split derivative ends.
void tellOfEnd(llvm::IRBuilderBase &builder, const llvm::Function &start);

/// A derivative begins; then its arguments, as they were noted.
void tellOfBegin(llvm::IRBuilderBase &builder, const llvm::Function &start);
void tellOfArguments(llvm::IRBuilderBase &builder, llvm::Function &start);

/// The variable that has this shadow; `isWritten`: with the memory that it keeps or shares.
void tellOfVariable(llvm::IRBuilderBase &builder, const FoundPointer &place,
                    llvm::GlobalVariable &shadow, bool isWritten);

/// The same of an array's descriptor, if it is one of an allocatable variable; before, of the
/// arguments: what one of them leads to has a shadow of theirs, or none.
void tellOfArgument(llvm::IRBuilderBase &builder, llvm::Value *argument);
void tellOfKeptArray(llvm::IRBuilderBase &builder, const FoundPointer &descriptor,
                     const llvm::GlobalVariable &variable, bool isWritten);

/// A half of a split derivative begins.
void beginHalf(llvm::IRBuilderBase &builder, bool isFirst);

/// From a shadow to the variable whose shadow it is, in the derivative of a number.
void rememberVariable(llvm::GlobalVariable &shadow, llvm::GlobalVariable &variable,
                      unsigned number);
std::pair<llvm::GlobalVariable *, unsigned> variableOf(const llvm::GlobalVariable &shadow);

} // namespace enzyme
#endif
