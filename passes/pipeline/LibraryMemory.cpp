//===- LibraryMemory.cpp - numbers behind addresses that the library keeps --===//
//
// A warning at the call, once (activity/LibraryMemory.h finds them).
//===----------------------------------------------------------------------===//
#include "activity/LibraryMemory.h"
#include "pipeline/Derivatives.h"

using namespace llvm;

namespace enzyme {

static StringRef wordsFor(InLibrary how) {
  switch (how) {
  case InLibrary::Kept:
    return "keeps the address of numbers that vary: what it does there later, and what is read "
           "through that address after it hands it out,";
  case InLibrary::Stored:
    return "returns memory in which numbers that vary, or their address, are stored: what is read "
           "from there";
  case InLibrary::Read:
    return "returns an address through which numbers are read: what is read there";
  case InLibrary::Character:
    return "is handed bytes of a number that varies: what is made of the bytes of a stream";
  }
  llvm_unreachable("a way without words");
}

void Derivatives::warnOfLibraryMemory(const DerivativeKey &key, const Prepared &form) {
  if (!keptParameters)
    keptParameters = findKeptParameters(*key.primal->getParent());
  for (const LibraryMemory &found :
       findInLibrary(*form.function, key, form.types, summaries, *keptParameters))
    if (isAtLibrary.insert(found.call->getDebugLoc().get()).second)
      context.diagnostics.warn(refusalAt(*found.call, MessageId::LibraryMemory,
                                         {found.function, wordsFor(found.how).str()}));
}

} // namespace enzyme
