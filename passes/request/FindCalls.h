//===- FindCalls.h - the calls of words in a module -----------------------===//
#ifndef ENZYME_REQUEST_FINDCALLS_H
#define ENZYME_REQUEST_FINDCALLS_H

#include "report/Diagnostics.h"
#include "request/Vocabulary.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace enzyme {

struct FoundCall {
  llvm::CallBase *call = nullptr;
  Family family = Family::Autodiff;
  Position where;
};

/// Every call of a declared word, in the order of the module. Words that are
/// misspelled, of probabilistic programs, or not called are refused here.
std::vector<FoundCall> findCalls(llvm::Module &module, Diagnostics &diagnostics);

} // namespace enzyme
#endif
