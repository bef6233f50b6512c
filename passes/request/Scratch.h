//===- Scratch.h - a simplified private copy of a caller ------------------===//
//
// Problem: in unoptimised IR the function pointer and the markers of a request
// go through allocas, conversions of lambdas and parameters of wrappers. They
// must be resolved without optimising the user's own code.
//
// Here: a copy of the function around a request, with memory in registers, into
// which callees can be inlined. What is learnt there holds for the original call,
// because arguments keep their places. The copy is erased with the object.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_SCRATCH_H
#define ENZYME_REQUEST_SCRATCH_H

#include "support/Analyses.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Names calls so that their copies can be found after inlining: numbers in a
/// metadata that copies inherit. Erases its marks at the end of its life.
class CallMarks {
public:
  explicit CallMarks(llvm::Module &module);
  ~CallMarks();
  CallMarks(const CallMarks &) = delete;

  /// Marks the call, unless it is marked, and returns its number.
  unsigned mark(llvm::CallBase &call);
  void unmark(llvm::CallBase &call) const;
  std::optional<unsigned> numberOf(const llvm::CallBase &call) const;
  bool hasMarkedCalls(const llvm::Function &function) const;

private:
  llvm::Module &module;
  unsigned kind;
  unsigned next = 0;
};

class Scratch {
public:
  Scratch(llvm::Function &original, const CallMarks &marks);
  ~Scratch();
  Scratch(const Scratch &) = delete;

  /// The copy of the call with this number; null if it cannot be reached.
  llvm::CallBase *find(unsigned number) const;

  /// Inlines the callee into the copy of the call with this number, which must
  /// be the only one. False if that is not possible.
  bool inlineAt(unsigned number);

  /// Inlines the small functions that are called, and simplifies again. False
  /// when there was nothing left to inline.
  bool expandHelpers();

  void simplify();

private:
  llvm::Function *copy;
  std::unique_ptr<Analyses> analyses;
  const CallMarks &marks;
};

} // namespace enzyme
#endif
