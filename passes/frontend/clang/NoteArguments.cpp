//===- NoteArguments.cpp - the arguments of requests, as written -----------===//
//
// Casts that the user wrote are believed: `(void *)x` says nothing of what x leads to.
//===----------------------------------------------------------------------===//
#include "frontend/clang/NoteArguments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral requestPrefix = "__enzyme_";

class Notes : public clang::DynamicRecursiveASTVisitor {
public:
  Notes(const clang::ASTContext &context, std::vector<WrittenCall> &calls)
      : context(context), calls(calls) {}

  /// Templates come again as their instances.
  bool TraverseDecl(clang::Decl *declaration) override {
    auto *scope = dyn_cast_or_null<clang::DeclContext>(declaration);
    bool isPattern = scope && scope->isDependentContext();
    auto *function = dyn_cast_or_null<clang::FunctionDecl>(declaration);
    bool wasOnHost = isOnHost;
    if (function)
      isOnHost = !function->hasAttr<clang::CUDADeviceAttr>() &&
                 !function->hasAttr<clang::CUDAGlobalAttr>();
    bool goesOn = isPattern || clang::DynamicRecursiveASTVisitor::TraverseDecl(declaration);
    isOnHost = wasOnHost;
    return goesOn;
  }

  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier() || !callee->getName().contains(requestPrefix))
      return true;
    WrittenCall written{positionOf(call->getExprLoc()), callee->getName().str(), isOnHost, {}};
    for (const clang::Expr *argument : call->arguments())
      written.arguments.push_back(describe(*argument));
    calls.push_back(std::move(written));
    return true;
  }

private:
  Position positionOf(clang::SourceLocation location) const {
    const clang::SourceManager &sources = context.getSourceManager();
    clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(location));
    if (place.isInvalid())
      return {};
    return {place.getFilename(), place.getLine(), place.getColumn(), ""};
  }

  WrittenArgument describe(const clang::Expr &argument) const {
    WrittenArgument written;
    const clang::Expr &value = *argument.IgnoreParenImpCasts();
    if (value.isTypeDependent() || value.isValueDependent())
      return written;
    clang::QualType type = value.getType();
    written.where = positionOf(argument.getBeginLoc());
    written.type = type.getAsString(context.getPrintingPolicy());
    written.isNull = isNull(argument);
    if (const clang::Type *array = type->getAsArrayTypeUnsafe())
      written.elements = elementsOf(cast<clang::ArrayType>(array)->getElementType());
    else if (type->isPointerType()) {
      written.elements = elementsOf(type->getPointeeType());
      RecordsSeen seen;
      written.leadsToNumbers = leadsToNumbers(type->getPointeeType(), seen);
    }
    if (!value.HasSideEffects(context)) {
      raw_string_ostream text(written.text);
      value.printPretty(text, nullptr, context.getPrintingPolicy());
      FoldingSetNodeID identity;
      value.Profile(identity, context, /*Canonical=*/false);
      written.identity = identity.ComputeHash();
    }
    return written;
  }

  bool isNull(const clang::Expr &argument) const {
    const clang::Expr &value = *argument.IgnoreParenCasts();
    // const_cast: the question is asked with a context that can be written to.
    auto &asked = const_cast<clang::ASTContext &>(context);
    return argument.getType()->isPointerType() &&
           value.isNullPointerConstant(asked, clang::Expr::NPC_NeverValueDependent) !=
               clang::Expr::NPCK_NotNull;
  }

  /// What memory of this type holds, arrays, complex numbers and vectors being those of
  /// their elements.
  std::string elementsOf(clang::QualType type) const {
    type = context.getBaseElementType(type).getCanonicalType().getUnqualifiedType();
    if (auto *complex = type->getAs<clang::ComplexType>())
      type = complex->getElementType().getUnqualifiedType();
    if (auto *vector = type->getAs<clang::VectorType>())
      type = vector->getElementType().getCanonicalType().getUnqualifiedType();
    if (type->isRealFloatingType())
      return type.getAsString(context.getPrintingPolicy());
    if (type->isPointerType() && !type->isFunctionPointerType())
      return holdsNumbers(type->getPointeeType()) ? "pointer" : "";
    return holdsNumbers(type) ? "structure" : "";
  }

  /// Is there a number in it that can be seen? Pointers are not followed twice.
  bool holdsNumbers(clang::QualType type) const {
    type = context.getBaseElementType(type).getCanonicalType();
    if (type->isRealFloatingType() || type->isAnyComplexType())
      return true;
    const clang::RecordDecl *record = type->getAsRecordDecl();
    return record && record->isCompleteDefinition() &&
           any_of(record->fields(),
                  [&](const clang::FieldDecl *field) { return holdsNumbers(field->getType()); });
  }

  using RecordsSeen = SmallPtrSet<const clang::RecordDecl *, 8>;

  /// Is it a number, or are there some in a structure or its bases, or behind pointers there?
  bool leadsToNumbers(clang::QualType type, RecordsSeen &seen) const {
    type = context.getBaseElementType(type).getCanonicalType();
    if (type->isRealFloatingType() || type->isAnyComplexType())
      return true;
    if (type->isPointerType() || type->isReferenceType())
      return leadsToNumbers(type->getPointeeType(), seen);
    const clang::RecordDecl *record = type->getAsRecordDecl();
    if (!record || !record->isCompleteDefinition() || !seen.insert(record).second)
      return false;
    const auto *object = dyn_cast<clang::CXXRecordDecl>(record);
    return any_of(record->fields(),
                  [&](const clang::FieldDecl *field) {
                    return leadsToNumbers(field->getType(), seen);
                  }) ||
           (object && any_of(object->bases(), [&](const clang::CXXBaseSpecifier &base) {
              return leadsToNumbers(base.getType(), seen);
            }));
  }

  const clang::ASTContext &context;
  std::vector<WrittenCall> &calls;
  bool isOnHost = true;
};

} // namespace

void noteArguments(clang::Decl &declaration, const clang::ASTContext &context,
                   std::vector<WrittenCall> &calls) {
  if (!context.getSourceManager().isInSystemHeader(declaration.getLocation()))
    Notes(context, calls).TraverseDecl(&declaration);
}

} // namespace enzyme
