//===- Shape.h - does a function have the signature that its name stands for? ---===//
//
// Problem: a name proves nothing. A program may declare a `void select(double *, int)` of its
// own, or a `calloc` of one parameter; what is known about the library's function is then wrong,
// and asking for its second argument crashes the compiler.
//
// Here: every row that is found by name says which signature the library's function has, and
// this is the one place where the two are compared. A function that does not fit is an
// ordinary one. (Formulas say the same by roles: Rule.h, Lookup.cpp.)
//
// A shape is the result, then each parameter, a letter each:
//     v  nothing     p  an address     n  an integer     f  a real
//     s  an integer like all others marked so: their products are taken
//     .  anything without a real in it (of results: nothing, too)
//     -  any number of those           *  any number of anything
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SHAPE_H
#define ENZYME_RULES_SHAPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Functions of one shape, their names separated by blanks.
struct ShapedNames {
  llvm::StringLiteral shape;
  llvm::StringLiteral names;
};

bool hasShape(const llvm::CallBase &call, llvm::StringRef shape);
bool hasShape(const llvm::FunctionType &type, llvm::StringRef shape);

/// By name: its shape.
llvm::StringMap<llvm::StringRef> shapesOf(llvm::ArrayRef<llvm::ArrayRef<ShapedNames>> lists);

/// The row of the function that is called, if the call has the row's shape.
template <typename Row, size_t N>
const Row *rowOf(const llvm::CallBase &call, llvm::StringRef name, const Row (&rows)[N]) {
  for (const Row &row : rows)
    if (name == row.name && hasShape(call, row.shape))
      return &row;
  return nullptr;
}

/// A real, or something that contains one.
bool holdsFloat(llvm::Type *type);

} // namespace enzyme
#endif
