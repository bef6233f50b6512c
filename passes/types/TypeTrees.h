//===- TypeTrees.h - types that other front ends state ---------------------===//
//
// Problem: a front end that is not clang knows types that its IR does not show.
//
// Here: the three notations for it, read into layouts.
//   "enzyme_type"="{[-1]:Pointer, [-1,0]:Float@double}"  on parameters, results, operands
//   !enzyme_type !{!"Unknown", i32 -1, !{!"Pointer", i32 -1, !{!"Float@double"}}}
//   !enzyme_truetype !{!"Float@double", i64 0, !"Integer", i64 8}  on copies and fills
// An index is a byte offset, -1 every offset; one more index per pointer followed. Entries of one
// index say what the value itself holds: that is how a derivative remembers what its integer
// parameters hide, when it is differentiated again.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_TYPETREES_H
#define ENZYME_TYPES_TYPETREES_H

#include "types/Types.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

namespace enzyme {

/// What the attributes of a pointer say of the memory behind it.
std::optional<Layout> statedBehind(llvm::AttributeSet attributes, const llvm::DataLayout &layout,
                                   llvm::LLVMContext &context);

/// What the metadata says of the memory behind the pointer that `instruction` is.
std::optional<Layout> statedBehind(const llvm::Instruction &instruction);

/// What the attributes of an integer parameter say of the integer: the floats and addresses in it.
llvm::SmallVector<Piece, 2> statedInside(const llvm::Argument &parameter);

/// Says on parameter `index` of `function` what `pieces` it holds, for statedInside.
void stateInside(llvm::Function &function, unsigned index, llvm::ArrayRef<Piece> pieces);

/// Takes over what `from` says of its parameter `index`; the other has one of the same meaning.
void copyStated(const llvm::Function &from, llvm::Function &to, unsigned index);

/// What is copied or filled, from the first byte on.
std::optional<Layout> statedBytes(const llvm::MemIntrinsic &transfer);

} // namespace enzyme
#endif
