//===- Batch.h - one function, many inputs --------------------------------===//
//
// __enzyme_batch(f, enzyme_width, W, …) evaluates f for W lanes. Between the
// request and the function that serves it there is one agreement, this file:
//
//   R f(P0, P1, …)   ->   { [W x R] } batch(lanes of P0…, lanes of P1…, …)
//
//   spread    request passes                   batch takes
//   Vector    one value per lane               W values
//   Scalar    one value                        one value
//   Buffer    a stride in bytes, a base        base pointer, i64 stride
//
// Lane i of a buffer is base + i * stride: the pointer f gets, or where its value
// is loaded from. A structure that f returns through a hidden pointer has W
// pointers, and is not part of the result.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_BATCH_H
#define ENZYME_REQUEST_BATCH_H

#include "request/ReadArguments.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// Which batch of which function.
struct BatchKey {
  llvm::Function *primal = nullptr;
  unsigned width = 1;
  std::vector<Spread> spreads; ///< one per IR parameter

  auto operator<=>(const BatchKey &) const = default;
};

struct BatchSignature {
  llvm::FunctionType *type = nullptr;
  std::vector<unsigned> first; ///< per primal parameter: where its arguments begin

  static BatchSignature of(const BatchKey &key);
};

BatchKey batchKeyOf(const Request &request, llvm::Function *primal);

/// What `view` asks for, a call of the batch family.
ReadResult readBatch(const CallView &view, llvm::Function &function);

/// Do the declared result's bytes hold all lanes of a hidden result? Else refuses.
bool checkHiddenLanes(const Request &request, llvm::Type *declared, Diagnostics &diagnostics);

/// The arguments of the batch function, made at `builder` from those of the call.
llvm::SmallVector<llvm::Value *, 16> batchArguments(llvm::IRBuilder<> &builder,
                                                    const Request &request);

/// Appends what a batch says beside its bindings (-enzyme-print-request).
void printLanes(llvm::raw_ostream &out, const Binding &binding);

} // namespace enzyme
#endif
