//===- OwnMemory.h - functions that write to nothing but memory of their own ------===//
//
// Problem: a function that allocates scratch, works in it and frees it again changes nothing that
// its caller can see. LLVM says of it that it may write anywhere, so the caller keeps all that it
// read, and neither runs such a call again nor together with its reverse.
//
// Here: memory that a function allocates and whose address does not escape is inaccessible
// to other code (LangRef, memory(inaccessiblemem: …)); functions that write to no other memory say
// so. Callees come first.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_OWNMEMORY_H
#define ENZYME_MEMORY_OWNMEMORY_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

class OwnMemoryPass : public llvm::PassInfoMixin<OwnMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace enzyme
#endif
