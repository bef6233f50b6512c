//===- CheckShadows.cpp - shadows that cannot be those of their values -----===//
//
// A call in the source and a request in the IR are the same if they stand at one place
// and have as many arguments. Several calls can stand at one place (in a macro, in an
// instance of a template): then only what holds for all of them is believed.
//===----------------------------------------------------------------------===//
#include "frontend/WrittenArguments.h"
#include "report/Diagnostics.h"
#include "request/Request.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What holds for the arguments of all calls at the place of `request`; empty if none is
/// seen there.
std::vector<WrittenArgument> argumentsAt(const Position &where, size_t count,
                                         ArrayRef<WrittenCall> calls) {
  std::vector<WrittenArgument> common;
  for (const WrittenCall &call : calls) {
    const Position &at = call.where;
    if (at.line != where.line || at.column != where.column || call.arguments.size() != count ||
        at.file != where.file)
      continue;
    if (common.empty()) {
      common = call.arguments;
      continue;
    }
    for (auto [known, other] : zip_equal(common, call.arguments))
      if (known.type != other.type || known.text != other.text ||
          known.identity != other.identity || known.isNull != other.isNull ||
          known.leadsToNumbers != other.leadsToNumbers)
        known = WrittenArgument();
  }
  return common;
}

bool isWrittenAlike(const WrittenArgument &one, const WrittenArgument &other) {
  return !one.text.empty() && one.text == other.text && one.identity == other.identity;
}

/// What is wrong with a shadow: what it is, and what its value is. Empty: nothing.
std::pair<std::string, std::string> faultOf(const WrittenArgument &shadow,
                                            const WrittenArgument &value, bool isRuntimeActivity) {
  std::string type = "'" + value.type + "'";
  if (value.elements.empty() || value.isNull)
    return {};
  if (shadow.isNull)
    return {"a null pointer", type};
  // with runtime activity it says that the memory is constant
  if (isWrittenAlike(shadow, value) && !isRuntimeActivity)
    return {"'" + shadow.text + "'", "'" + value.text + "' itself"};
  // A structure may have a shadow of another type with the same layout.
  bool isStructure = shadow.elements == "structure" || value.elements == "structure";
  if (isStructure || shadow.elements.empty() || shadow.elements == value.elements)
    return {};
  return {"'" + shadow.type + "'", type};
}

class Check {
public:
  Check(const Request &request, ArrayRef<WrittenArgument> arguments, Diagnostics &diagnostics)
      : request(request), arguments(arguments), diagnostics(diagnostics) {}

  void run(bool isRuntimeActivity) {
    for (auto [index, binding] : enumerate(request.parameters)) {
      bool hasShadow = binding.activity == Activity::Dup || binding.activity == Activity::DupNoNeed;
      if (!hasShadow || !binding.primal || binding.stride)
        continue;
      for (const Passed &shadow : binding.shadows)
        compare(shadow, *binding.primal, unsigned(index), isRuntimeActivity);
    }
  }

private:
  /// Arguments of the call in the IR begin with the memory for its result, if any.
  unsigned hidden() const { return request.resultArgument ? 1 : 0; }

  void compare(const Passed &shadow, const Passed &value, unsigned parameter,
               bool isRuntimeActivity) {
    if (shadow.how != Passed::How::Value || value.how != Passed::How::Value)
      return;
    const WrittenArgument &seen = arguments[shadow.argument - hidden()];
    const WrittenArgument &seenValue = arguments[value.argument - hidden()];
    auto [what, valueIs] = faultOf(seen, seenValue, isRuntimeActivity);
    unsigned hiddenParameters = request.hiddenResult == HiddenResult::None ? 0 : 1;
    bool isItself = seenValue.leadsToNumbers && !seenValue.isNull &&
                    isWrittenAlike(seen, seenValue) && !isRuntimeActivity &&
                    request.family != Family::Fwddiff; // which adds nothing
    if (what.empty() && isItself)
      diagnostics.warn(
          {MessageId::CopiedShadow,
           seen.where,
           {readableName(*request.function), std::to_string(parameter + 1 - hiddenParameters),
            "is the value itself, whose pointers lead to its numbers"},
           {}});
    if (what.empty())
      return;
    diagnostics.refuse(
        {MessageId::ShadowType,
         seen.where,
         {readableName(*request.function), std::to_string(shadow.argument - hidden() + 1), what,
          std::to_string(parameter + 1 - hiddenParameters), valueIs},
         {}});
  }

  const Request &request;
  ArrayRef<WrittenArgument> arguments;
  Diagnostics &diagnostics;
};

} // namespace

void checkShadows(ArrayRef<Request> requests, ArrayRef<WrittenCall> calls, bool isRuntimeActivity,
                  Diagnostics &diagnostics) {
  for (const Request &request : requests) {
    if (!request.call || calls.empty())
      continue;
    size_t count = request.call->arg_size() - (request.resultArgument ? 1 : 0);
    std::vector<WrittenArgument> arguments = argumentsAt(request.where, count, calls);
    if (!arguments.empty())
      Check(request, arguments, diagnostics).run(isRuntimeActivity || request.runtimeActivity);
  }
}

} // namespace enzyme
