//===- ResultWords.h - a word that is an address, or a number ---------------===//
//
// Problem: `Result<*mut T, usize>` and its like are a tag and a word, which holds an
// address where the tag says so and a number where not. In registers the word is one phi of
// both, and the branch on the tag comes behind it: its shadow would be chosen from an
// address's and from that of a number, which has none.
//
//     word = phi [ptrtoint p, ok], [size, failed]      ok:      inttoptr (ptrtoint p)
//     tag  = phi [true, ok], [false, failed]      =>   failed:  fail(size)
//     br tag, inttoptr word, fail(word)
//
// Here: in functions with such a phi, LLVM's jump threading leads each way to its branch.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_RESULTWORDS_H
#define ENZYME_PREPARE_RESULTWORDS_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

struct ResultWordsPass : llvm::PassInfoMixin<ResultWordsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

} // namespace enzyme
#endif
