//===- CallerRecords.cpp - what callers hand to a parameter ---------------===//
//
// Problem: `void copy(void *to, const void *from, size_t n)` says nothing about its
// memory; its callers, who pass arrays of double, do.
//
// Here: the evidence at the arguments of all direct calls. A function whose address
// is taken, or one of whose callers knows nothing either, gets no records. What
// callers disagree about stays Unknown.
//===----------------------------------------------------------------------===//
#include "types/Evidence.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned maxCallers = 32;
constexpr unsigned beyondCalls = 2; ///< evidence of callers does not look further

/// What is called in the workshop: a prepared copy has no callers of its own
/// (prepare/Prepare.h and prepare/replay/Iterations.h name the copies).
const Function *originalOf(const Function &function) {
  StringRef name = function.getName();
  if (!name.consume_front("enzyme.prepared."))
    return &function;
  name.consume_back(".replay");
  const Function *original = function.getParent()->getFunction(name);
  return original && original->arg_size() == function.arg_size() ? original : nullptr;
}

/// All direct calls from functions of the program; nothing if there may be others.
SmallVector<CallBase *, 8> callsOf(const Function &function) {
  SmallVector<CallBase *, 8> calls;
  for (const Use &use : function.uses()) {
    auto *call = dyn_cast<CallBase>(use.getUser());
    if (!call || !call->isCallee(&use) || call->arg_size() != function.arg_size() ||
        calls.size() >= maxCallers)
      return {};
    const Function *caller = call->getFunction();
    if (caller != &function && !caller->getName().starts_with("enzyme."))
      calls.push_back(call);
  }
  return calls;
}

} // namespace

struct CallerRecords::Caller {
  Addresses addresses;
  CalleeRecords callees;
  Evidence evidence;
  Caller(Function &function, const Function &asking)
      : addresses(function), evidence(function, addresses, callees, beyondCalls, &asking) {}
};

CallerRecords::CallerRecords() = default;
CallerRecords::~CallerRecords() = default;

const CallerRecords::ByCall &CallerRecords::of(const Argument &argument) {
  auto [entry, isNew] = known.try_emplace(&argument);
  const Function *function = originalOf(*argument.getParent());
  if (!isNew || !function)
    return entry->second;
  ByCall all;
  for (CallBase *call : callsOf(*function)) {
    auto &caller = callers[call->getFunction()];
    if (!caller)
      caller = std::make_unique<Caller>(*call->getFunction(), *function);
    Records records = caller->evidence.recordsAt(*call->getArgOperand(argument.getArgNo()));
    if (records.empty())
      return entry->second;
    for (Record &record : records)
      record.rank = std::min(record.rank, Rank::Suggested);
    all.push_back(std::move(records));
  }
  return entry->second = std::move(all);
}

} // namespace enzyme
