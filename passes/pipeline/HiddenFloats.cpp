//===- HiddenFloats.cpp - floats and addresses hidden in integers ---------------===//
//
// A caller may know that it passes the bits of a float, or an address, as an integer, where the
// function it calls does not: then nothing there would carry its derivative. And an integer may
// become an address that leads to an unknown place.
//===----------------------------------------------------------------------===//
#include "pipeline/HiddenFloats.h"

using namespace llvm;

namespace enzyme {
namespace {

class HiddenThings {
public:
  HiddenThings(Context &context, const DerivativeKey &key, const Analysed &analysed)
      : context(context), key(key), function(analysed.prepared), types(analysed.types),
        activity(analysed.activity) {}

  bool refuseResults();
  bool refuseLostAddresses();

private:
  Context &context;
  const DerivativeKey &key;
  Function &function;
  const TypeResults &types;
  const ActivityResults &activity;

  /// An integer that neither floats nor addresses were seen in.
  bool isHidden(const Value &value) const {
    return value.getType()->isIntOrIntVectorTy() && !types.carriesFloat(value) &&
           !types.carriesPointer(value);
  }
  bool refuse(MessageId message, const std::string &what);
};

bool HiddenThings::refuse(MessageId message, const std::string &what) {
  Refusal refusal{message, Position::of(function), {what, readableName(*key.primal)}, {}};
  append_range(refusal.notes, context.chain);
  context.diagnostics.refuse(std::move(refusal));
  return true;
}

/// What a function is handed as bits of numbers, and treats as an integer, goes along as such
/// (activity/): only what comes back as a number has to be known here.
bool HiddenThings::refuseResults() {
  if (!isSeeded(key.returned) && !isShadowed(key.returned))
    return false;
  for (BasicBlock &block : function)
    if (auto *result = dyn_cast<ReturnInst>(block.getTerminator()))
      if (Value *value = result->getReturnValue();
          value && !isa<Constant>(value) && isHidden(*value))
        return refuse(isSeeded(key.returned) ? MessageId::HiddenFloats : MessageId::HiddenAddress,
                      "the result");
  return false;
}

bool HiddenThings::refuseLostAddresses() {
  for (const Instruction *at : activity.lostAddresses()) {
    Refusal refusal = refusalAt(
        *at, MessageId::NotYetConstruct,
        {"an address that is computed of integers, of which none or several may be addresses,",
         "keep addresses in pointers, and compute with 'char *'"});
    append_range(refusal.notes, context.chain);
    context.diagnostics.refuse(std::move(refusal));
  }
  return !activity.lostAddresses().empty();
}

} // namespace

bool refuseHidden(Context &context, const DerivativeKey &key, const Analysed &analysed) {
  HiddenThings hidden(context, key, analysed);
  return hidden.refuseResults() || hidden.refuseLostAddresses();
}

} // namespace enzyme
