//===- Interface.h - what instrumented code and the oracle's runtime share --===//
//
// Names and types of runtime/oracle/oracle.h as IR. Instrumented functions hand shadows of
// arguments and results to each other through blocks of memory of their thread, and say
// through two words who was called and who returned: a function without instrumentation
// does not answer, and so is noticed.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ORACLE_INTERFACE_H
#define ENZYME_ORACLE_INTERFACE_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace enzyme::oracle {

/// Bytes of each block; alignment of what lies in one.
constexpr uint64_t blockBytes = 8192, blockAlign = 16;
/// Shadow address = address ^ shadowOffset.
constexpr uint64_t shadowOffset = 0x500000000000;
/// Floats that one call of a library function takes at most.
constexpr unsigned callFloats = 4;
/// Arguments of a function without instrumentation that the runtime looks at.
constexpr unsigned foreignWords = 12;

class Interface {
public:
  explicit Interface(llvm::Module &module);

  llvm::Module &module;
  llvm::Type *address, *word, *byte, *wide; ///< ptr, i64, i8, x86_fp80
  llvm::StructType *call;                   ///< struct oracle_call
  llvm::GlobalVariable *arguments, *results, *variadic, *variadicBytes, *called, *answered;
  llvm::FunctionCallee bits, foreign, stop, step;

  /// The tangent rule of a library function.
  llvm::FunctionCallee rule(llvm::StringRef name);
  /// A text in the module.
  llvm::Constant *text(llvm::StringRef text);

private:
  llvm::GlobalVariable *threadLocal(llvm::StringRef name, llvm::Type *type);
  llvm::StringMap<llvm::Constant *> texts;
};

} // namespace enzyme::oracle
#endif
