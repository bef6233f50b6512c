//===- Markers.cpp - markers that the front end would fold -----------------===//
//
// Most files name no marker: then nothing is walked.
//===----------------------------------------------------------------------===//
#include "frontend/clang/Markers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral words[] = {
#define MARKER(ID, WORD, FOLLOWING) WORD,
#include "request/Vocabulary.def"
#undef MARKER
};
constexpr StringLiteral requestPrefix = "__enzyme_";

StringRef nameOf(const clang::NamedDecl &declaration) {
  return declaration.getIdentifier() ? declaration.getName() : "";
}

bool isMarker(StringRef name) { return is_contained(words, name); }

bool isRequest(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  return callee && nameOf(*callee).contains(requestPrefix);
}

} // namespace

/// Replaces enumerators in the arguments of requests. Templates stay as they are
/// written: what is instantiated from them comes by itself, and is checked again.
class ArgumentRewriter : public clang::DynamicRecursiveASTVisitor {
public:
  explicit ArgumentRewriter(Markers &markers) : markers(markers) {}

  bool TraverseDecl(clang::Decl *declaration) override {
    auto *context = dyn_cast_or_null<clang::DeclContext>(declaration);
    bool isPattern = context && context->isDependentContext();
    return isPattern || clang::DynamicRecursiveASTVisitor::TraverseDecl(declaration);
  }

  bool VisitCallExpr(clang::CallExpr *call) override {
    if (isRequest(*call))
      for (clang::Stmt *&argument : call->children())
        replaceIn(argument);
    return true;
  }

private:
  /// Through parentheses, conversions and temporaries, each with one child.
  void replaceIn(clang::Stmt *&place) {
    if (auto *value = dyn_cast_or_null<clang::Expr>(place))
      if (StringRef name = markers.enumeratorOf(*value); !name.empty()) {
        place = markers.variableFor(*value, name);
        return;
      }
    if (isa_and_nonnull<clang::ParenExpr, clang::CastExpr, clang::MaterializeTemporaryExpr,
                        clang::ExprWithCleanups, clang::ConstantExpr,
                        clang::SubstNonTypeTemplateParmExpr>(place))
      replaceIn(*place->child_begin());
  }

  Markers &markers;
};

bool Markers::isAnyNamed() {
  clang::IdentifierTable &names = compiler.getPreprocessor().getIdentifierTable();
  isNamed =
      isNamed || any_of(words, [&](StringRef word) { return names.find(word) != names.end(); });
  return isNamed;
}

void Markers::keepIn(clang::Decl &declaration) {
  auto *variable = dyn_cast<clang::VarDecl>(&declaration);
  bool isScope =
      isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(declaration);
  bool isConcerned = variable || isScope || hasEnumerators; // few are: names are sought for those
  if (!isConcerned || !isAnyNamed())
    return;
  if (variable)
    keepVariable(*variable);
  else if (isScope)
    keepVariables(*clang::Decl::castToDeclContext(&declaration));
  if (hasEnumerators)
    ArgumentRewriter(*this).TraverseDecl(&declaration);
}

void Markers::keepVariables(clang::DeclContext &scope) {
  for (clang::Decl *member : scope.noload_decls())
    if (auto *variable = dyn_cast<clang::VarDecl>(member))
      keepVariable(*variable);
    else if (isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(member))
      keepVariables(*clang::Decl::castToDeclContext(member));
}

void Markers::keepVariable(clang::VarDecl &variable) {
  bool isFolded = variable.getType().isConstQualified() && variable.hasGlobalStorage();
  if (isFolded && isMarker(nameOf(variable)) && !variable.hasAttr<clang::WeakAttr>())
    variable.addAttr(clang::WeakAttr::CreateImplicit(variable.getASTContext()));
}

void Markers::noteEnumeration(const clang::EnumDecl &enumeration) {
  hasEnumerators = hasEnumerators || any_of(enumeration.enumerators(), [](const auto *constant) {
                     return isMarker(nameOf(*constant));
                   });
}

/// The marker among the enumerators of its type that `value` is when compiling, also
/// where a template's parameter or a constant stands for it; or "".
StringRef Markers::enumeratorOf(const clang::Expr &value) const {
  const clang::EnumDecl *enumeration = nullptr;
  auto *reference = dyn_cast<clang::DeclRefExpr>(&value);
  auto *named = reference ? dyn_cast<clang::EnumConstantDecl>(reference->getDecl()) : nullptr;
  if (named) // in C its type is int
    return isMarker(nameOf(*named)) ? nameOf(*named) : "";
  if (auto *type = value.getType()->getAsCanonical<clang::EnumType>())
    enumeration = type->getDecl();
  clang::Expr::EvalResult result;
  if (!enumeration || value.isValueDependent() ||
      !value.EvaluateAsInt(result, compiler.getASTContext()))
    return "";
  for (const clang::EnumConstantDecl *constant : enumeration->getDefinitionOrSelf()->enumerators())
    if (isMarker(nameOf(*constant)) &&
        APSInt::isSameValue(constant->getInitVal(), result.Val.getInt()))
      return nameOf(*constant);
  return "";
}

/// `extern int enzyme_dup;`, read, and converted to what the enumerator was.
clang::Expr *Markers::variableFor(clang::Expr &enumerator, StringRef name) {
  clang::ASTContext &context = compiler.getASTContext();
  clang::SourceLocation where = enumerator.getBeginLoc();
  clang::VarDecl *&variable = variables[name];
  if (!variable) {
    variable = clang::VarDecl::Create(
        context, context.getTranslationUnitDecl(), where, where, &context.Idents.get(name),
        context.IntTy, context.getTrivialTypeSourceInfo(context.IntTy), clang::SC_Extern);
    variable->setImplicit();
  }
  clang::Expr *read = clang::DeclRefExpr::Create(
      context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), variable,
      /*RefersToEnclosingVariableOrCapture=*/false, where, context.IntTy, clang::VK_LValue);
  auto cast = [&](clang::QualType type, clang::CastKind kind) {
    read = clang::ImplicitCastExpr::Create(context, type, kind, read, nullptr, clang::VK_PRValue,
                                           clang::FPOptionsOverride());
  };
  cast(context.IntTy, clang::CK_LValueToRValue);
  if (!context.hasSameType(enumerator.getType(), context.IntTy))
    cast(enumerator.getType(), clang::CK_IntegralCast);
  return read;
}

} // namespace enzyme
