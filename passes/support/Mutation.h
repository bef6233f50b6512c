//===- Mutation.h - verdicts broken on purpose, to try the tests ----------===//
//
// Problem: tests that pass say nothing about verdicts that none of them depends on: a load
// wrongly called unchanged, a partial derivative that is off by a factor.
//
// Here: mutation points. Where a verdict is given the code asks whether it should be wrong in
// the direction that is fatal:
//
//     return isUnshared(object) || mutation::breaks("writes.unshared");
//
// A point has a name, and rows where it stands for many verdicts (an opcode, a formula's name).
// `-mllvm -enzyme-mutate=POINT:ROW` breaks one row, POINT all of them, POINT:#3 the third verdict
// given there; A,B breaks both. `?FILE` appends the points that were met to a file.
// test/mutation/mutate.py tries them all. Without the option a point costs one branch.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_MUTATION_H
#define ENZYME_SUPPORT_MUTATION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"

namespace llvm {
class Value;
}

namespace enzyme::mutation {

/// What the command line asks for; empty: nothing.
void choose(llvm::StringRef spelling);

/// For the whole process: code that gives verdicts knows no options.
extern bool isOn;

bool meet(llvm::StringRef point, llvm::StringRef row);

/// The row of what is judged: an instruction's opcode, the kind of function that a call calls,
/// the kind of type of anything else.
llvm::StringRef rowOf(const llvm::Value &judged);

inline bool breaks(llvm::StringRef point, llvm::StringRef row = "") {
  return LLVM_UNLIKELY(isOn) && meet(point, row);
}

inline bool breaks(llvm::StringRef point, const llvm::Value &judged) {
  return LLVM_UNLIKELY(isOn) && meet(point, rowOf(judged));
}

} // namespace enzyme::mutation
#endif
