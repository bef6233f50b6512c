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
/// misspelled, not supported yet, or not called are refused here. `pristine`, if
/// given, is the same program with debug info: positions are looked up there.
std::vector<FoundCall> findCalls(llvm::Module &module, const llvm::Module *pristine,
                                 Diagnostics &diagnostics);

} // namespace enzyme
#endif
