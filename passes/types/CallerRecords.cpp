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
#include "types/LayoutTools.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned maxCallers = 32, maxCallersForMoves = 128;
constexpr unsigned beyondCalls = 2; ///< evidence of callers does not look further

/// Direct calls from functions of the program, `most` at most; if all are wanted, nothing where
/// there may be others.
SmallVector<CallBase *, 8> callsOf(const Function &function, bool isAll, unsigned most) {
  SmallVector<CallBase *, 8> calls;
  for (const Use &use : function.uses()) {
    auto *call = dyn_cast<CallBase>(use.getUser());
    if (calls.size() >= most)
      return isAll ? SmallVector<CallBase *, 8>() : calls;
    if (!call || !call->isCallee(&use) || call->arg_size() != function.arg_size()) {
      if (isAll)
        return {};
      continue;
    }
    const Function *caller = call->getFunction();
    if (caller != &function && !caller->getName().starts_with("enzyme."))
      calls.push_back(call);
  }
  return calls;
}

} // namespace

/// prepare/Prepare.h and prepare/replay/Iterations.h name the copies.
const Function *originalOf(const Function &function) {
  StringRef name = function.getName();
  if (!name.consume_front("enzyme.prepared."))
    return &function;
  name.consume_back(".replay");
  const Function *original = function.getParent()->getFunction(name);
  return original && original->arg_size() == function.arg_size() ? original : nullptr;
}

struct CallerRecords::Caller {
  Addresses addresses;
  CalleeRecords callees;
  Evidence evidence;
  Caller(Function &function, const Function &asking)
      : addresses(function), evidence(function, addresses, callees, beyondCalls, &asking) {}
};

Evidence &CallerRecords::evidenceOf(Function &other, const Function &asking) {
  return at(other, asking).evidence;
}

CallerRecords::Caller &CallerRecords::at(Function &function, const Function &asking) {
  auto &caller = callers[&function];
  if (!caller)
    caller = std::make_unique<Caller>(function, asking);
  return *caller;
}

/// Seen from another address of the same root.
static void addFrom(std::pair<Records, Moves> found, const Address &place,
                    std::pair<Records, Moves> &into) {
  for (Record &record : found.first) {
    record.offset += place.offset;
    record.stride = commonPeriod(record.stride, place.stride);
  }
  for (Moved &moved : found.second) {
    moved.offset += place.offset;
    moved.stride = commonPeriod(moved.stride, place.stride);
  }
  into.first.append(found.first);
  into.second.append(found.second);
}

/// What other functions do with memory that a caller hands to them as well.
static void addSiblings(Function &caller, Addresses &addresses, CalleeRecords &callees,
                        const Address &given, std::pair<Records, Moves> &into) {
  constexpr unsigned depth = 1;
  for (Instruction &instruction : instructions(caller)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee->isDeclaration())
      continue;
    for (auto [index, argument] : enumerate(call->args()))
      for (const Address &place : argument->getType()->isPointerTy() ? addresses.of(*argument)
                                                                     : SmallVector<Address, 2>()) {
        if (place.root != given.root || index >= callee->arg_size())
          continue;
        ArrayRef<Record> records = callees.of(*callee, index, depth);
        addFrom({Records(records.begin(), records.end()), callees.movesOf(*callee, index)},
                {0, place.offset - given.offset, commonPeriod(place.stride, given.stride)}, into);
      }
  }
}

const std::pair<Records, Moves> &CallerRecords::anyOf(const Argument &argument) {
  auto [entry, isNew] = any.try_emplace(&argument);
  const Function *function = originalOf(*argument.getParent());
  if (!isNew || !function)
    return entry->second;
  std::pair<Records, Moves> all;
  auto calls = callsOf(*function, /*isAll=*/false, maxCallersForMoves);
  if (calls.size() == maxCallersForMoves) // what the others hand over may be anything
    all.second.push_back(Moved::anywhere());
  for (CallBase *call : calls) {
    Caller &caller = at(*call->getFunction(), *function);
    const Value &given = *call->getArgOperand(argument.getArgNo());
    all.first.append(caller.evidence.recordsAt(given));
    all.second.append(caller.evidence.movesAt(given));
    for (const Address &place : caller.addresses.of(given)) { // a parameter of the caller's own?
      Root root = caller.addresses.roots()[place.root];
      addSiblings(*call->getFunction(), caller.addresses, caller.callees, place, all);
      const auto *own = dyn_cast_or_null<Argument>(root.value);
      if (own && !root.cell)
        addFrom(anyOf(*own), {0, -place.offset, place.stride}, all);
    }
  }
  return any[&argument] = std::move(all);
}

CallerRecords::CallerRecords() = default;
CallerRecords::~CallerRecords() = default;

const CallerRecords::ByCall &CallerRecords::of(const Argument &argument) {
  auto [entry, isNew] = known.try_emplace(&argument);
  const Function *function = originalOf(*argument.getParent());
  if (!isNew || !function)
    return entry->second;
  ByCall all;
  for (CallBase *call : callsOf(*function, /*isAll=*/true, maxCallers)) {
    Caller &caller = at(*call->getFunction(), *function);
    Records records = caller.evidence.recordsAt(*call->getArgOperand(argument.getArgNo()));
    if (records.empty())
      return entry->second;
    for (Record &record : records)
      record.rank = std::min(record.rank, Rank::Suggested);
    all.push_back(std::move(records));
  }
  return entry->second = std::move(all);
}

} // namespace enzyme
