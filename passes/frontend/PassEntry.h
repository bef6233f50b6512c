//===- PassEntry.h - how the passes get into a pipeline --------------------===//
//
// Defined in Plugin.cpp; the AST half calls both across its shared object.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_PASSENTRY_H
#define ENZYME_FRONTEND_PASSENTRY_H

/// Visible outside the shared object it is defined in.
#define EXPORTED __attribute__((visibility("default")))

#include <string>
#include <vector>

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace enzyme {

/// Makes -mllvm -enzyme-… known. To be called as soon as the plugin is loaded:
/// compilers parse their options right after that.
EXPORTED void registerOptions();

/// Is the front end's code also wanted for files without requests? It is if code is to be
/// carried, or a link is to be finished.
EXPORTED bool wantsEveryFile();

/// Are kernels to have derivatives whatever the file asks for?
EXPORTED bool offersKernels();

/// What the object of `pristine` has to share if its code is carried (carry/Carry.h).
EXPORTED std::vector<std::string> thingsToShare(const llvm::Module &pristine);

/// The passes of PassRegistry.def by name, and the differentiation pass at the
/// start of the pipeline. Once per PassBuilder.
EXPORTED void registerPasses(llvm::PassBuilder &builder);

} // namespace enzyme
#endif
