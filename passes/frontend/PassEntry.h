//===- PassEntry.h - how the passes get into a pipeline --------------------===//
#ifndef ENZYME_FRONTEND_PASSENTRY_H
#define ENZYME_FRONTEND_PASSENTRY_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace enzyme {

/// Makes -mllvm -enzyme-… known. To be called as soon as the plugin is loaded:
/// compilers parse their options right after that.
void registerOptions();

/// The passes of PassRegistry.def by name, and the differentiation pass at the
/// start of the pipeline. Once per PassBuilder.
void registerPasses(llvm::PassBuilder &builder);

} // namespace enzyme
#endif
