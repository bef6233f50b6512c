//===- ParseCall.cpp - from calls in a module to Requests -----------------===//
//
// The walk: find the calls; read each in a scratch copy of its caller, then with
// small callees inlined, then from its callers' side; refuse what stays unknown;
// apply what changes the module (copies of wrappers, choices); order.
//===----------------------------------------------------------------------===//
#include "request/ParseCall.h"
#include "request/Choices.h"
#include "request/FindCalls.h"
#include "request/Order.h"
#include "request/ReadArguments.h"
#include "request/RewriteCall.h"
#include "request/Scratch.h"
#include "request/Signature.h"
#include "request/Wrappers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned helperRounds = 6;   // calls within calls that are inlined
constexpr unsigned chainLimit = 8;     // wrappers within wrappers
constexpr unsigned attemptLimit = 500; // chains tried for one module

/// What a call was read as: one result per function it can be.
struct Reading {
  CallView view;
  std::vector<ReadResult> results;

  bool isWhole() const {
    return !results.empty() &&
           all_of(results, [](const ReadResult &result) { return result.refusals.empty(); });
  }

  /// True if a caller may know better: the function, or a marker, is a parameter.
  bool asksCallers() const {
    if (isWhole())
      return false;
    return view.functionFromParameter || any_of(view.arguments, [](const SeenArgument &argument) {
             return argument.comesFromParameter;
           });
  }
};

/// One call of a word, and what is known of it.
struct Asked {
  FoundCall found;
  unsigned number = 0; ///< in CallMarks
  Reading reading;     ///< from its own function
  bool isReached = true;
  bool isResolvedByCallers = false;
};

struct AskedByChain {
  Asked *asked;
  CallChain chain;
  Reading reading;
};

class Parser {
public:
  Parser(Module &module, Diagnostics &diagnostics, const ParseOptions &options)
      : module(module), diagnostics(diagnostics), options(options), marks(module) {}

