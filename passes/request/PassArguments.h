//===- PassArguments.h - what the derivative is called with ---------------===//
#ifndef ENZYME_REQUEST_PASSARGUMENTS_H
#define ENZYME_REQUEST_PASSARGUMENTS_H

#include "abi/Signature.h"
#include "abi/Strips.h"
#include "request/Request.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// The arguments for `derivative`, made at `builder` from those of the request.
llvm::SmallVector<llvm::Value *, 16> passArguments(llvm::IRBuilder<> &builder,
                                                   const Request &request,
                                                   const Signature &signature,
                                                   const llvm::Function &derivative);

/// 1 for every floating-point number in the type: the default seed.
llvm::Constant *unitSeed(llvm::Type *type);

/// The same for a request whose number of lanes the run knows (Strips.h).
llvm::SmallVector<llvm::Value *, 16> passStrips(llvm::IRBuilder<> &builder, const Request &request,
                                                const StripSignature &signature);

} // namespace enzyme
#endif
