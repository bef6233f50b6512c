//===- AdvanceStep.h - an iteration that moves shadow addresses along -------===//
//
// Problem: iterations hand addresses on (u and v, swapped). Running one again without its
// derivative must leave the shadows of these addresses as its derivative would have found
// them, and must not touch anything else of shadow memory.
//
// Here: a copy of the iteration that stores, beside each address that it hands on, the
// address's shadow, made by the same choices and distances. An address that comes from
// anywhere else than the iteration's parameters and what was handed to it has none here.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_ADVANCESTEP_H
#define ENZYME_EMIT_ADVANCESTEP_H

#include "abi/DerivativeKey.h"
#include "checkpoint/Marks.h"

namespace enzyme {

/// `step`: how the iteration's parameters take part (regions/Snapshots.h says whether it can be
/// made). Its parameters are those of the iteration's derivative.
llvm::Function *makeAdvance(const CheckpointPlan &plan, const DerivativeKey &step);

} // namespace enzyme
#endif
