//===- Markers.h - markers that the front end would fold -------------------===//
//
// Problem: a marker is recognised by its name, but `const int enzyme_dup = 1` and
// an enumerator `enzyme_dup` are numbers before any IR exists.
//
// Here: the AST keeps their names. A constant becomes weak, so that its value is
// not known; an enumerator passed to a request is replaced by the variable that
// other programs declare.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_CLANG_MARKERS_H
#define ENZYME_FRONTEND_CLANG_MARKERS_H

#include "clang/AST/DeclBase.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class CompilerInstance;
class EnumDecl;
class Expr;
class VarDecl;
} // namespace clang

namespace enzyme {

class Markers {
public:
  explicit Markers(clang::CompilerInstance &compiler) : compiler(compiler) {}

  /// To be called with each declaration before code is generated for it.
  void keepIn(clang::Decl &declaration);

  /// To be called with each enumeration as soon as it is complete.
  void noteEnumeration(const clang::EnumDecl &enumeration);

private:
  friend class ArgumentRewriter; // walks expressions, which users need not see
  bool isAnyNamed();
  void keepVariables(clang::DeclContext &scope);
  void keepVariable(clang::VarDecl &variable);
  llvm::StringRef enumeratorOf(const clang::Expr &value) const;
  clang::Expr *variableFor(clang::Expr &enumerator, llvm::StringRef name);

  clang::CompilerInstance &compiler;
  bool isNamed = false; ///< the file mentions some marker
  bool hasEnumerators = false;
  llvm::StringMap<clang::VarDecl *> variables; ///< made for enumerators
};

} // namespace enzyme
#endif
