//===- Outside.h - shadows of memory that is older than the derivative -----===//
#ifndef ENZYME_SHADOW_OUTSIDE_H
#define ENZYME_SHADOW_OUTSIDE_H

#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// A pointer and its shadow in a lane, found at a place and in its shadow.
struct FoundPointer {
  llvm::Value *primal, *shadow, *place, *placeShadow;
  unsigned lane;
};

/// What replaces a null shadow: the shadow of memory that a variable kept before the derivative
/// ran (runtime/outside.c); or the pointer itself, which is constant then.
llvm::Value *shadowOrOutside(llvm::IRBuilderBase &builder, const FoundPointer &found);

/// Is it what shadowOrOutside calls? Equal arguments give equal results.
bool findsOutside(const llvm::Function &function);

/// The shadow, or null where it is such memory's, which is never freed.
llvm::Value *shadowThatIsFreed(llvm::IRBuilderBase &builder, llvm::Value *shadow);

/// The shadows of the nodes that can be reached from `node` get links (runtime/nodes.c).
void linkNodes(llvm::IRBuilderBase &builder, const FoundPointer &node, bool isTree);

/// A derivative begins: `variable` keeps memory for itself.
void tellOfKept(llvm::IRBuilderBase &builder, const FoundPointer &variable, uint64_t bytes);

/// The same of an array's descriptor, if it is one of an allocatable variable; before, of the
/// arguments: what one of them leads to has a shadow of theirs, or none.
void tellOfArgument(llvm::IRBuilderBase &builder, llvm::Value *argument);
void tellOfKeptArray(llvm::IRBuilderBase &builder, const FoundPointer &descriptor,
                     const llvm::GlobalVariable &variable);

/// A half of a split derivative begins.
void beginHalf(llvm::IRBuilderBase &builder, bool isFirst);

/// From a shadow to the variable whose shadow it is, in a lane.
void rememberVariable(llvm::GlobalVariable &shadow, llvm::GlobalVariable &variable, unsigned lane);
std::pair<llvm::GlobalVariable *, unsigned> variableOf(const llvm::GlobalVariable &shadow);

} // namespace enzyme
#endif
