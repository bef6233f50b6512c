//===- StringMembers.cpp ---------------------------------------------------===//
//
// clang instantiates what is declared to be instantiated elsewhere only if it is inline. So each
// member seems to be one that is needed here, for the moment in which it is instantiated; its
// linkage is asked for later, and is that of inline members again. For that moment it is also
// a weak reference, of which no code generation makes anything.
//===----------------------------------------------------------------------===//
#include "frontend/clang/StringMembers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral stringTemplate = "basic_string";

/// std::basic_string of an inline namespace. The one that libstdc++ had before C++11 lies in std
/// itself, and shares its characters by counts of references.
void findStrings(const clang::DeclContext &scope, clang::ASTContext &context,
                 SmallVectorImpl<clang::ClassTemplateDecl *> &found) {
  for (clang::NamedDecl *declaration : scope.lookup(&context.Idents.get(stringTemplate)))
    if (auto *pattern = dyn_cast<clang::ClassTemplateDecl>(declaration);
        pattern && pattern->getDeclContext()->isInlineNamespace())
      found.push_back(pattern);
}

bool isLeftToLibrary(const clang::CXXMethodDecl &member) {
  return member.getTemplateSpecializationKind() == clang::TSK_ExplicitInstantiationDeclaration &&
         member.getMemberSpecializationInfo() && (member.isUsed(false) || member.isReferenced()) &&
         !member.isDefined() && !member.isInvalidDecl();
}

SmallVector<clang::CXXMethodDecl *, 16> membersLeft(clang::ClassTemplateDecl &pattern) {
  SmallVector<clang::CXXMethodDecl *, 16> members;
  for (clang::ClassTemplateSpecializationDecl *strings : pattern.specializations())
    for (clang::CXXMethodDecl *member : strings->methods())
      if (isLeftToLibrary(*member))
        members.push_back(member);
  return members;
}

void instantiate(clang::Sema &sema, clang::CXXMethodDecl &member) {
  clang::MemberSpecializationInfo &origin = *member.getMemberSpecializationInfo();
  origin.setTemplateSpecializationKind(clang::TSK_ImplicitInstantiation);
  member.addAttr(clang::WeakRefAttr::CreateImplicit(member.getASTContext(), StringRef()));
  sema.InstantiateFunctionDefinition(member.getLocation(), &member);
  member.dropAttr<clang::WeakRefAttr>();
  origin.setTemplateSpecializationKind(clang::TSK_ExplicitInstantiationDeclaration);
}

} // namespace

StringMembers::StringMembers(clang::Sema *sema) {
  if (!sema || !sema->getLangOpts().CPlusPlus)
    return;
  SmallVector<clang::ClassTemplateDecl *, 2> strings;
  if (const clang::NamespaceDecl *library = sema->getStdNamespace())
    findStrings(*library, sema->getASTContext(), strings);
  for (clang::ClassTemplateDecl *pattern : strings)
    for (auto members = membersLeft(*pattern); !members.empty(); members = membersLeft(*pattern)) {
      size_t before = instantiated.size();
      for (clang::CXXMethodDecl *member : members) {
        instantiate(*sema, *member);
        if (member->isDefined())
          instantiated.push_back(member);
      }
      sema->PerformPendingInstantiations();
      if (instantiated.size() == before)
        break;
    }
}

StringMembers::~StringMembers() {
  for (clang::FunctionDecl *member : instantiated)
    member->setBody(nullptr);
}

} // namespace enzyme
