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
//
// A closure that is never called has no call operator in either module, but its number is
// in other names, as in `std::get<0, $_0, $_1>` of a tuple of closures: functions made of
// templates for such types are marked, too.
//===----------------------------------------------------------------------===//
#include "frontend/clang/NumberClosures.h"
#include "frontend/MatchBodies.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace enzyme {
namespace {

bool isUnnamedRecord(const clang::CXXRecordDecl &record) {
  return !record.isLambda() && !record.getIdentifier() && !record.getTypedefNameForAnonDecl() &&
         !record.isDependentContext();
}

/// Does a type's name hold numbers of closures or of unnamed types?
class NumberedTypes {
public:
  bool isIn(const clang::FunctionDecl &function) {
    const clang::TemplateArgumentList *own = function.getTemplateSpecializationArgs();
    if (own && isIn(own->asArray()))
      return true;
    auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    return method && isIn(*method->getParent());
  }

private:
  bool isIn(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    return llvm::any_of(arguments, [&](const clang::TemplateArgument &argument) {
      if (argument.getKind() == clang::TemplateArgument::Pack)
        return isIn(argument.pack_elements());
      return argument.getKind() == clang::TemplateArgument::Type && isIn(argument.getAsType());
    });
  }

  bool isIn(clang::QualType type) {
    type = type.getCanonicalType();
    if (auto *signature = type->getAs<clang::FunctionProtoType>())
      return isIn(signature->getReturnType()) ||
             llvm::any_of(signature->param_types(),
                          [&](clang::QualType parameter) { return isIn(parameter); });
    if (type->isAnyPointerType() || type->isReferenceType())
      return isIn(type->getPointeeType());
    if (const clang::Type *element = type->getArrayElementTypeNoTypeQual())
      return isIn(clang::QualType(element, 0));
    auto *record = type->getAsCXXRecordDecl();
    return record && isIn(*record);
  }

  bool isIn(const clang::CXXRecordDecl &record) {
    if (record.isLambda() ? record.getLambdaManglingNumber() == 0 : isUnnamedRecord(record))
      return true;
    if (auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
        made && isIn(made->getTemplateArgs().asArray()))
      return true;
    auto *outer = llvm::dyn_cast<clang::CXXRecordDecl>(record.getDeclContext());
    return outer && isIn(*outer);
  }
};

class Numbering : public clang::DynamicRecursiveASTVisitor {
public:
  explicit Numbering(unsigned &next) : next(next) {}

  bool VisitLambdaExpr(clang::LambdaExpr *lambda) override {
    clang::CXXRecordDecl *closure = lambda->getLambdaClass();
    if (closure->getLambdaManglingNumber() == 0)
      mark(*closure->getLambdaCallOperator(), next++);
    return true;
  }

  /// Bodies in which closures have names of their own are left out; so are
  /// classes, whose members are inline.
  bool TraverseDecl(clang::Decl *declaration) override {
    if (auto *record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(declaration)) {
      if (isUnnamedRecord(*record))
        markMembers(*record);
      return true;
    }
    auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    if (function && function->isTemplateInstantiation() && NumberedTypes().isIn(*function))
      mark(*function, next++);
    bool isLeftOut = (function && function->isInlined()) ||
                     llvm::isa_and_nonnull<clang::TemplateDecl>(declaration);
    return isLeftOut || clang::DynamicRecursiveASTVisitor::TraverseDecl(declaration);
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
