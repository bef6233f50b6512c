//===- CallerRecords.cpp - what callers hand to a parameter ---------------===//
//
// Problem: `void copy(void *to, const void *from, size_t n)` says nothing about its
// memory; its callers, who pass arrays of double, do.
//
// Here: the evidence at the arguments of all direct calls. A function whose address
// is taken, or one of whose callers knows nothing either, gets no records. What
// callers disagree about stays Unknown.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "support/Origins.h"
#include "types/EvidenceStore.h"
#include "types/LayoutTools.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Direct calls from functions of the program, `most` at most; if all are wanted, nothing where
/// there may be others. Calls of itself say nothing new of all.
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
    if ((caller != &function || !isAll) && !isMadeHere(*caller))
      calls.push_back(call);
  }
  return calls;
}

} // namespace

Evidence &CallerRecords::evidenceOf(Function &other) { return at(other, nullptr).evidence; }

FunctionEvidence &CallerRecords::at(Function &function, const Function *unheard) {
  auto &caller = callers[{&function, unheard}];
  if (!caller)
    caller = store.of(function, unheard);
  return *caller;
}

/// But for where they say it.
static bool saysTheSame(const Record &one, const Record &other) {
  return one.extent == other.extent && one.end == other.end && one.declared == other.declared &&
         one.pattern.known == other.pattern.known && one.pattern.period == other.pattern.period &&
         one.pattern.pieces == other.pattern.pieces;
}

/// What was heard on several ways from function to function is the same: there may be more ways
/// than can be followed.
class CallerRecords::Gathering {
public:
  explicit Gathering(Numbers &into) : into(into) {}

  /// Seen from another address of the same root.
  void add(ArrayRef<Record> records, const Address &place) {
    for (const Record &record : records)
      if (record.rank >= Rank::Suggested && record.pattern.hasFloats() && !isAnywhere)
        addRecord(record, place);
  }
  void add(ArrayRef<Moved> moves, const Address &place) {
    for (Moved moved : moves) {
      moved.offset += place.offset;
      moved.stride = commonPeriod(moved.stride, place.stride);
      if (isAnywhere || is_contained(into.moves, moved))
        continue;
      into.moves.push_back(moved);
      limit();
    }
  }
  void addAnywhere() {
    isAnywhere = true;
    into.records.clear();
    into.moves.assign(1, Moved::anywhere());
  }

private:
  Numbers &into;
  bool isAnywhere = false;

  void addRecord(const Record &record, const Address &place) {
    int64_t offset = record.offset + place.offset;
    uint64_t stride = commonPeriod(record.stride, place.stride);
    bool isKnown = any_of(into.records, [&](const Record &known) {
      return known.offset == offset && known.stride == stride && saysTheSame(known, record);
    });
    if (isKnown)
      return;
    into.records.push_back(record);
    into.records.back().offset = offset;
    into.records.back().stride = stride;
    limit();
  }
  void limit() {
    if (into.records.size() + into.moves.size() > limits::recordsFromCallers)
      addAnywhere();
  }
};

/// What other functions do with memory that a caller hands to them as well.
void CallerRecords::addSiblings(FunctionEvidence &caller, const Address &given, const Address &from,
                                Gathering &into) {
  constexpr unsigned depth = 1;
  for (const auto &[callee, index, place] : caller.evidence.handedOf(given.root)) {
    Address seen{0, from.offset + place.offset - given.offset,
                 commonPeriod(from.stride, commonPeriod(place.stride, given.stride))};
    const CalleeRecords::Known &known = caller.callees.of(*callee, index, depth);
    into.add(known.records, seen);
    into.add(known.moves, seen);
  }
}

/// A parameter whose memory is also that behind another, and where in it that begins.
struct CallerRecords::Behind {
  const Argument *argument;
  Address seen;
};

/// What callers say by themselves of what they hand to a parameter, and their own parameters that
/// this is.
void CallerRecords::addCallers(const Behind &behind, Gathering &into, std::vector<Behind> &next) {
  const Argument &argument = *behind.argument;
  const Function *function = originalOf(*argument.getParent());
  if (!function)
    return;
  auto calls = callsOf(*function, /*isAll=*/false, limits::callersForMoves);
  if (calls.size() == limits::callersForMoves) // what the others hand over may be anything
    into.addAnywhere();
  for (CallBase *call : calls) {
    FunctionEvidence &caller = at(*call->getFunction(), nullptr);
    const Value &given = *call->getArgOperand(argument.getArgNo());
    into.add(caller.evidence.recordsAt(given), behind.seen);
    into.add(caller.evidence.movesAt(given), behind.seen);
    for (const Address &place : caller.addresses.of(given)) {
      addSiblings(caller, place, behind.seen, into);
      Root root = caller.addresses.roots()[place.root];
      if (const auto *own = dyn_cast_or_null<Argument>(root.value); own && !root.cell)
        next.push_back({own, Address{0, behind.seen.offset - place.offset,
                                     commonPeriod(behind.seen.stride, place.stride)}});
    }
  }
}

/// Functions that call each other in turn hand on the same memory, or what lies further on in it:
/// each is asked again only where it is seen from somewhere else.
const CallerRecords::Numbers &CallerRecords::numbersBehind(const Argument &argument) {
  auto [entry, isNew] = numbers.try_emplace(&argument);
  if (!isNew)
    return entry->second;
  Gathering gathering(entry->second);
  DenseMap<const Argument *, Address> asked;
  std::vector<Behind> work{{&argument, Address()}};
  for (size_t i = 0; i != work.size(); ++i) {
    Behind behind = work[i];
    auto [before, isFirst] = asked.try_emplace(behind.argument, behind.seen);
    Address &known = before->second;
    if (!isFirst) {
      uint64_t distance = std::abs(known.offset - behind.seen.offset);
      uint64_t stride = commonPeriod(commonPeriod(known.stride, behind.seen.stride), distance);
      if (stride == known.stride)
        continue;
      known.stride = behind.seen.stride = stride;
    }
    addCallers(behind, gathering, work);
    if (work.size() > limits::placesOfParameter) {
      gathering.addAnywhere();
      break;
    }
  }
  return entry->second;
}

CallerRecords::CallerRecords(EvidenceStore &store) : store(store) {}
CallerRecords::~CallerRecords() = default;

const CallerRecords::ByCall &CallerRecords::of(const Argument &argument) {
  auto [entry, isNew] = known.try_emplace(&argument);
  const Function *function = originalOf(*argument.getParent());
  if (!isNew || !function)
    return entry->second;
  ByCall all;
  for (CallBase *call : callsOf(*function, /*isAll=*/true, limits::callersForRecords)) {
    FunctionEvidence &caller = at(*call->getFunction(), function);
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
