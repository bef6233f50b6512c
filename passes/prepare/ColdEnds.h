//===- ColdEnds.h - paths that only end the program ------------------------===//
//
// Problem: checks end in code like
//
//     if (!(i < n)) { std::cerr << "index " << i; std::abort(); }
//     __glibcxx_check_subscript(i);         // an _Error_formatter is filled, then _M_error()
//
// From where such a path begins, nothing comes back: no reverse sweep ever passes there, and no
// tangent that is computed there is read. Differentiated like other code, it is refused for what
// is called there and has no body, and it costs types, tape and time.
//
// So the blocks from which every path ends the program become a function of their own, which is
// inactive: the path still runs, in derivatives as in the program, and every later state sees one
// call that does not return.
//
// What may come back stays as it is: a path on which an exception may begin (a caller may catch
// it, and what was written before may matter there) or a `longjmp`, also inside of what is called;
// everything, where something reached calls `setjmp`. What has no body and may throw for all that
// is known ends a path only where nothing catches and the path writes to its own variables alone.
// Paths that ask for a derivative, loops without an end, and threads of a device stay, too.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_COLDENDS_H
#define ENZYME_PREPARE_COLDENDS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// As said above, in all of `functions`, which hold all that they call.
void outlineColdEnds(const llvm::SetVector<llvm::Function *> &functions);

} // namespace enzyme
#endif
