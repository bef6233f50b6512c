//===- Emit.h - a term as LLVM IR ----------------------------------------===//
//
// Writes the nodes under one node at a builder, shared nodes once, in one
// floating type: half, bfloat, float, double, x86_fp80, fp128 or a fixed vector
// of one of these. Functions become intrinsics where LLVM has them, else calls of
// the C library, one a lane. half and bfloat compute functions in float.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_TERM_EMIT_H
#define ENZYME_RULES_TERM_EMIT_H

#include "rules/term/Term.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme::term {

/// Gives the value of a leaf: Op::Input, Op::Output or Op::Parameter, and which.
using Leaf = llvm::function_ref<llvm::Value *(Op, unsigned)>;

/// Emits node `id` of `nodes` as a value of `type`.
llvm::Value *emit(const Nodes &nodes, uint8_t id, llvm::Type *type, llvm::IRBuilderBase &builder,
                  Leaf leaf);

} // namespace enzyme::term
#endif
