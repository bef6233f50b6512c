//===- UndefinedWords.cpp --------------------------------------------------===//
//
// clang asks its external sources about undefined functions just before it
// complains: ours takes the words out of the list.
//===----------------------------------------------------------------------===//
#include "frontend/clang/UndefinedWords.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isNamed(const clang::NamedDecl &declaration, StringRef prefix) {
  const clang::IdentifierInfo *name = declaration.getIdentifier();
  return name && name->getName().starts_with(prefix);
}

class WithoutWords : public clang::ExternalSemaSource {
public:
  explicit WithoutWords(StringRef prefix) : prefix(prefix) {}

  void
  ReadUndefinedButUsed(MapVector<clang::NamedDecl *, clang::SourceLocation> &undefined) override {
    undefined.remove_if([&](const auto &use) { return isNamed(*use.first, prefix); });
  }

private:
  StringRef prefix;
};

} // namespace

void UndefinedWords::allowIn(clang::Decl &declaration) {
  if (!sema)
    return;
  if (isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
    for (clang::Decl *member : clang::Decl::castToDeclContext(&declaration)->noload_decls())
      allowIn(*member);
    return;
  }
  auto *pattern = dyn_cast<clang::FunctionTemplateDecl>(&declaration);
  if (!pattern || !isNamed(*pattern, prefix))
    return;
  sema->addExternalSource(makeIntrusiveRefCnt<WithoutWords>(prefix));
  sema = nullptr;
}

} // namespace enzyme
