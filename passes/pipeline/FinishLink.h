//===- FinishLink.h - derivatives that need the code of several files -----===//
#ifndef ENZYME_PIPELINE_FINISHLINK_H
#define ENZYME_PIPELINE_FINISHLINK_H

#include "Options.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Makes the derivatives that the files listed in `options.link` leave open, and
/// defines them in `output`, an empty module. What cannot be made is reported through
/// the compiler's diagnostics.
void finishLink(llvm::Module &output, const Options &options);

} // namespace enzyme
#endif
