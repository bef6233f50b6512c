//===- RequestOrder.cpp - inner requests first -----------------------------------===//
//
// The derivative of f contains the derivatives of all it calls. Where f's callees
// hold requests of their own, those must be rewritten first, so that derivatives
// of derivatives come by themselves:
//
//   request r  ->  r.function  ->  all functions reached  ->  requests in them
//
// A cycle over direct calls would make a derivative part of itself: refused.
//===----------------------------------------------------------------------===//
#include "request/RequestOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

class Sorter {
public:
  Sorter(std::vector<Request> given, Diagnostics &diagnostics)
      : requests(std::move(given)), diagnostics(diagnostics), states(requests.size(), State::New) {
    for (auto [index, request] : enumerate(requests))
      within[request.call->getFunction()].push_back(index);
  }

  std::vector<Request> sort() {
    for (size_t i = 0; i < requests.size(); ++i)
      visit(i);
    return std::move(sorted);
  }

private:
  enum class State { New, Open, Done };

  using FunctionSet = SmallSetVector<const Function *, 16>;

  struct References {
    FunctionSet all, called; ///< `called`: by direct calls
  };

  /// Functions a function refers to: it is read once, however many requests come to it.
  const References &referencesIn(const Function &function) {
    auto [found, isNew] = references.try_emplace(&function);
    if (!isNew)
      return *found->second;
    found->second = std::make_unique<References>();
    for (const Instruction &instruction : instructions(function))
      for (const Use &operand : instruction.operands()) {
        if (!operand->getType()->isPointerTy())
          continue;
        auto *callee = dyn_cast<Function>(operand->stripPointerCastsAndAliases());
        if (!callee)
          continue;
        found->second->all.insert(callee);
        auto *call = dyn_cast<CallBase>(&instruction);
        if (call && call->isCallee(&operand))
          found->second->called.insert(callee);
      }
    return *found->second;
  }

  FunctionSet reachable(const Function &start, bool onlyCalls) {
    FunctionSet set;
    set.insert(&start);
    for (size_t i = 0; i < set.size(); ++i) {
      const References &next = referencesIn(*set[i]);
      set.insert_range(onlyCalls ? next.called : next.all);
    }
    return set;
  }

  std::vector<size_t> innerOf(size_t index, bool onlyCalls) {
    std::vector<size_t> inner;
    for (const Function *function : reachable(*requests[index].function, onlyCalls))
      if (auto found = within.find(function); found != within.end())
        append_range(inner, found->second);
    return inner;
  }

  /// True if the derivative of request `index` would contain itself.
  bool leadsToItself(size_t index) {
    SmallSetVector<size_t, 8> seen;
    for (size_t inner : innerOf(index, /*onlyCalls=*/true))
      seen.insert(inner);
    for (size_t i = 0; i < seen.size(); ++i)
      for (size_t inner : innerOf(seen[i], /*onlyCalls=*/true))
        seen.insert(inner);
    return seen.contains(index);
  }

  void visit(size_t index) {
    if (states[index] != State::New)
      return; // done, or a cycle over references that are not calls
    states[index] = State::Open;
    Request &request = requests[index];
    if (leadsToItself(index)) {
      diagnostics.refuse(
          {MessageId::RecursiveRequest, request.where, {readableName(*request.function)}, {}});
      states[index] = State::Done;
      return;
    }
    for (size_t inner : innerOf(index, /*onlyCalls=*/false))
      visit(inner);
    states[index] = State::Done;
    sorted.push_back(request);
  }

  std::vector<Request> requests;
  Diagnostics &diagnostics;
  std::vector<State> states;
  DenseMap<const Function *, std::vector<size_t>> within;
  DenseMap<const Function *, std::unique_ptr<References>> references;
  std::vector<Request> sorted;
};

} // namespace

std::vector<Request> orderRequests(std::vector<Request> requests, Diagnostics &diagnostics) {
  return Sorter(std::move(requests), diagnostics).sort();
}

} // namespace enzyme
