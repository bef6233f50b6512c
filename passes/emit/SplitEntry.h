//===- SplitEntry.h - the halves of a split derivative, as the program calls them ---===//
//
// Problem: the halves that plan and emitter make keep everything on the calling
// thread's arena, which a combined derivative further out releases. A program that
// asks for the halves itself keeps the tape as long as it likes.
//
// Here: a function around each half that gives its tape a life of its own: in a
// tape object of the runtime, or, of fixed size, in the caller's memory.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_SPLITENTRY_H
#define ENZYME_EMIT_SPLITENTRY_H

#include "emit/TapeShape.h"
#include "request/Request.h"

namespace enzyme {

/// The function that serves `request`, of the type signatureOf gives, around `half`:
/// the augmented or the gradient function (neither for __enzyme_augmentsize).
llvm::Function *makeSplitEntry(const Request &request, llvm::Function &half,
                               const TapeShape &shape);

} // namespace enzyme
#endif
