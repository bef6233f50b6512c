//===- ConstantMemory.cpp - requests whose constant memory is not constant ---===//
//
// Problem: a function that keeps intermediate numbers in a context, in a work array or in
// an object, where the request passes that `enzyme_const`. What the function reads back is
// then constant, and the derivative lacks all that went that way, without a word.
//
// Here: a warning at the request (activity/ConstantMemory.cpp finds them).
//===----------------------------------------------------------------------===//
#include "activity/Activity.h"
#include "pipeline/Derivatives.h"

using namespace llvm;

namespace enzyme {

static bool passesConstantMemory(const Request &request, const Function &primal) {
  return any_of(enumerate(request.parameters), [&](const auto &parameter) {
    return parameter.value().activity == Activity::Const &&
           primal.getArg(parameter.index())->getType()->isPointerTy();
  });
}

void Derivatives::warnOfConstantMemory(const Request &request, Function &primal) {
  if (context.diagnostics.refused() || primal.isDeclaration() ||
      !passesConstantMemory(request, primal))
    return;
  DerivativeKey key = keyFor(request, &primal);
  const Prepared *form = isLookedAt.insert(key).second ? prepared(primal) : nullptr;
  if (!form)
    return;
  for (const KeptInConstant &kept :
       findKeptInConstants(*form->function, key, form->types, summaries))
    context.diagnostics.warn({MessageId::ConstantMemory,
                              request.where,
                              {readableName(primal), std::to_string(kept.parameter + 1)},
                              {{Position::of(*kept.where), "kept here"}}});
}

} // namespace enzyme
