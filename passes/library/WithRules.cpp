//===- WithRules.cpp -------------------------------------------------------===//
#include "library/WithRules.h"
#include "request/BlasRules.h"
#include "request/Vocabulary.h"
#include "support/Import.h"
#include "support/ReachedFunctions.h"

using namespace llvm;

namespace enzyme {

bool isNamedByProgram(const CallBase &call, ArrayRef<Function *> keep) {
  return is_contained(keep, call.getCalledFunction()) ||
         call.hasFnAttr(wordOf(Property::Inactive)) || call.hasMetadata(wordOf(Property::Inactive));
}

std::optional<std::string> nameOfBody(StringRef inText, StringRef family, StringRef prefix) {
  if (inText.consume_front(bodyInText))
    return (family + inText).str();
  if (!inText.consume_front(stepInText))
    return std::nullopt;
  std::string parts = inText.str();
  std::replace(parts.begin(), parts.end(), '_', '.');
  return (family + prefix + "." + parts).str();
}

Function *takeWithRules(Function &body, Module &workshop, SmallVectorImpl<Function *> &roots) {
  Module &bodies = *body.getParent();
  SmallSetVector<Function *, 16> wanted;
  wanted.insert(&body);
  for (size_t i = 0; i != wanted.size(); ++i) {
    for (Function *reached : reachedFunctions({wanted[i]}))
      wanted.insert(reached);
    for (StringRef part : partsOfBlasRules())
      if (Function *function = bodies.getFunction((wanted[i]->getName() + part).str()))
        wanted.insert(function);
  }
  for (Function *function : wanted)
    if (!function->isDeclaration() && !function->hasLocalLinkage()) {
      roots.push_back(importDerivative(*function, workshop));
      roots.back()->setLinkage(GlobalValue::ExternalLinkage); // though nothing calls it yet
    }
  return workshop.getFunction(body.getName());
}

void emptyBody(Function &function) {
  function.deleteBody();
  function.setLinkage(GlobalValue::InternalLinkage);
  function.removeFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::AlwaysInline);
  BasicBlock::Create(function.getContext(), "entry", &function);
}

void finishBody(IRBuilder<> &builder, Value *result) {
  if (builder.getCurrentFunctionReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
}

void callPlain(Function &function) {
  Function *plain = function.getParent()->getFunction((function.getName() + ".plain").str());
  if (!plain)
    return;
  emptyBody(function);
  IRBuilder<> builder(&function.getEntryBlock());
  SmallVector<Value *, 14> arguments(make_pointer_range(function.args()));
  finishBody(builder, builder.CreateCall(plain, arguments));
}

} // namespace enzyme
