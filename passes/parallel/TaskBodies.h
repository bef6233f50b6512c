//===- TaskBodies.h - what a task takes along (room-private) -----------------===//
//
// The function of a task finds what it is given in memory: numbers and addresses of its own behind
// the task's head, addresses of what it shares in a structure that the head leads to. Derivatives
// want them as parameters, which each task has for itself:
//
//   entry(thread, task) { … task->x … task->shared->y … }      body(x, y) { … x … y … }
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_TASKBODIES_H
#define ENZYME_PARALLEL_TASKBODIES_H

#include "llvm/IR/Function.h"
#include <compare>
#include <optional>

namespace enzyme {

/// A number, an address, or an array or structure of a few numbers, that a task is given.
struct TaskPart {
  uint64_t offset;
  bool isShared; ///< behind the structure's beginning, not the head's
  llvm::Type *type;
  bool isAt(uint64_t place, bool isBehindStructure) const {
    return offset == place && isShared == isBehindStructure;
  }
};

/// A single value in a part.
struct TaskNumber {
  uint64_t offset; ///< from where the part begins
  llvm::Type *type;
};

/// What a part of that type consists of; nothing if that is too much, or not all bytes are known.
/// In arrays and structures there are no addresses: they might lead into what they lie in.
std::optional<llvm::SmallVector<TaskNumber, 4>> numbersIn(llvm::Type &type,
                                                          const llvm::DataLayout &layout);

/// A copy of `entry` with what compilers put around its code taken away.
llvm::Function *flatTask(llvm::Function &entry);

/// What it is given; nothing if that is more than parts of known types, each of one.
std::optional<llvm::SmallVector<TaskPart, 8>> partsOfTask(llvm::Function &flat);

/// A function of `parts` that does what `flat` does. `place`: the code's, for the runtime.
llvm::Function *taskOfParts(llvm::Function &flat, llvm::ArrayRef<TaskPart> parts,
                            llvm::Value &place);

} // namespace enzyme
#endif
