//===- ParseCall.cpp - from calls in a module to Requests -----------------===//
//
// The walk: find the calls; read each in a scratch copy of its caller, then with
// small callees inlined, then from its callers' side; apply what was read
// (ApplyReadings.cpp); check the results; order.
//===----------------------------------------------------------------------===//
#include "request/ParseCall.h"
#include "abi/Signature.h"
#include "limits/request.h"
#include "request/AbsentArguments.h"
#include "request/CopiedShadows.h"
#include "request/Reading.h"
#include "request/RequestOrder.h"
#include "request/RewriteCall.h"
#include "request/Scratch.h"
#include "request/UnsetShadows.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

class Parser {
public:
  Parser(Module &module, Diagnostics &diagnostics, const ParseOptions &options)
      : module(module), diagnostics(diagnostics), options(options), marks(module) {}

  std::vector<Request> parse() {
    for (const FoundCall &found : findCalls(module, diagnostics))
      readings.byFunction[found.call->getFunction()].push_back(
          {found, marks.mark(*found.call), {}});
    for (auto &[function, calls] : readings.byFunction)
      readLocally(*function, calls);
    for (auto &[function, calls] : readings.byFunction)
      if (any_of(calls, [](const Asked &asked) { return asked.isOpen(); }))
        readFromCallers(*function, {});
    std::vector<Request> requests = applyReadings(readings, diagnostics, options);
    for (const Request &request : requests)
      dropForeignLines(*request.call);
    erase_if(requests, [&](const Request &request) { return !checkResult(request, diagnostics); });
    for (const Request &request : requests) {
      warnOfUnsetShadows(request, diagnostics);
      warnOfCopiedShadows(request, diagnostics);
    }
    return orderRequests(std::move(requests), diagnostics);
  }

private:
  /// Where the user's module has no debug info, calls may carry lines lent from
  /// elsewhere for messages; copies that we made must not keep them.
  static void dropForeignLines(CallBase &call) {
    if (!call.getFunction()->getSubprogram())
      call.setDebugLoc(DebugLoc());
  }

  // -- reading -------------------------------------------------------------------
  /// Reads one call in a scratch copy. False if it cannot be reached there.
  bool read(const Scratch &scratch, const Asked &asked, Reading &reading) const {
    CallBase *copy = scratch.find(asked.number);
    if (!copy)
      return false;
    reading.view = viewOf(asked.found, *copy);
    reading.results.clear();
    for (Function *function : reading.view.functions) {
      reading.results.push_back(readArguments(reading.view, *function));
      reading.results.back().request.passesNumbers = hasOptionalArguments(*asked.found.call);
      describeMemory(reading.view, reading.results.back().request);
    }
    return true;
  }

  static void describeMemory(const CallView &view, Request &request) {
    for (Binding &binding : request.parameters)
      for (const SeenArgument &seen : view.arguments) {
        if (binding.primal && binding.primal->argument == seen.index)
          binding.named = seen.named;
        bool isShadow = any_of(binding.shadows, [&](const Passed &shadow) {
          return shadow.how == Passed::How::Value && shadow.argument == seen.index;
        });
        binding.isShadowUnset |= isShadow && seen.isNeverSet;
        binding.isShadowCopied |=
            isShadow && binding.primal && is_contained(seen.copiedFrom, binding.primal->argument);
      }
  }

  void readLocally(Function &function, std::vector<Asked> &calls) {
    Scratch scratch(function, marks);
    for (unsigned round = 0; round < limits::callsAroundRequest; ++round) {
      bool isDone = true;
      for (Asked &asked : calls) {
        asked.isReached = read(scratch, asked, asked.reading);
        isDone &= !asked.isReached || asked.reading.isWhole();
      }
      if (isDone || !scratch.expandHelpers())
        return;
    }
  }

  static std::vector<CallBase *> callsOf(const Function &function) {
    std::vector<CallBase *> calls;
    for (const Use &use : function.uses())
      if (auto *call = dyn_cast<CallBase>(use.getUser()); call && call->isCallee(&use))
        calls.push_back(call);
    std::reverse(calls.begin(), calls.end()); // users are listed last to first
    return calls;
  }

  /// Tries every call of the function at the head of `chain` (of `wrapper`, if
  /// that is empty) as a chain with one call more.
  void readFromCallers(Function &wrapper, const CallChain &chain) {
    Function *head = chain.empty() ? &wrapper : chain.front()->getFunction();
    for (CallBase *call : callsOf(*head)) {
      bool isCircular = call->getFunction() == head || call->getFunction() == &wrapper;
      if (isCircular)
        continue;
      if (++attempts > limits::chainsOfRequests)
        return refuseTooMany(wrapper);
      CallChain longer{call};
      longer.insert(longer.end(), chain.begin(), chain.end());
      std::vector<AskedByChain> results = tryChain(wrapper, longer);
      bool asksFurther =
          longer.size() < limits::wrappersOfRequest && !callsOf(*call->getFunction()).empty() &&
          any_of(results, [](const AskedByChain &result) { return result.reading.asksCallers(); });
      if (asksFurther)
        readFromCallers(wrapper, longer);
      else
        std::move(results.begin(), results.end(), std::back_inserter(readings.byChain));
    }
  }

  void refuseTooMany(const Function &wrapper) {
    diagnostics.refuse(
        {MessageId::TooManySpecialisations, Position::of(wrapper), {readableName(wrapper)}, {}});
  }

  /// Reads the open calls of `wrapper` at the end of the chain.
  std::vector<AskedByChain> tryChain(Function &wrapper, const CallChain &chain) {
    std::vector<AskedByChain> results;
    SmallVector<unsigned, 4> numbers;
    for (CallBase *call : chain)
      numbers.push_back(marks.mark(*call));
    Scratch scratch(*chain.front()->getFunction(), marks);
    for (unsigned number : numbers)
      if (!scratch.inlineAt(number))
        return results;
    for (Asked &asked : readings.byFunction[&wrapper]) {
      if (!asked.isOpen())
        continue;
      AskedByChain result{&asked, chain, {}};
      bool isReached = read(scratch, asked, result.reading);
      for (unsigned round = 0; isReached && !result.reading.isWhole() &&
                               round < limits::callsAroundRequest && scratch.expandHelpers();
           ++round)
        isReached = read(scratch, asked, result.reading);
      if (isReached)
        results.push_back(std::move(result));
    }
    return results;
  }

  Module &module;
  Diagnostics &diagnostics;
  const ParseOptions &options;
  CallMarks marks;
  Readings readings;
  unsigned attempts = 0;
};

/// No simplification may read a marker's value instead of its name.
void keepMarkers(Module &module) {
  for (GlobalVariable &global : module.globals())
    if (global.isConstant() && markerOf(writtenVariable(global.getName())))
      global.setConstant(false);
}

} // namespace

std::vector<Request> parseRequests(Module &module, Diagnostics &diagnostics,
                                   const ParseOptions &options) {
  if (!mentionsRequests(module))
    return {};
  keepMarkers(module);
  return Parser(module, diagnostics, options).parse();
}

void printRequestState(const Module &module, raw_ostream &out) {
  std::unique_ptr<Module> copy = CloneModule(module);
  ContextSink sink(module.getContext());
  Diagnostics diagnostics(sink);
  for (const Request &request : parseRequests(*copy, diagnostics)) {
    printRequest(out, request);
    Signature signature = signatureOf(request);
    out << "  derivative: " << *signature.type << '\n';
    std::string why;
    if (!verifyRequest(request, why))
      out << "  not whole: " << why << '\n';
  }
  diagnostics.flush();
}

} // namespace enzyme
