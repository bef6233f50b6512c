//===- AliasScopes.h - three memories that never meet ---------------------===//
//
// Problem: the reverse sweep reads the primal's memory and the tape and adds to
// shadows. LLVM sees pointers that may all alias: it reloads x[i] after each
// shadow update, moves nothing out of loops and puts tests before vector code.
//
// Here: the contract of using.md. Shadows never overlap primal memory, and the tape overlaps
// nothing. A pointer that may be its own shadow, since its memory is const, keeps the promise
// where a sink takes the shadow's place (Pull::place, Push::place); loads of forward mode, which
// read through it and choose zero afterwards, say nothing. Each access that is known to be to one
// of the three memories says so while it is emitted; at the end the notes become LLVM's alias
// scopes. Two shadows may be the same memory, so nothing is said about them: that is up to
// `restrict`, which holds for a parameter's shadow too (shadow/ShadowBuilder.cpp).
//
// Except addresses. A shadow pointer that is read again in the reverse sweep lies where the primal
// has a pointer, and keeps it from then on (the plan would have kept the value else): no adjoint
// lies there before the primal's store of that pointer is reversed. So adjoints that are added in a
// loop do not change the shadow pointers of members `s->x`, `s->y`, which leave it.
//
// And except tangents of different lanes: no lane reads what another one stores, else the
// result would depend on the order in which lanes are computed. With a scope for each
// lane a loop over all of them needs no tests between one lane and another.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_ALIASSCOPES_H
#define ENZYME_EMIT_ALIASSCOPES_H

#include "shadow/ShadowedPrimal.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

enum class Memory {
  Primal,
  Shadow,
  Tape,
  Adjoint,       ///< shadow memory that the reverse sweep adds to
  Address,       ///< a shadow pointer that is read again there
  PerhapsAddress ///< the same where its place may be its own shadow, and so the primal's memory
};

/// Copies of a noted instruction carry the note.
void note(llvm::Instruction &access, Memory memory);

/// A load of a shadow pointer that is repeated in the reverse sweep; `isActive`: from memory that
/// is known to have a shadow.
void noteAddress(llvm::Instruction &again, bool isActive);

/// An access to the tangents of one lane.
void noteTangent(llvm::Instruction &access, unsigned lane);

/// Notes what the shadowed primal itself reads and writes, before code is made of it.
void notePrimalAccesses(ShadowedPrimal &primal);

/// Notes become alias scopes. Every scope is declared at the entry: it holds for one
/// run of the function, also when that is inlined into a loop.
void nameScopes(llvm::Function &derivative);

} // namespace enzyme
#endif
