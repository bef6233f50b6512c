//===- RulesJit.h - rules of scalar functions, run --------------------------===//
//
// Builds, for a row of a table of formulas, IR functions that call the function
// itself and that evaluate all its partials at a chosen floating type, and runs
// them in this process.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_UNIT_RULESJIT_H
#define ENZYME_TEST_UNIT_RULESJIT_H

#include "rules/Formulas.h"
#include "rules/Lookup.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace enzyme::test {

/// y = f(x) with the row's real inputs, integer parameter, real outputs.
using Primal = std::function<void(const double *x, int n, double *y)>;
/// All partials, output by output; zero where there is none.
using Jacobian = void (*)(const double *x, const double *y, int n, double *partials);

/// One point of a row.
struct Sample {
  std::vector<double> x;
  int n = 0;
};
std::vector<Sample> samplesOf(const Formula &row);

/// Every row of every table.
std::vector<const Formula *> allRows();
bool isInstruction(const Formula &row);

/// The call (or instruction) of `row` at floating type `type`, as clang writes it
/// for x86-64, on fresh arguments of a new function of `module`. `symbol` is the
/// name called; "" lets the row choose: an opcode, an intrinsic or its own name.
llvm::Instruction *buildUse(llvm::Module &module, const Formula &row, llvm::Type *type,
                            llvm::StringRef symbol = "");

class RuleJit {
public:
  RuleJit();

  /// The function itself in double: from the C library, LLVM or a reference.
  Primal primal(const Formula &row);

  /// The emitted partials, computed in `type` (made in `context`), lane 0 of a vector.
  using MakeType = std::function<llvm::Type *(llvm::LLVMContext &)>;
  Jacobian jacobian(const Formula &row, MakeType type);

private:
  void *add(std::unique_ptr<llvm::Module> module, const std::string &function);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::ThreadSafeContext context;
  unsigned count = 0;
};

/// Functions that this C library lacks, in double; empty when unknown.
std::function<double(const double *x, int n)> referenceFor(llvm::StringRef name);

} // namespace enzyme::test
#endif
