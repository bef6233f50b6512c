//===- LaunchRules.h - the rule of launching a kernel (room-private) --------===//
#ifndef ENZYME_LIBRARY_GPU_LAUNCHRULES_H
#define ENZYME_LIBRARY_GPU_LAUNCHRULES_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <optional>

namespace enzyme {

/// The functions that rules of launches call, in the workshop (Launches.h).
struct LaunchSteps {
  llvm::Function *forward, *augmented, *reverse;
  /// Of the file, which stand for the device's: what a kernel uses of them is not known, so each
  /// launch is given all, behind its arguments.
  llvm::ArrayRef<llvm::GlobalVariable *> variables;
};

/// A function through which clang launches a kernel.
struct Stub {
  llvm::Function *function;
  llvm::CallBase *pop, *launch;
  llvm::AllocaInst *arguments; ///< addresses of what the kernel takes
  /// What those are of, one per parameter of the kernel: a variable, or a parameter by value.
  llvm::SmallVector<llvm::Value *, 8> values;
  std::string kernel; ///< its name on the device; of one elsewhere that of its handle
  bool isElsewhere;   ///< another object of the link registers it with the runtime
};

/// Nothing if it is no stub, or of a kernel that is not registered with the runtime, unless they
/// may be so elsewhere.
std::optional<Stub> readStub(llvm::Function &function);

/// The name of the handle of a derivative's kernel that other objects may launch, by the name of
/// its kernel's handle.
std::string offeredHandle(llvm::StringRef prefix, llvm::StringRef kernel);

/// The function that stands for the stub, with its rule; all of it is added to `roots`.
llvm::Function *makeLaunch(const Stub &stub, const LaunchSteps &steps,
                           llvm::SmallVectorImpl<llvm::Function *> &roots);

/// What handles of derivatives' kernels are named; they hold the kernel's name.
llvm::StringRef handlePrefix();

} // namespace enzyme
#endif