  std::vector<Request> parse() {
    for (const FoundCall &found : findCalls(module, diagnostics))
      byFunction[found.call->getFunction()].push_back({found, marks.mark(*found.call), {}});
    for (auto &[function, calls] : byFunction)
      readLocally(*function, calls);
    for (auto &[function, calls] : byFunction)
      if (any_of(calls, isOpen))
        readFromCallers(*function, {});
    std::vector<Request> requests = apply();
    for (const Request &request : requests)
      dropForeignLines(*request.call);
    erase_if(requests, [&](const Request &request) { return !checkResult(request, diagnostics); });
    return orderRequests(std::move(requests), diagnostics);
  }

private:
  static bool isOpen(const Asked &asked) { return asked.isReached && asked.reading.asksCallers(); }

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
    for (Function *function : reading.view.functions)
      reading.results.push_back(readArguments(reading.view, *function));
    return true;
  }

  void readLocally(Function &function, std::vector<Asked> &calls) {
    Scratch scratch(function, marks);
    for (unsigned round = 0; round < helperRounds; ++round) {
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
      if (isCircular || attempts++ > attemptLimit)
        continue;
      CallChain longer{call};
      longer.insert(longer.end(), chain.begin(), chain.end());
      std::vector<AskedByChain> results = tryChain(wrapper, longer);
      bool asksFurther =
          longer.size() < chainLimit && !callsOf(*call->getFunction()).empty() &&
          any_of(results, [](const AskedByChain &result) { return result.reading.asksCallers(); });
      if (asksFurther)
        readFromCallers(wrapper, longer);
      else
        std::move(results.begin(), results.end(), std::back_inserter(byChain));
    }
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
    for (Asked &asked : byFunction[&wrapper]) {
      if (!isOpen(asked))
        continue;
      AskedByChain result{&asked, chain, {}};
      bool isReached = read(scratch, asked, result.reading);
      for (unsigned round = 0; isReached && !result.reading.isWhole() && round < helperRounds &&
                               scratch.expandHelpers();
           ++round)
        isReached = read(scratch, asked, result.reading);
      if (isReached)
        results.push_back(std::move(result));
    }
    return results;
  }

  // -- refusing ------------------------------------------------------------------
  void refuse(const Reading &reading, const CallChain &chain) {
    const CallView &view = reading.view;
    std::string word =
        readableName(view.call->getCalledOperand()->stripPointerCastsAndAliases()->getName());
    SmallVector<Refusal, 2> refusals;
    if (!view.functionArgument)
      refusals.push_back({MessageId::NoFunctionArgument, view.where, {word}, {}});
    else if (view.functions.empty())
      refusals.push_back({MessageId::UnknownFunction, view.where, {word, view.whyUnknown}, {}});
    for (const ReadResult &result : reading.results)
      refusals.append(result.refusals.begin(), result.refusals.end());
    for (Refusal &refusal : refusals) {
      for (const CallBase *call : llvm::reverse(chain))
        refusal.notes.push_back({Position::of(*call), "called from here"});
      diagnostics.refuse(std::move(refusal));
    }
  }

  // -- applying ------------------------------------------------------------------
  struct Outcome {
    CallBase *call;
    const Reading *reading;
  };

  /// Makes the copies and choices; the requests, each with its own call.
  std::vector<Request> apply() {
    std::vector<Outcome> outcomes;
    WrapperCopies copies;
    for (AskedByChain &entry : byChain) {
      if (!entry.reading.isWhole()) {
        refuse(entry.reading, entry.chain);
        continue;
      }
      entry.asked->isResolvedByCallers = true;
      CallBase *call = copies.copyOf(entry.chain, *entry.asked->found.call);
      outcomes.push_back({call, &entry.reading});
    }
    addCopiedRequests(copies, outcomes);
    std::vector<Function *> erased = eraseUnused(wrappers(copies));
    for (auto &[function, calls] : byFunction) {
      if (is_contained(erased, function))
        continue;
      for (Asked &asked : calls)
        settle(asked, outcomes);
    }
    return requestsOf(outcomes);
  }

  /// Requests that were understood in their own function hold for its copies.
  void addCopiedRequests(const WrapperCopies &copies, std::vector<Outcome> &outcomes) {
    copies.forEach([&](const CallChain &, const WrapperCopies::Copy &copy) {
      auto calls = byFunction.find(copy.original);
      if (calls == byFunction.end())
        return;
      for (const Asked &asked : calls->second) {
        auto *call = cast<CallBase>(copy.map.lookup(asked.found.call));
        if (!asked.isReached)
          changeToUnreachable(call);
        else if (asked.reading.isWhole())
          outcomes.push_back({call, &asked.reading});
      }
    });
  }

  /// Functions that may be left without a caller or a meaning.
  std::vector<Function *> wrappers(const WrapperCopies &copies) const {
    SmallSetVector<Function *, 8> functions;
    copies.forEach([&](const CallChain &, const WrapperCopies::Copy &copy) {
      functions.insert(copy.original);
    });
    for (auto &[function, calls] : byFunction)
      if (any_of(calls, isOpen))
        functions.insert(function);
    return {functions.begin(), functions.end()};
  }

  /// The call as it stands in the function where it was written.
  void settle(Asked &asked, std::vector<Outcome> &outcomes) {
    CallBase *call = asked.found.call;
    if (!asked.isReached)
      changeToUnreachable(call);
    else if (asked.reading.isWhole())
      outcomes.push_back({call, &asked.reading});
    else if (asked.isResolvedByCallers)
      refuseAtRunTime(*call, "the function to differentiate is not known for this caller");
    else if (!options.leaveUnknown || !asked.reading.view.functions.empty())
      refuse(asked.reading, {});
  }

  static std::vector<Request> requestsOf(const std::vector<Outcome> &outcomes) {
    std::vector<Request> requests;
    for (const Outcome &outcome : outcomes) {
      std::vector<Request> alternatives;
      for (const ReadResult &result : outcome.reading->results) {
        alternatives.push_back(result.request);
        alternatives.back().call = outcome.call;
      }
      if (alternatives.size() > 1)
        alternatives = separate(std::move(alternatives), *outcome.reading->view.functionArgument);
      append_range(requests, alternatives);
    }
    return requests;
  }

  Module &module;
  Diagnostics &diagnostics;
  const ParseOptions &options;
  CallMarks marks;
  MapVector<Function *, std::vector<Asked>> byFunction;
  std::vector<AskedByChain> byChain;
  unsigned attempts = 0;
};

} // namespace

std::vector<Request> parseRequests(Module &module, Diagnostics &diagnostics,
                                   const ParseOptions &options) {
  return mentionsRequests(module) ? Parser(module, diagnostics, options).parse()
                                  : std::vector<Request>();
}

void printRequestState(const Module &module, raw_ostream &out) {
  std::unique_ptr<Module> copy = CloneModule(module);
  ContextSink sink(module.getContext());
  Diagnostics diagnostics(sink);
  for (const Request &request : parseRequests(*copy, diagnostics)) {
    printRequest(out, request);
    Signature signature = Signature::of(shapeOf(request, request.function));
    out << "  derivative: " << *signature.type << '\n';
    std::string why;
    if (!verifyRequest(request, why))
      out << "  not whole: " << why << '\n';
  }
  diagnostics.flush();
}

} // namespace enzyme
