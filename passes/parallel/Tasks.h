//===- Tasks.h - tasks that threads of a team run ------------===//
//
//   t = __kmpc_omp_task_alloc(…, entry);  fill t;  __kmpc_omp_task(…, t)
//   fill t;  next_task(flags, …);  body(what it finds in t)
//
// The call of the body is marked: some thread of the team makes it, at a time of its own
// (runtime/tasks.c). To analyses it is a call like any other: a program without data races may run
// each task where it makes it.
//
// A loop of tasks is a loop that makes tasks.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_TASKS_H
#define ENZYME_PARALLEL_TASKS_H

#include "rules/openmp/TeamCalls.h"
#include "llvm/IR/Instructions.h"
#include <string>

namespace enzyme {

/// Compilers say of what a task has for itself that nothing else leads there; an object of its own
/// may, whose constructor kept its address. Of the tasks that `function` makes that is taken back.
void forgetAliasesOfTasks(llvm::Function &function);

/// "" if a call that makes a task, or lets it run, has such a form; else what has none.
std::string obstacleToTask(const llvm::CallInst &call, TeamCall what);

/// Tasks in `function` are brought into that form. Gives their bodies.
llvm::SmallVector<llvm::Function *, 4> formTasks(llvm::Function &function);

} // namespace enzyme
#endif
