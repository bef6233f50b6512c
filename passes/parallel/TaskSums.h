//===- TaskSums.h - what tasks add to, as atomic sums -----------------------===//
//
// Problem: in reductions of tasks (task_reduction, in_reduction, reduction(task, …)) the runtime
// hands each task the part of the thread that runs it, and adds the parts up at the end of the
// group. Nothing says so in the code.
//
// Here: where all that tasks do is add, they add to the variable itself, atomically: the sum is the
// same. The group stays, for which its end waits.
//
//     part = get_th_data(thread, group, &sum);  *part += v       atomic: sum += v
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_TASKSUMS_H
#define ENZYME_PARALLEL_TASKSUMS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

void addTaskSumsAtomically(const llvm::SetVector<llvm::Function *> &functions);

/// Do the parts of the reductions that `begin` announces begin from what changes no result, as
/// operators' do? Else the result counts how many threads had a part.
bool beginFromNothing(const llvm::CallInst &begin);

} // namespace enzyme
#endif
