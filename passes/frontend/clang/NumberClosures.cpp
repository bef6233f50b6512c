//===- NumberClosures.cpp - one number for a closure in both modules -------===//
//
// Problem: clang names a closure without linkage `main::$_0`, and the next one
// `$_1`, in the order in which it first needs their names. The two code generations
// need them in different orders, and two closures may have the same body but
// for what they captured.
//
// Here: their call operators get the assumption "enzyme.closure.<number>" in the
// AST, a string attribute that both code generations hand on and that changes no
// code. MatchBodies.cpp reads it and drops it again. Closures in inline functions
// and templates have names of their own (`UlvE_`).
//===----------------------------------------------------------------------===//
#include "frontend/clang/NumberClosures.h"
#include "frontend/MatchBodies.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace enzyme {
namespace {

class Numbering : public clang::RecursiveASTVisitor<Numbering> {
public:
  explicit Numbering(unsigned &next) : next(next) {}

  bool VisitLambdaExpr(clang::LambdaExpr *lambda) {
    clang::CXXRecordDecl *closure = lambda->getLambdaClass();
    if (closure->getLambdaManglingNumber() == 0)
      mark(*closure->getLambdaCallOperator(), next++);
    return true;
  }

  /// Bodies in which closures have names of their own are left out; so are
  /// classes, whose members are inline.
  bool TraverseDecl(clang::Decl *declaration) {
    if (auto *record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(declaration)) {
      bool isUnnamed = !record->isLambda() && !record->getIdentifier() &&
                       !record->getTypedefNameForAnonDecl() && !record->isDependentContext();
      if (isUnnamed)
        markMembers(*record);
      return true;
    }
    auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    bool isLeftOut = (function && function->isInlined()) ||
                     llvm::isa_and_nonnull<clang::TemplateDecl>(declaration);
    return isLeftOut || RecursiveASTVisitor::TraverseDecl(declaration);
  }

private:
  void mark(clang::FunctionDecl &function, unsigned number) {
    clang::ASTContext &context = function.getASTContext();
    std::string text = closureMark.str() + std::to_string(number);
    auto add = [&](clang::FunctionDecl &to) {
      to.addAttr(clang::OMPAssumeAttr::CreateImplicit(context, text));
    };
    add(function);
    if (clang::FunctionTemplateDecl *generic = function.getDescribedFunctionTemplate())
      for (clang::FunctionDecl *instance : generic->specializations())
        add(*instance);
  }

  void markMembers(clang::CXXRecordDecl &record) {
    for (clang::CXXMethodDecl *method : record.methods())
      mark(*method, next);
    ++next;
  }

  unsigned &next;
};

} // namespace

void numberClosures(clang::Decl &declaration, unsigned &next) {
  if (declaration.getASTContext().getLangOpts().CPlusPlus) // C has none
    Numbering(next).TraverseDecl(&declaration);
}

} // namespace enzyme
