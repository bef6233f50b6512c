//===- ApplyReadings.cpp - from readings to requests ----------------------===//
//
// Every call of a word ends as one of: a request; a choice of requests; a copy per
// chain of callers, each a request; unreachable code; a call that stops the
// program (for callers unknown here); or a refusal.
//===----------------------------------------------------------------------===//
#include "request/FunctionChoices.h"
#include "request/Reading.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

bool Reading::isWhole() const {
  return !results.empty() &&
         all_of(results, [](const ReadResult &result) { return result.refusals.empty(); });
}

bool Reading::asksCallers() const {
  if (isWhole())
    return false;
  return view.functionFromParameter || any_of(view.arguments, [](const SeenArgument &argument) {
           return argument.comesFromParameter;
         });
}

namespace {

class Applying {
public:
  Applying(Readings &readings, Diagnostics &diagnostics, const ParseOptions &options)
      : readings(readings), diagnostics(diagnostics), options(options) {}

  std::vector<Request> apply() {
    shareEqualChains();
    for (AskedByChain &entry : readings.byChain)
      applyChain(entry);
    copies.followOriginals();
    settleCopies();
    std::vector<Function *> erased = eraseUnused(wrappers());
    for (auto &[function, calls] : readings.byFunction)
      if (!is_contained(erased, function))
        for (Asked &asked : calls)
          settle(asked);
    cutOff();
    return requests();
  }

private:
  /// A call and what it is in the end.
  struct Outcome {
    CallBase *call;
    const Reading *reading;
  };

  // -- chains ----------------------------------------------------------------------
  /// What a chain's requests mean, as text; "" if one is not understood.
  std::map<CallChain, std::string> meanings() const {
    std::map<CallChain, std::string> texts;
    for (const AskedByChain &entry : readings.byChain) {
      raw_string_ostream out(texts[entry.chain]);
      out << entry.asked->number << (entry.reading.isWhole() ? "\n" : " refused\n");
      for (const ReadResult &result : entry.reading.results)
        printRequest(out, result.request);
    }
    return texts;
  }

  /// Callers that mean the same share one copy: all but one are led to it.
  void shareEqualChains() {
    std::map<CallChain, std::string> texts = meanings();
    std::map<std::pair<Function *, std::string>, const CallChain *> first;
    for (const AskedByChain &entry : readings.byChain) {
      if (entry.chain.size() != 1)
        continue;
      Function *wrapper = entry.chain.front()->getCalledFunction();
      auto [known, isNew] = first.try_emplace({wrapper, texts[entry.chain]}, &entry.chain);
      if (!isNew && *known->second != entry.chain)
        shared[entry.chain] = *known->second;
    }
  }

  void applyChain(AskedByChain &entry) {
    entry.asked->isResolvedByCallers = true; // or refused: that is said once
    if (!entry.reading.isWhole())
      return refuse(entry.reading, entry.chain);
    if (auto same = shared.find(entry.chain); same != shared.end()) {
      copies.share(entry.chain.front(), same->second);
      return;
    }
    CallBase *call = copies.copyOf(entry.chain, *entry.asked->found.call);
    add(call, entry.reading);
  }

  void add(CallBase *call, const Reading &reading) {
    outcomes.push_back({call, &reading});
    done.insert(call);
  }

  /// The calls in copies that no chain spoke of: understood in their own function,
  /// or not reached by the callers the copy is for.
  void settleCopies() {
    copies.forEach([&](const WrapperCopies::Copy &copy) {
      auto calls = readings.byFunction.find(copy.original);
      if (calls == readings.byFunction.end())
        return;
      for (const Asked &asked : calls->second) {
        auto *call = cast<CallBase>(copy.map.lookup(asked.found.call));
        if (done.contains(call))
          continue;
        if (!asked.isReached)
          unreached.push_back(call);
        else if (asked.reading.isWhole())
          add(call, asked.reading);
        else
          refuseAtRunTime(*call, unknownHere);
      }
    });
  }

  // -- originals -------------------------------------------------------------------
  /// Functions that may be left without a caller or a meaning.
  std::vector<Function *> wrappers() const {
    SmallSetVector<Function *, 8> functions;
    copies.forEach([&](const WrapperCopies::Copy &copy) { functions.insert(copy.original); });
    for (auto &[function, calls] : readings.byFunction)
      if (any_of(calls, [](const Asked &asked) { return asked.isOpen(); }))
        functions.insert(function);
    return {functions.begin(), functions.end()};
  }

  void settle(Asked &asked) {
    CallBase *call = asked.found.call;
    if (!asked.isReached)
      unreached.push_back(call);
    else if (asked.reading.isWhole())
      add(call, asked.reading);
    else if (asked.isResolvedByCallers)
      refuseAtRunTime(*call, unknownHere);
    else if (!options.leaveUnknown || !asked.reading.view.functions.empty())
      refuse(asked.reading, {});
  }

  /// Erases calls that are never reached. One call ends its block, so later calls of the same block
  /// may have been erased with it.
  void cutOff() {
    for (const WeakVH &call : unreached)
      if (call)
        changeToUnreachable(cast<CallBase>(call));
  }

  void refuse(const Reading &reading, const CallChain &chain) {
    const CallView &view = reading.view;
    const Value *callee = view.call->getCalledOperand()->stripPointerCastsAndAliases();
    std::string word = writtenWord(callee->getName()).str();
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

  std::vector<Request> requests() const {
    std::vector<Request> all;
    for (const Outcome &outcome : outcomes) {
      std::vector<Request> alternatives;
      for (const ReadResult &result : outcome.reading->results) {
        alternatives.push_back(result.request);
        alternatives.back().call = outcome.call;
      }
      if (alternatives.size() > 1)
        alternatives = separate(std::move(alternatives), *outcome.reading->view.functionArgument);
      append_range(all, alternatives);
    }
    return all;
  }

  static constexpr const char *unknownHere =
      "the function to differentiate is not known for this caller";

  Readings &readings;
  Diagnostics &diagnostics;
  const ParseOptions &options;
  WrapperCopies copies;
  std::map<CallChain, CallChain> shared;
  std::vector<Outcome> outcomes;
  SmallVector<WeakVH, 4> unreached;
  SmallPtrSet<const CallBase *, 16> done;
};

} // namespace

std::vector<Request> applyReadings(Readings &readings, Diagnostics &diagnostics,
                                   const ParseOptions &options) {
  return Applying(readings, diagnostics, options).apply();
}

} // namespace enzyme
