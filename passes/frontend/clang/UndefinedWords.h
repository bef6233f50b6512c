//===- UndefinedWords.h - words that no file can define --------------------===//
//
// Problem: `__enzyme_autodiff<Local>(…)`, with a type that no other file can name
// (of an anonymous namespace, of a function), is for clang a function that is used
// and can be defined nowhere: an error. We define it.
//
// Here: clang is told so, once a file declares such a word.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_CLANG_UNDEFINEDWORDS_H
#define ENZYME_FRONTEND_CLANG_UNDEFINEDWORDS_H

#include "clang/AST/DeclBase.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Sema;
} // namespace clang

namespace enzyme {

class UndefinedWords {
public:
  explicit UndefinedWords(llvm::StringRef prefix) : prefix(prefix) {}

  void watch(clang::Sema &inUse) { sema = &inUse; }

  /// To be called with each declaration of the file.
  void allowIn(clang::Decl &declaration);

private:
  llvm::StringRef prefix;
  clang::Sema *sema = nullptr; ///< null: done, or no file is being parsed
};

} // namespace enzyme
#endif
