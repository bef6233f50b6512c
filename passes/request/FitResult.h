//===- FitResult.h - derivatives into the declared result -----------------===//
//
// Problem: a derivative returns a flat list (primal, tangent or adjoints). The
// user declared double, struct {float a, b;} (one vector register), a structure
// through a hidden pointer, or nothing.
//
// Here: both sides as lists of numbers in the order of the source; they are
// matched one by one. Decided first (fitOf), done later (store or build).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_FITRESULT_H
#define ENZYME_REQUEST_FITRESULT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// One number (or pointer) within a type: indices of members, the last one into
/// a vector where the type there is one.
struct Leaf {
  llvm::Type *type = nullptr;
  llvm::SmallVector<unsigned, 4> path;
  uint64_t offset = 0; ///< in memory
};

/// All of them, in memory order.
std::vector<Leaf> leavesOf(llvm::Type *type, const llvm::DataLayout &layout);

llvm::Value *readLeaf(llvm::IRBuilderBase &builder, llvm::Value *whole, const Leaf &leaf);
llvm::Value *writeLeaf(llvm::IRBuilderBase &builder, llvm::Value *whole, llvm::Value *value,
                       const Leaf &leaf);

enum class Fit {
  Empty,    ///< the derivative has no values: the declared result becomes zero
  Ignored,  ///< nothing is declared
  Members,  ///< as many values on both sides, each convertible
  Dropped,  ///< the declared result holds the first ones only
  Padded,   ///< the declared result (in memory) holds more: zero
  ByMemory, ///< an integer register of the ABI holds several members
  None,     ///< does not fit
};

/// `isInMemory`: the declared result is behind a hidden pointer.
Fit fitOf(llvm::Type *natural, llvm::Type *declared, bool isInMemory,
          const llvm::DataLayout &layout);

/// The declared value made of `natural` (null where that is void).
llvm::Value *buildDeclared(llvm::IRBuilderBase &builder, llvm::Value *natural, llvm::Type *declared,
                           Fit fit);

} // namespace enzyme
#endif
