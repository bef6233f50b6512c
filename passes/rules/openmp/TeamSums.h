//===- TeamSums.h - sums that a thread gathers before it adds them ----------===//
//
// The table in which a thread of a team gathers what it adds to memory that others add to as well
// (runtime/sums.c has the other half of this contract). An entry is the address of a stretch of
// memory and that of the thread's own numbers for it:
//
//   {i64 stretch, ptr own}  x  entries       stretch: a multiple of `bytes`, or none
//
// The address `a` belongs to entry (a / bytes) % entries. Numbers that lie askew have no place in
// a stretch.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_OPENMP_TEAMSUMS_H
#define ENZYME_RULES_OPENMP_TEAMSUMS_H

#include "llvm/ADT/StringRef.h"

namespace enzyme::sums {

/// ptr (): an empty table.
inline constexpr llvm::StringLiteral begin = "enzyme_rt_sums_begin";
/// void (ptr table, ptr place, double number): what the table has no entry for.
inline constexpr llvm::StringLiteral add = "enzyme_rt_sums_add";
/// void (ptr table): adds to memory what was gathered; the table is no more.
inline constexpr llvm::StringLiteral end = "enzyme_rt_sums_end";

/// On the derivative of a region that each thread of a team calls: both sweeps are in it, and the
/// region writes nothing that others see.
inline constexpr llvm::StringLiteral bothSweepsAttribute = "enzyme-both-sweeps";

/// Beginnings of the names of what threads wait for each other by, or begin teams by.
inline constexpr llvm::StringLiteral waits[] = {"enzyme_rt_team_", "__kmpc_barrier",
                                                "__kmpc_critical", "__kmpc_ordered", "__kmpc_fork"};

inline constexpr unsigned entries = 256, bytes = 4096, number = 8;

} // namespace enzyme::sums
#endif
