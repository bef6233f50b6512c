//===- KernelDerivatives.h - kernels that the host's derivatives launch ------===//
//
// Problem: the derivative of a host function that launches kernels launches their derivatives. The
// device's code is compiled before the host's and apart from it.
//
// Here: where host code of a file asks for derivatives, each kernel of the file gets kernels that
// compute them (rules/gpu/Kernels.h). What they ask for are requests like those that a program
// writes in kernels. One that cannot be served stops the program with its reason when it is
// launched, and warns.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_KERNELDERIVATIVES_H
#define ENZYME_PIPELINE_KERNELDERIVATIVES_H

#include "report/Diagnostics.h"
#include "request/Request.h"

namespace enzyme {

/// A kernel, and which of its derivatives host code wants.
struct WantedKernel {
  llvm::Function *primal;
  bool isForward, isReverse;
};
llvm::SmallVector<llvm::Function *, 8> kernelsOf(llvm::Module &module);

/// Adds the derivatives' kernels to the module of `kernels`, for a device; the requests in them.
/// `pristine` knows the kernels' lines, if it is there. `ofProgram`: what the program asks for in
/// kernels.
std::vector<Request> requestKernels(llvm::ArrayRef<WantedKernel> kernels, llvm::Module *pristine,
                                    llvm::ArrayRef<Request> ofProgram);
/// Is it one of those?
bool isOfKernel(const Request &request);

/// Kernels are tried one by one: a derivative that cannot be made is an error only where it is
/// launched. `canMake` tries some requests; those of other kernels stay.
void leaveRefusedKernels(std::vector<Request> &requests, Diagnostics &diagnostics,
                         llvm::function_ref<bool(llvm::ArrayRef<Request>)> canMake);

/// The request is served by `derivative`, of the same module.
void serveInKernel(const Request &request, llvm::Function &derivative, Diagnostics &diagnostics);

/// What only requests called.
void dropKernelRequests(llvm::Module &module);

/// Memory that is its own shadow holds constants: the derivatives of such requests, in the
/// workshop, stop where they would write active numbers to it.
void checkConstantsOnDevice(llvm::Module &workshop, llvm::ArrayRef<llvm::Function *> derivatives);

} // namespace enzyme
#endif
