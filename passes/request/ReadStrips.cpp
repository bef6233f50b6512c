//===- ReadStrips.cpp ----------------------------------------------------===//
//
// Results of all lanes are arrays that the program frees (Strips.h). Where the
// request is declared to return nothing, nothing could free them: they are not
// made. The augmented half of a split derivative makes one tape for all lanes.
//===----------------------------------------------------------------------===//
#include "request/ReadStrips.h"
#include "limits/request.h"
#include "report/Diagnostics.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace enzyme {

void readLanes(const CallView &view, const SeenArgument &lanes, ReadInto into) {
  auto refuse = [&](MessageId id, ArrayRef<std::string> texts) {
    into.refusals.push_back({id, view.where, {texts.begin(), texts.end()}, {}});
  };
  if (!lanes.constant && view.call->getArgOperand(lanes.index)->getType()->isIntegerTy()) {
    into.request.width = into.request.isSplit() ? 1 : stripWidth;
    into.request.lanesArgument = lanes.index;
    return;
  }
  if (!lanes.constant || *lanes.constant < 1)
    return refuse(MessageId::WidthNotInteger, {});
  if (*lanes.constant > limits::lanesOfRequest)
    return refuse(MessageId::WidthTooLarge,
                  {std::to_string(*lanes.constant), std::to_string(limits::lanesOfRequest)});
  into.request.width = *lanes.constant;
}

static void dropResults(const CallView &view, Request &request) {
  if (view.resultArgument || !view.call->getType()->isVoidTy())
    return;
  if (request.isForward())
    request.returned = ReturnActivity::Const;
  if (request.isForward() && request.hiddenResult != HiddenResult::None)
    request.parameters[0].activity = Activity::Const;
  for (Binding &binding : request.parameters)
    if (binding.activity == Activity::Out)
      binding.activity = Activity::Const;
}

void readStrips(const CallView &view, ReadInto into) {
  Request &request = into.request;
  std::string name = readableName(*request.function);
  auto refuse = [&](MessageId id, ArrayRef<std::string> texts) {
    into.refusals.push_back({id, view.where, {texts.begin(), texts.end()}, {}});
  };
  bool isDerivative = request.family == Family::Autodiff || request.family == Family::Fwddiff;
  if (!isDerivative && !request.isSplit())
    return refuse(MessageId::StripsInFamily, {wordOf(request.family).str()});
  if (request.tape.isByValue())
    return refuse(MessageId::StripsInFamily,
                  {wordOf(request.family).str() + " with a tape by value"});
  if (isDerivative)
    dropResults(view, request);
  for (const Argument &parameter : request.function->args()) {
    const Binding &binding = request.parameters[parameter.getArgNo()];
    bool takesShadow = binding.activity == Activity::Dup || binding.activity == Activity::DupNoNeed;
    if (takesShadow && !binding.stride && !parameter.hasStructRetAttr())
      return refuse(MessageId::StripsNeedStride, {std::to_string(parameter.getArgNo() + 1), name});
  }
  request.takesResults = view.resultArgument || !view.call->getType()->isVoidTy();
  if (request.readsTape() || isDerivative)
    return;
  request.servesAnyLanes = true; // it runs once, whatever the lanes are
  request.lanesArgument.reset();
}

} // namespace enzyme
