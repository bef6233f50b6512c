//===- Remarks.h - what was decided about the user's code, as values ------===//
//
// Problem: whether a gradient is fast is decided in several rooms: a loop is fused,
// a value is kept because memory is overwritten. The user sees none of this.
//
// Here: each decision leaves a remark, with its reason, at a place in the source.
// When all derivatives are made they are handed to LLVM, which prints them
// (-Rpass=enzyme, -Rpass-missed=enzyme, -Rpass-analysis=enzyme) or writes them to a file
// (-fsave-optimization-record).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REPORT_REMARKS_H
#define ENZYME_REPORT_REMARKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DebugLoc.h"
#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class LLVMContext;
} // namespace llvm

namespace enzyme {

enum class RemarkKind {
  Passed,   ///< something that makes derivatives cheap was done
  Missed,   ///< it was not, for a reason
  Analysis, ///< what was found out
};

struct Remark {
  RemarkKind kind;
  const char *name;               ///< in records: "LoopFused"
  const llvm::Function *function; ///< that is differentiated, in the workshop
  llvm::DebugLoc where;           ///< none: at the function
  std::string text;
  uint64_t bytes = 0; ///< kept there, each time; 0: the remark is not about memory
};

class Remarks {
public:
  /// Are remarks wanted in this context?
  static bool areWanted(llvm::LLVMContext &context);

  void add(Remark remark) { collected.push_back(std::move(remark)); }

  /// A point to come back to: an attempt that failed left nothing.
  size_t mark() const { return collected.size(); }
  void rollBack(size_t mark) { collected.erase(collected.begin() + mark, collected.end()); }

  llvm::ArrayRef<Remark> all() const { return collected; }

  /// In the order of the source, each once.
  std::vector<const Remark *> sorted() const;
  /// Hands them to LLVM, in that order.
  void emit() const;

private:
  std::vector<Remark> collected;
};

/// " at line 7"; "" where the line is not known.
std::string placeOf(const llvm::Instruction &instruction);

/// What the source calls the function, demangled; also where `function` is a part of it.
std::string sourceName(const llvm::Function &function);

} // namespace enzyme
#endif
