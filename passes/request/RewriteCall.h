//===- RewriteCall.h - the request becomes a call of the derivative -------===//
#ifndef ENZYME_REQUEST_REWRITECALL_H
#define ENZYME_REQUEST_REWRITECALL_H

#include "report/Diagnostics.h"
#include "request/Request.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// True if the derivative's result can be fitted to the declared one; else refuses.
/// parseRequests has asked this for every request it returns.
bool checkResult(const Request &request, Diagnostics &diagnostics);

/// Replaces request.call by a call of `derivative`, a function of the same module
/// with the type that servingType says (it may be a declaration still), and
/// fits its result to the declared one. The call and the markers that fed it are
/// erased; `request.call` is dangling afterwards. On a result that does not fit:
/// refuses, returns false, and changes nothing.
bool rewriteCall(const Request &request, llvm::Function *derivative, Diagnostics &diagnostics);

/// A request whose call has been rewritten to a declaration that stands for the
/// derivative, which need not exist yet. `request.call` is dangling.
struct OpenRequest {
  Request request;
  llvm::Function *placeholder = nullptr;
};

/// Parses every request of a module that is to be optimised before its derivatives are
/// made (the workshop), and rewrites those in the functions that `reach` then names, in
/// the order of parseRequests.
std::vector<OpenRequest>
openRequests(llvm::Module &module, Diagnostics &diagnostics,
             llvm::function_ref<llvm::SetVector<llvm::Function *>()> reach);

/// Puts the derivative where the placeholder stood.
void closeRequest(OpenRequest &open, llvm::Function *derivative);

/// Is this the stand-in of a request that is still open? Then its derivative is
/// being made right now and needs itself.
bool isOpenRequest(const llvm::Function &function);

/// The function whose derivative an open request's stand-in stands for.
llvm::Function *targetOfOpen(const llvm::Function &placeholder);

/// After the last rewrite: erases registrations and the declarations of words,
/// and gives markers that unoptimised code still reads a definition, so that
/// nothing undefined reaches the linker.
void dropWords(llvm::Module &module);

} // namespace enzyme
#endif
