//===- Lines.h - the program's lines in derivative code -------------------===//
//
// Problem: debuggers and profilers show the lines of debug locations. Those of a
// derivative belong to functions and compile units of the module that it was made
// in, and to many of them, since that module's functions are inlined into each other.
//
// Here: each instruction of a derivative has the location of the primal's instruction
// that it was made for. In the user's module the derivative is a function of its own
// (DWARF 5, 3.3.1, artificial), whose lines lie in as many files as they come from.
// What is inlined is not listed (DW_TAG_inlined_subroutine): the innermost line counts.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_LINES_H
#define ENZYME_SUPPORT_LINES_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace enzyme {

/// Drops what is known of variables; instructions keep their locations.
void keepLinesAlone(llvm::Function &function);

/// The locations of a function's instructions, which are taken off it.
class LinesOf {
public:
  explicit LinesOf(llvm::Function &function);
  /// Gives them to the instructions of `copy` that `copies` names, if its module has debug
  /// information of its own; then every instruction there has a line.
  void giveTo(llvm::Function &copy, const llvm::ValueToValueMapTy &copies) const;

private:
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::DebugLoc>, 0> lines;
};

/// Gives a module without debug information a compile unit, in the language of `source`'s first.
void makeUnitFor(llvm::Module &module, const llvm::Module &source);

/// Builds what belongs to one instruction, with its line.
class LineBuilder : public llvm::IRBuilder<> {
public:
  LineBuilder(llvm::Instruction *before, const llvm::Instruction &of) : IRBuilder<>(before) {
    SetCurrentDebugLocation(of.getDebugLoc());
  }
};

} // namespace enzyme
#endif
