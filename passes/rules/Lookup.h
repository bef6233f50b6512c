//===- Lookup.h - from an instruction or a name to a row -----------------===//
//
// The one place that compares function names with rows, and the one place that
// knows how a row's operands lie in a call: which operand is which input, where
// real and imaginary part are.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_LOOKUP_H
#define ENZYME_RULES_LOOKUP_H

#include "rules/Rule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DerivedTypes.h"
#include <optional>

namespace enzyme {

/// One table under scalar/, with a title for the docs.
struct FormulaTable {
  const char *title;
  llvm::ArrayRef<Formula> rows;
};

/// All tables; the first holds instructions, named by opcode.
llvm::ArrayRef<FormulaTable> formulaTables();

const Formula *findInstruction(llvm::StringRef opcode);
const Formula *findFunction(llvm::StringRef name);

/// Where a real of a row is: operand (unused for results) and component, -1 for
/// the whole value.
struct OperandPart {
  unsigned operand = 0;
  int component = -1;
};

/// How a row lies in a call.
struct RowLayout {
  const Formula *row = nullptr;
  llvm::SmallVector<OperandPart, 4> inputs;
  llvm::SmallVector<int, 2> outputs;         ///< component of the result
  llvm::SmallVector<unsigned, 1> parameters; ///< operand
};

/// The row of a library function or floating-point intrinsic in any spelling,
/// laid out for the type it is called at; nullopt when name or type do not fit.
/// `anyPrecision`: "sin" may also stand for a float function.
std::optional<RowLayout> lookUp(llvm::StringRef symbol, llvm::FunctionType &type,
                                bool anyPrecision = false);

} // namespace enzyme
#endif
