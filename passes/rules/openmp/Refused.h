//===- Refused.h - constructs of OpenMP that have no derivative ------------===//
//
// What compilers call for constructs that neither a team nor one thread has a form for.
//
// Source: openmp/runtime/src/kmp.h of LLVM 22.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_OPENMP_REFUSED_H
#define ENZYME_RULES_OPENMP_REFUSED_H

#include "llvm/ADT/StringRef.h"

namespace enzyme {

struct RefusedConstruct {
  llvm::StringLiteral name;
  llvm::StringLiteral word; ///< the program's, for it
  bool isPrefix = true;
};
inline constexpr RefusedConstruct refusedConstructs[] = {
    {"__kmpc_cancel", "cancel"},
    {"__kmpc_task_allow_completion_event", "detach"},
    {"__kmpc_omp_reg_task_with_affinity", "affinity"},
    {"__kmpc_omp_task", "untied", false}, // a task that puts itself off, which only such ones do
};

/// "" where the name says enough.
inline llvm::StringRef constructOf(llvm::StringRef callee) {
  for (const RefusedConstruct &row : refusedConstructs)
    if (row.isPrefix ? callee.starts_with(row.name) : callee == row.name)
      return row.word;
  return "";
}

} // namespace enzyme
#endif
