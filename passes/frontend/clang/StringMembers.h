//===- StringMembers.h - code of strings that the library has --*- C++ -*-===//
//
// Problem: before C++20 the longer members of std::string are compiled in the library (`extern
// template class basic_string<char>`): their code is in the headers, and clang leaves it out. The
// bytes of a string may be those of numbers.
//
// Here: those that the file uses are instantiated for the second code generation, as in C++20.
// The first one does not see them: the program calls the library's.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_CLANG_STRINGMEMBERS_H
#define ENZYME_FRONTEND_CLANG_STRINGMEMBERS_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace enzyme {

/// While it lives, the members have their code.
class StringMembers {
public:
  /// At the end of the file. What is instantiated goes to the consumers, as always.
  explicit StringMembers(clang::Sema *sema);
  StringMembers(const StringMembers &) = delete;
  StringMembers &operator=(const StringMembers &) = delete;
  ~StringMembers();

private:
  llvm::SmallVector<clang::FunctionDecl *, 16> instantiated;
};

} // namespace enzyme
#endif
