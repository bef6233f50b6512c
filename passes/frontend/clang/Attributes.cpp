//===- Attributes.cpp - __attribute__((enzyme_inactive)) and its kin -------===//
//
// Problem: clang warns about attributes it does not know and drops them.
//
// Here: each attribute of Vocabulary.def becomes known in all its spellings, and
// turns into the annotation of the same property. Annotations survive templates,
// redeclarations and code generation; request/ParseGlobals.cpp reads them.
//===----------------------------------------------------------------------===//
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace llvm;
using Syntax = clang::AttributeCommonInfo::Syntax;

namespace enzyme {
namespace {

/// What an attribute is called, and what it may stand on.
struct AttributeRow {
  const char *property; ///< the annotation's text
  unsigned arguments;
  bool isForVariables;
  std::array<clang::ParsedAttrInfo::Spelling, 7> spellings;
};

constexpr AttributeRow rows[] = {
#define ATTRIBUTE(ID, NAME, ARGUMENTS, VARIABLES)                                                  \
  {"enzyme_" NAME,                                                                                 \
   ARGUMENTS,                                                                                      \
   VARIABLES,                                                                                      \
   {{{Syntax::AS_GNU, "enzyme_" NAME},                                                             \
     {Syntax::AS_C23, "enzyme_" NAME},                                                             \
     {Syntax::AS_CXX11, "enzyme_" NAME},                                                           \
     {Syntax::AS_C23, "enzyme::" NAME},                                                            \
     {Syntax::AS_CXX11, "enzyme::" NAME},                                                          \
     {Syntax::AS_C23, NAME}, /* clang asks by these whether to read arguments */                   \
     {Syntax::AS_CXX11, NAME}}}},
#include "request/Vocabulary.def"
#undef ATTRIBUTE
};

enum RowIndex : unsigned {
#define ATTRIBUTE(ID, NAME, ARGUMENTS, VARIABLES) ID##Row,
#include "request/Vocabulary.def"
#undef ATTRIBUTE
};

class Attribute : public clang::ParsedAttrInfo {
public:
  explicit Attribute(const AttributeRow &row) : row(row) {
    NumArgs = row.arguments;
    Spellings = row.spellings;
  }

  bool diagAppertainsToDecl(clang::Sema &sema, const clang::ParsedAttr &attribute,
                            const clang::Decl *declaration) const override {
    auto *variable = dyn_cast<clang::VarDecl>(declaration);
    if (isa<clang::FunctionDecl>(declaration) ||
        (row.isForVariables && variable && variable->hasGlobalStorage()))
      return true;
    sema.Diag(attribute.getLoc(), clang::diag::warn_attribute_wrong_decl_type_str)
        << attribute << attribute.isRegularKeywordAttribute()
        << (row.isForVariables ? "functions and variables with static storage" : "functions");
    return false;
  }

  AttrHandling handleDeclAttribute(clang::Sema &sema, clang::Decl *declaration,
                                   const clang::ParsedAttr &attribute) const override {
    std::string text = row.property;
    StringRef argument;
    if (!attribute.hasScope() && !attribute.getAttrName()->getName().contains("enzyme_")) {
      sema.Diag(attribute.getLoc(), clang::diag::warn_unknown_attribute_ignored)
          << attribute << attribute.getRange();
      return AttributeNotApplied;
    }
    if (row.arguments != 0) {
      if (!sema.checkStringLiteralArgumentAttr(attribute, 0, argument))
        return AttributeNotApplied;
      text += "=" + argument.str();
    }
    declaration->addAttr(
        clang::AnnotateAttr::Create(sema.Context, text, nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }

private:
  const AttributeRow &row;
};

/// clang makes its attributes by their default constructors.
template <unsigned Row> struct AttributeOfRow : Attribute {
  AttributeOfRow() : Attribute(rows[Row]) {}
};

#define ATTRIBUTE(ID, NAME, ARGUMENTS, VARIABLES)                                                  \
  const clang::ParsedAttrInfoRegistry::Add<AttributeOfRow<ID##Row>> add##ID("enzyme_" NAME, "");
#include "request/Vocabulary.def"
#undef ATTRIBUTE

} // namespace
} // namespace enzyme
