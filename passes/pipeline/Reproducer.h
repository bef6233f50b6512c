//===- Reproducer.h - what is needed to repeat a failure ---------------------===//
//
// Problem: a compiler that crashes leaves a stack of its own functions. Mending
// it takes the code that it crashed on, and as little of it as possible.
//
// Here: with --enzyme-reproducer=FOLDER the functions that hold requests, and what they
// reach, are written to FOLDER before anything is done with them, and how to run the
// passes on them. (The preprocessed source and clang's line come from clang itself; the
// driver asks it for them.)
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_REPRODUCER_H
#define ENZYME_PIPELINE_REPRODUCER_H

#include "Options.h"
#include "report/Diagnostics.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Writes the part of `module` that its requests reach. Nothing if no folder was given.
void writeReproducer(llvm::Module &module, const Options &options, Diagnostics &diagnostics);

/// While it lives, a crash is reported as ours, with what to send.
class OurCrashes {
public:
  OurCrashes();
  ~OurCrashes();
  OurCrashes(const OurCrashes &) = delete;
  OurCrashes &operator=(const OurCrashes &) = delete;

private:
  const char *before;
};

} // namespace enzyme
#endif
