//===- Unwinding.h - exceptions that are caught inside differentiated code -===//
//
// Problem: a call that is left by an exception leaves no tape, so what it had done before
// cannot be reversed. Where some function catches exceptions, those that one of them may pass
// through return instead, and their callers raise the exception again where they called:
//
//     f(x);                      expect(); f(x); if ((e = left())) again(e);
//     throw, or passing by       caught; if (expected) { leave(e); return 0; } escape(e);
//
// (runtime/exceptions.c). Handlers are then reached from within their own functions alone,
// which any derivative can follow. A caller that expects nothing, like the program itself,
// gets the exception as usual.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_UNWINDING_H
#define ENZYME_PREPARE_UNWINDING_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// Destructors of thrown objects that calls may come to are called by name.
void nameDestructors(const llvm::SetVector<llvm::Function *> &functions);

/// As said above, if any of the functions catches exceptions. Those that were changed have
/// an attribute: outside callers of a derivative of theirs must expect nothing.
void returnWhatIsThrown(llvm::Module &workshop, const llvm::SetVector<llvm::Function *> &functions);

} // namespace enzyme
#endif
