//===- Retarget.h - from a module for a GPU to a module for the CPU --------===//
//
// A module of device code (NVPTX or AMDGCN, after differentiation) becomes one that clang compiles
// for this machine; the emulator's runtime (../runtime) runs it. The steps, in order:
//
//   linkDeviceCode    where asked for: the device code of several files becomes one module
//   countInstructions where asked for: each thread says how many instructions and sums it runs
//   lowerAccesses     loads and stores that are written as PTX become LLVM's own
//   lowerAtomicIntrinsics   atomic operations that PTX has a name for become LLVM's own
//   lowerShared       shared variables become places in the block's own memory
//   lowerYields       before each access that other threads may see, the thread may be interrupted
//   lowerAtomics      sums of floating-point numbers become loops that ThreadSanitizer understands
//   lowerAssembly     the few lines of PTX that headers have become calls of the runtime
//   lowerCalls        the runtime learns by which calls a thread has come to where lanes meet
//   lowerIntrinsics   what only a GPU has becomes calls of the runtime
//   retarget          a new module: no address spaces, the CPU's data layout
//   registerKernels   kernels and variables are registered with the runtime before main
//===----------------------------------------------------------------------===//
#ifndef GPUEMU_RETARGET_H
#define GPUEMU_RETARGET_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace gpuemu {

/// What the runtime must know of a module's kernels and variables.
struct Inventory {
  struct Kernel {
    std::string name;
    llvm::SmallVector<llvm::Type *, 4>
        byValue; ///< of each parameter: the type it points to, or null
  };
  std::vector<Kernel> kernels;
  std::vector<std::string> variables; ///< those the host can copy to and from
  uint64_t sharedBytes = 0;           ///< what a block's static shared variables take
};

void countInstructions(llvm::Module &module);
void lowerAccesses(llvm::Module &module);
void lowerAtomicIntrinsics(llvm::Module &module);
void lowerShared(llvm::Module &module, Inventory &inventory);
void lowerYields(llvm::Module &module);
void lowerAtomics(llvm::Module &module);
void lowerAssembly(llvm::Module &module);
void lowerCalls(llvm::Module &module);
void lowerIntrinsics(llvm::Module &module);

/// The number of a place where threads may wait for each other: what the CPU's optimiser copies
/// is the same place. Later places have larger numbers.
llvm::Value *nextPlace(llvm::IRBuilder<> &builder);

bool isKernel(const llvm::Function &function);

/// Takes stock of `module`'s kernels and variables.
void takeStock(const llvm::Module &module, Inventory &inventory);

/// The same module for the target of `triple` and `layout`: all pointers in one address space, all
/// functions and variables internal.
std::unique_ptr<llvm::Module> retarget(const llvm::Module &module, llvm::StringRef triple,
                                       llvm::StringRef layout);

/// `unit`: of several objects of a program, which may have kernels and variables of one name.
void registerKernels(llvm::Module &module, const Inventory &inventory, llvm::StringRef unit);

/// The section of an object with its device code, which a link joins.
inline constexpr llvm::StringLiteral deviceCodeSection = ".enzyme.gpu";

/// The device code of all objects and archives of `files`, with the derivatives that they leave
/// open, made by the passes in `plugin`. Null if none has any.
std::unique_ptr<llvm::Module> linkDeviceCode(llvm::ArrayRef<std::string> files,
                                             const std::string &plugin, llvm::LLVMContext &context);

/// Ends the tool with `text`.
[[noreturn]] void fail(const llvm::Twine &text);

} // namespace gpuemu
#endif
