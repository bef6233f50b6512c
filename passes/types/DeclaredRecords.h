//===- DeclaredRecords.h - what declared types state of memory --------------===//
//
// A declared type says what an object is. Behind it there are more such objects, if it is of an
// array, or more elements of its last member: `struct { int n; double values[]; }`.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_DECLAREDRECORDS_H
#define ENZYME_TYPES_DECLAREDRECORDS_H

#include "types/Evidence.h"

namespace enzyme {

/// The type of an alloca or global. Optimisation makes integers of anything it has
/// no better type for, and unions lose their name: integers are believed only in
/// named structs, and in those that flang makes only for this.
Layout ofObject(llvm::Type *type, const llvm::DataLayout &layout);

/// What may lie behind an object whose last member is an array of none or one.
Record::Behind behindLast(const llvm::StructType &type);

/// What is stated of memory where an object of `type` begins: of the object, and of what its last
/// member may have behind it.
Records behindDeclared(const llvm::DIType &type, KnownLayouts &layouts, llvm::LLVMContext &context);

} // namespace enzyme
#endif
