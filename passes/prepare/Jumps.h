//===- Jumps.h - setjmp and longjmp inside differentiated code -------------===//
//
// Problem: `longjmp` leaves functions without a return, so what they had done cannot be reversed;
// and `setjmp` returns twice, the second time with whatever its function's registers held. So
// functions that a jump may pass through return instead, as exceptions make them
// (prepare/Unwinding.h), and their callers go where the jump leads:
//
//     f(x);                   expect(); f(x); if ((b = left())) goto dispatch;
//     longjmp(b, v);          if (expected) { leave(b, v); return 0; } longjmp(b, v);
//     r = setjmp(b);          place(b); mine = b; r = 0; landed: …
//     dispatch:               if (b == mine) { r = value(); goto landed; } else leave as above
//
// (runtime/jumps.c). A jump is then a branch, which any derivative can follow. Callers that expect
// nothing, like the program outside, are jumped over as usual, once the derivative has given back
// its tape. Code that we did not make (a library without a body, a function that is inactive by
// declaration) jumps to the real place: that stops the program, by name.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_JUMPS_H
#define ENZYME_PREPARE_JUMPS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// As said above. Those that were changed have an
/// attribute (rules/Jumps.h): outside callers of a derivative of theirs must expect nothing.
void returnInsteadOfJumping(const llvm::SetVector<llvm::Function *> &functions);

} // namespace enzyme
#endif
