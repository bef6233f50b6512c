//===- FormatBuilder.h - arithmetic in another format, as IR --------------===//
//
// A value of the format `to` lives in a variable of the type it replaces. To compute,
// it enters a working type, and the result leaves it again, rounded once:
//
//   working type   when                                  enter            leave
//   native         `to` is half, bfloat or float         fptrunc          fpext
//   double         twice the digits of `to` fit          round            round
//   fp128          else                                  round, fpext     round
//
// "round" is the runtime's enzyme_rt_round (runtime/round.c).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_FORMATBUILDER_H
#define ENZYME_TRANSFORM_FORMATBUILDER_H

#include "request/Truncation.h"
#include "request/Vocabulary.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

class FormatBuilder {
public:
  FormatBuilder(llvm::Module &module, const Truncation &truncation);

  /// The type that is replaced, or a vector of it?
  bool isReplaced(const llvm::Type *type) const { return type->getScalarType() == from; }
  /// The native type of the format, or null.
  llvm::Type *nativeType() const { return native; }

  using Operation = llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)>;

  /// `operation` on the operands in the working type; the result in the replaced
  /// type. Vectors go element by element unless the format is native.
  llvm::Value *compute(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> operands,
                       Operation operation);

  /// The same number in the replaced type, rounded to the format.
  llvm::Value *rounded(llvm::IRBuilderBase &builder, llvm::Value *value);

  /// From a value of any arithmetic type, rounded once.
  llvm::Value *convertedFrom(llvm::IRBuilderBase &builder, llvm::Value *value, bool isSigned);

  /// A function of the runtime on rounded operands of the replaced type, then
  /// `others`, then the format.
  llvm::Value *callRuntime(llvm::IRBuilderBase &builder, Runtime function,
                           llvm::ArrayRef<llvm::Value *> operands,
                           llvm::ArrayRef<llvm::Value *> others = {});

  /// Must be called between functions: values known to be rounded may be gone.
  void forget() { inFormat.clear(); }

  /// Applies `operation` to the elements of vectors, or to scalars as they are.
  static llvm::Value *perElement(llvm::IRBuilderBase &builder,
                                 llvm::ArrayRef<llvm::Value *> operands, Operation operation);

private:
  llvm::Value *enter(llvm::IRBuilderBase &builder, llvm::Value *value);
  llvm::Value *leave(llvm::IRBuilderBase &builder, llvm::Value *value);
  llvm::Value *callRound(llvm::IRBuilderBase &builder, llvm::Value *value);
  llvm::FunctionCallee declared(Runtime function, llvm::ArrayRef<llvm::Type *> parameters);

  llvm::Module &module;
  const Truncation truncation;
  llvm::Type *from, *native, *working;
  llvm::DenseSet<const llvm::Value *> inFormat; ///< known to be rounded
};

} // namespace enzyme
#endif
